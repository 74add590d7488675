import { describe, expect, it } from 'vitest'
import { billKind, orderKind } from '#contract/kinds/kinds.ts'
import { routes } from '#web/app/app-routes.tsx'
import { BILLS, KINDS } from './kinds.ts'
import { LOOKS } from './looks.ts'

describe.each(orderKind.options)('the kind %s', (kind) => {
  it('has a descriptor, with words for a row, a filter and running text', () => {
    const { noun, placeLabel } = KINDS[kind]
    const { name, icon } = LOOKS[kind]
    for (const words of [name, noun, placeLabel]) expect(words).toMatch(/\w/)
    expect(icon).toBeDefined()
  })

  it('leads after its approval to a screen that there is', () => {
    expect(routes.map(({ path }) => path)).toContain(KINDS[kind].afterApproval.path)
  })
})

describe.each(billKind.options)('the bill %s', (kind) => {
  it('is offered by name', () => {
    expect(BILLS[kind].offer).toMatch(/\w/)
  })
})
