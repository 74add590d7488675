import type { FoundCase, FoundCustomer, FoundDeposit, FoundOrder, SearchAnswer } from '#contract/console/search.ts'
import { SEARCH_GROUP_MAX } from '#contract/console/search-limits.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { recordLookup } from '#server/console/look-ups.ts'
import type { Deps } from '#server/deps.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { maskerFor } from './masker.ts'
import {
  CASE_STATEMENTS,
  CUSTOMER_STATEMENTS,
  DEPOSIT_STATEMENTS,
  ORDER_STATEMENTS,
  SEARCH_STATEMENTS,
  type StatementName,
} from './search-statements.ts'
import { type Lookup, readSearch } from './search-terms.ts'

/** Results are masked even for a customer who is open: a list is not a look at one person. */
const mask = maskerFor(false)

/**
 * Finds whatever a text may be about. The record says that somebody searched and by which forms, but not the text: it
 * may be a name.
 *
 * @throws AppError operator.search-unclear · request.too-many
 */
export async function search(deps: Deps, session: ConsoleSession, uncheckedText: string): Promise<SearchAnswer> {
  const lookups = readSearch(uncheckedText)
  return await deps.database.transaction(async (tx) => {
    const customers = await find<FoundCustomer>(tx, lookups, CUSTOMER_STATEMENTS)
    const orders = await find<OrderRow>(tx, lookups, ORDER_STATEMENTS)
    const deposits = await find<DepositRow>(tx, lookups, DEPOSIT_STATEMENTS)
    const cases = await find<CaseRow>(tx, lookups, CASE_STATEMENTS)
    const hits = [...customers, ...orders, ...deposits, ...cases]
    const after = { by: lookups.map(({ name }) => name).join(' '), found: hits.length }
    await recordLookup(tx, deps, session, { act: 'search', after })
    return {
      jumpTo: jumpOf(hits),
      customers: groupOf(customers, presentCustomer),
      orders: groupOf(orders, presentOrder),
      deposits: groupOf(deposits, presentDeposit),
      cases: groupOf(cases, presentCase),
    }
  })
}

/** A row with the statement that found it. */
type Hit<Row> = { readonly by: StatementName; readonly row: Row }

/** A row that several statements find counts once. */
async function find<Row extends { readonly id: string }>(
  sql: Sql,
  lookups: readonly Lookup[],
  statements: Readonly<Record<string, string>>,
): Promise<Hit<Row>[]> {
  const hits = new Map<string, Hit<Row>>()
  for (const { name, value } of lookups.filter((lookup) => lookup.name in statements))
    for (const row of await sql.query<Row>(SEARCH_STATEMENTS[name], [value]))
      if (!hits.has(row.id)) hits.set(row.id, { by: name, row })
  return [...hits.values()]
}

function groupOf<Row, Item>(hits: readonly Hit<Row>[], present: (row: Row) => Item) {
  const items = hits.slice(0, SEARCH_GROUP_MAX).map(({ row }) => present(row))
  return { items, more: hits.length > SEARCH_GROUP_MAX }
}

/** Results of these statements may belong to several people, so the operator chooses. */
const SHARED: ReadonlySet<StatementName> = new Set([
  'customersByName',
  'customersByEmail',
  'ordersByNumber',
  'ordersByAmount',
  'depositsByAmount',
])

/** The screen to open directly when exactly one thing was found by its own identifier. A case leads to its customer. */
function jumpOf(hits: readonly Hit<{ readonly id: string; readonly customerId?: string | null }>[]): string | null {
  const [only, ...others] = hits
  if (only === undefined || others.length > 0 || SHARED.has(only.by)) return null
  const { by, row } = only
  if (by in ORDER_STATEMENTS) return `/admin/orders/${row.id}`
  if (by in DEPOSIT_STATEMENTS) return `/admin/deposits/${row.id}`
  const customerId = row.customerId === undefined ? row.id : row.customerId
  return customerId === null ? null : `/admin/customers/${customerId}`
}

type OrderRow = Omit<FoundOrder, 'at' | 'amountKobo' | 'status'> & {
  at: Date
  amountKobo: bigint
  state: keyof typeof STATES
}
type DepositRow = Omit<FoundDeposit, 'at' | 'amountKobo'> & { at: Date; amountKobo: bigint }
type CaseRow = Omit<FoundCase, 'at'> & { at: Date }

function presentCustomer({ name, email, ...customer }: FoundCustomer): FoundCustomer {
  return { ...customer, name: mask('full_name', name), email: mask('email', email) }
}

function presentOrder({ customer, state, amountKobo, at, ...order }: OrderRow): FoundOrder {
  return {
    ...order,
    customer: mask('full_name', customer),
    status: STATES[state].status,
    amountKobo: amountKobo.toString(),
    at: at.toISOString(),
  }
}

function presentDeposit({ customer, amountKobo, at, ...deposit }: DepositRow): FoundDeposit {
  return {
    ...deposit,
    customer: mask('full_name', customer),
    amountKobo: amountKobo.toString(),
    at: at.toISOString(),
  }
}

function presentCase({ at, ...each }: CaseRow): FoundCase {
  return { ...each, at: at.toISOString() }
}
