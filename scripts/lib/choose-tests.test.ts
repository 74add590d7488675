import { describe, expect, it } from 'vitest'
import { type Asked, chooseTests } from './choose-tests.ts'

const sources = new Map([
  ['contract/money.ts', ''],
  ['contract/money.test.ts', "import { parse } from './money.ts'"],
  ['server/deposits/credit.ts', "import { parse } from '#contract/money.ts'"],
  ['server/deposits/credit.test.ts', "import { credit } from './credit.ts'"],
  ['server/deposits/recall.test.ts', "import { start } from '#tests/support/jara.ts'"],
  ['server/payments/pay.test.ts', "import { start } from '#tests/support/jara.ts'"],
  ['server/payments/typed.test.ts', "import type { Credit } from '#server/deposits/credit.ts'"],
  ['server/app.ts', "import { credit } from '#server/deposits/credit.ts'"],
  ['tests/support/jara.ts', "import { buildApp } from '#server/app.ts'"],
  ['tests/repo-checks/product.test.ts', "readFromRoot('docs/reference/product.md')"],
  ['tests/repo-checks/names.test.ts', ''],
])
const asked = (over: Partial<Asked>) =>
  chooseTests(sources, { changed: [], rooms: [], named: [], budgetS: 60, secondsOf: () => 1, ...over })

describe('the tests that run', () => {
  it('are those of the folder asked for', () => {
    expect(asked({ rooms: ['server/deposits'] })).toEqual({
      run: ['server/deposits/credit.test.ts', 'server/deposits/recall.test.ts'],
      leftOut: [],
    })
  })

  it('are those that import what changed, the nearest first, and not those that reach it through the whole product', () => {
    expect(asked({ changed: ['contract/money.ts'] }).run).toEqual([
      'contract/money.test.ts',
      'server/deposits/credit.test.ts',
    ])
  })

  it('are not those that import nothing but a type', () => {
    expect(asked({ changed: ['server/deposits/credit.ts'] }).run).toEqual(['server/deposits/credit.test.ts'])
  })

  it('are all that start the product when the product itself changed', () => {
    expect(asked({ changed: ['server/app.ts'] }).run).toEqual([
      'server/deposits/recall.test.ts',
      'server/payments/pay.test.ts',
    ])
  })

  it('are those that name a document, and the checks of the repository', () => {
    expect(asked({ changed: ['docs/reference/product.md'] }).run).toEqual([
      'tests/repo-checks/product.test.ts',
      'tests/repo-checks/names.test.ts',
    ])
  })
})

describe('what does not fit', () => {
  const secondsOf = (file: string) => (file === 'server/deposits/recall.test.ts' ? 50 : 8)

  it('is what takes long, within a room', () => {
    expect(asked({ rooms: ['server/deposits'], budgetS: 50, secondsOf })).toEqual({
      run: ['server/deposits/credit.test.ts'],
      leftOut: ['server/deposits/recall.test.ts'],
    })
  })

  it('is what is far from the change, before what is near', () => {
    const changed = ['contract/money.ts']
    expect(asked({ changed, budgetS: 16, secondsOf }).leftOut).toEqual(['server/deposits/credit.test.ts'])
    expect(asked({ changed, budgetS: 32, secondsOf }).leftOut).toEqual([])
  })

  it('is never a test that was named', () => {
    const file = 'server/deposits/recall.test.ts'
    expect(asked({ rooms: [file], named: [file], budgetS: 1, secondsOf })).toEqual({ run: [file], leftOut: [] })
  })
})
