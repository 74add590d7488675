import { PRODUCT_NAMES, type Product } from '#contract/console/report-words.ts'
import type { DailyReport } from '#contract/console/reports.ts'
import { account } from '#server/ledger/accounts.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Stretch } from './read-orders-of-day.ts'

type Row = { readonly accountId: string; readonly product: Product; readonly kobo: bigint }

/**
 * `$1`, `$2`: the day. The entries are found by account and time; each belongs to one transfer and at most one order, one by
 * one by their keys: a plan that was made for small tables reads no more of large ones. What is about no order is a deposit's, or of an operator's correction.
 */
export const EARNINGS_STATEMENT = `
  select e.account_id as "accountId",
    coalesce(o.kind, case when t.kind in ('deposit', 'pay-in', 'quarantine', 'recall') then 'deposit' else 'other' end)
      as product,
    sum(e.amount)::bigint as kobo
  from ledger_house_accounts() as names (account_id)
  join ledger_entries e on e.account_id = names.account_id and e.seq is null and e.posted_at >= $1 and e.posted_at < $2
  cross join lateral (
    select user_id, subject_id, kind from ledger_transfers where user_id = e.user_id and id = e.transfer_id limit 1
  ) as t
  left join lateral (select kind from orders where user_id = t.user_id and id = t.subject_id limit 1) as o on true
  where names.account_id ~ '^(revenue|expense|loss):' or names.account_id = 'payable:stamp-duty'
  group by e.account_id, product`

/** What the ledger booked as earned, as charged by providers, and as owed to the state. Kobo, by product. */
export async function readEarnings(
  sql: Sql,
  { from, until }: Stretch,
): Promise<Pick<DailyReport, 'earnings' | 'stampDutyKobo'>> {
  const rows = await sql.query<Row>(EARNINGS_STATEMENT, [from, until])
  const products = Object.keys(PRODUCT_NAMES) as Product[]
  const duty = rows.filter(({ accountId }) => accountId === account.stampDuty)
  return {
    earnings: products.flatMap((product) => earningsLine(product, rows)),
    stampDutyKobo: `${sumOf(duty)}`,
  }
}

function earningsLine(product: Product, rows: readonly Row[]): DailyReport['earnings'] {
  const own = rows.filter((row) => row.product === product && row.accountId !== account.stampDuty)
  if (own.length === 0) return []
  const of = (accountId: string) => sumOf(own.filter((row) => row.accountId === accountId))
  const earned = sumOf(own.filter(({ accountId }) => accountId.startsWith('revenue:')))
  // An expense is negative in the books: what we own.
  const charged = -sumOf(own.filter(({ accountId }) => !accountId.startsWith('revenue:')))
  return [
    {
      product,
      feesKobo: `${of(account.revenueFees)}`,
      commissionKobo: `${of(account.revenueCommission)}`,
      bpcKobo: `${of(account.revenueBpc)}`,
      costKobo: `${charged}`,
      netKobo: `${earned - charged}`,
    },
  ]
}

function sumOf(rows: readonly Row[]): bigint {
  return rows.reduce((sum, { kobo }) => sum + kobo, 0n)
}
