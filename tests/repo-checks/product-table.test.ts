import { expect, it } from 'vitest'
import * as constants from '#contract/constants.ts'
import { orderState } from '#contract/orders.ts'
import { transactionStatus } from '#contract/transactions.ts'
import { problemsOf, readFromRoot, rowsOf, subjectsOf } from '#tests/support/shown-by.ts'

/**
 * docs/reference/product.md: the product's promises. Its page in docs/reference/shown-by has the claims that prove
 * them.
 */

const rows = rowsOf(readFromRoot('docs/reference/shown-by/product.md'))

it.each(rows)('$section: $what has a claim that shows it', ({ claims }) => expect(problemsOf(claims)).toEqual([]))

it('has the same rows in both documents', () => {
  expect(rows.length).toBeGreaterThan(300)
  expect(subjectsOf(readFromRoot('docs/reference/product.md'))).toEqual(
    rows.map(({ section, what }) => ({ section, what })),
  )
})

it('has a row for every route of the app', () => {
  const routes = [...readFromRoot('web/src/app/app-routes.tsx').matchAll(/<Route path="([^"]+)"/g)].map(
    ([, route]) => route,
  )
  expect(routes.length).toBeGreaterThan(20)
  expect(missingFrom('Routes', routes)).toEqual([])
})

it('has a row for every constant', () => {
  const names = Object.entries(constants).flatMap(([name, value]) => (typeof value === 'function' ? [] : [name]))
  expect(missingFrom('Constants', names)).toEqual([])
})

it('has a row for every state of an order and every word of a transaction', () => {
  expect(missingFrom('States', [...orderState.options, ...transactionStatus.options])).toEqual([])
})

it('names nothing that is not there any more', () => {
  const names = new Set(Object.keys(constants))
  const named = rows.filter(({ section }) => section === 'Constants').map(({ what }) => what.replaceAll('`', ''))
  expect(named.filter((name) => !names.has(name))).toEqual([])
})

/** Those missing from the first cell of the section's rows. */
function missingFrom(section: string, wanted: readonly (string | undefined)[]): (string | undefined)[] {
  const there = new Set(rows.filter((row) => row.section === section).map(({ what }) => what.replaceAll('`', '')))
  return wanted.filter((each) => each === undefined || !there.has(each))
}
