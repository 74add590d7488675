import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PRICES } from '#contract/constants.ts'
import { billKind, orderKind } from '#contract/kinds/kinds.ts'
import { billOf, KINDS } from '#server/payments/kinds/kinds.ts'
import { PLAUSIBLE } from '#tests/attacks/fuzz-values.ts'
import { BILL_FORMS as SIMULATED } from '#tests/simulation/operations/money-out.ts'
import { BILL_FORMS } from '#tests/support/purchases.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'

/**
 * A kind of order is described once in each part. Whatever lists kinds must name all of them, or fails here; the web's
 * own lists are checked in web/src/payments/kinds/kinds.test.ts, the database's in
 * tests/schema-constraints/lists-of-names.test.ts.
 */

const ROOT = path.join(import.meta.dirname, '../..')
const OF_ONE_KIND = /^(?:server|web\/src)\/payments\/(?:kinds\/\w+|bpc)\//
const isThere = (file: string) => fs.existsSync(path.join(ROOT, file))

describe.each(orderKind.options)('the kind %s', (kind) => {
  it('is a schema, a folder of the server and a folder of the web', () => {
    const files = [
      `contract/kinds/${kind}.ts`,
      `server/payments/kinds/${kind}/${kind}.ts`,
      `web/src/payments/kinds/${kind}/${kind}.ts`,
    ]
    expect(files.filter((file) => !isThere(file))).toEqual([])
  })

  it('has a descriptor on the server', () => {
    expect(Object.keys(KINDS)).toContain(kind)
  })

  it('is said in a receipt for each status, and in a statement', () => {
    const { receipt, plural } = KINDS[kind]
    for (const sentence of [...Object.values(receipt.sentences), plural]) expect(sentence).toMatch(/\w/)
  })

  it('is among the values that requests are fuzzed with', () => {
    expect(PLAUSIBLE.kind).toContain(kind)
  })

  it('has its row in docs/reference/product.md', () => {
    expect(readFromRoot('docs/reference/product.md')).toMatch(new RegExp(`^\\| \`${kind}\` \\|`, 'm'))
  })
})

it('is compared with a name only in the rooms of one kind', () => {
  const compared = new RegExp(`\\bkind [!=]== '(?:${orderKind.options.join('|')})'`)
  const files = ['contract', 'server', 'web/src'].flatMap((part) =>
    fs
      .readdirSync(path.join(ROOT, part), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(part, file)),
  )
  const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !OF_ONE_KIND.test(file))
  expect(sources.length).toBeGreaterThan(1_000)
  expect(sources.filter((file) => compared.test(readFromRoot(file)))).toEqual([])
})

describe.each(billKind.options)('the bill %s', (kind) => {
  it('has a form of its own in the web', () => {
    expect(isThere(`web/src/payments/kinds/${kind}/${kind}-form.tsx`)).toBe(true)
  })

  it('has a price and a commission, for every service that it names', () => {
    expect(DEFAULT_PRICES.discounts[kind].standard).toBeGreaterThanOrEqual(0)
    const { commissions } = DEFAULT_PRICES
    for (const service of Object.keys(billOf(kind).services ?? { '*': {} }))
      expect(commissions[kind][service]).toBeGreaterThan(0)
  })

  it('is bought in tests and in simulations', () => {
    expect(BILL_FORMS[kind](1).kind).toBe(kind)
    expect(Object.keys(SIMULATED)).toContain(kind)
  })

  it('is known to the audit, which shares no code with the rest', () => {
    expect(readFromRoot('audit/earnings.ts')).toMatch(new RegExp(`^const PURCHASES = .*'${kind}'`, 'm'))
  })
})
