import { PRODUCT_NAMES, type Product } from '#contract/console/report-words.ts'
import type { DailyReport } from '#contract/console/reports.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Stretch } from './read-orders-of-day.ts'

type Row = {
  readonly product: Product
  readonly fees: bigint
  readonly commission: bigint
  readonly bpc: bigint
  readonly charged: bigint
  readonly duty: bigint
  readonly entries: number
}

/**
 * `$1`, `$2`: the day. Entries are found by account and time and summed by transfer; a transfer concerns at most one
 * order. Transfers and orders are looked up one by one by key, so a plan made for small tables reads no more of large
 * ones. A transfer without an order belongs to a deposit or is a correction. Expenses are negative in the books.
 */
export const EARNINGS_STATEMENT = `
  with moved as (
    select e.user_id, e.transfer_id,
      sum(e.amount) filter (where e.account_id in ('revenue:fees', 'revenue:sms')) as fees,
      sum(e.amount) filter (where e.account_id = 'revenue:commission') as commission,
      sum(e.amount) filter (where e.account_id = 'revenue:bpc') as bpc,
      -sum(e.amount) filter (where e.account_id like 'expense:%' or e.account_id like 'loss:%') as charged,
      sum(e.amount) filter (where e.account_id = 'payable:stamp-duty') as duty,
      count(*) filter (where e.account_id <> 'payable:stamp-duty') as entries
    from ledger_house_accounts() as names (account_id)
    join ledger_entries e on e.account_id = names.account_id and e.seq is null and e.posted_at >= $1 and e.posted_at < $2
    where names.account_id ~ '^(revenue|expense|loss):' or names.account_id = 'payable:stamp-duty'
    group by e.user_id, e.transfer_id
  )
  select coalesce(o.kind, case when t.kind in ('deposit', 'pay-in', 'quarantine', 'recall') then 'deposit' when t.kind = 'sms' then 'sms' else 'other' end)
      as product,
    coalesce(sum(fees), 0)::bigint as fees, coalesce(sum(commission), 0)::bigint as commission,
    coalesce(sum(bpc), 0)::bigint as bpc, coalesce(sum(charged), 0)::bigint as charged,
    coalesce(sum(duty), 0)::bigint as duty, sum(entries)::int as entries
  from moved
  cross join lateral (
    select subject_id, kind from ledger_transfers where user_id = moved.user_id and id = moved.transfer_id limit 1
  ) as t
  left join lateral (select kind from orders where user_id = moved.user_id and id = t.subject_id limit 1) as o on true
  group by product`

/** The ledger's earnings, provider charges and stamp duty. Kobo, by product. */
export async function readEarnings(
  sql: Sql,
  { from, until }: Stretch,
): Promise<Pick<DailyReport, 'earnings' | 'stampDutyKobo'>> {
  const rows = await sql.query<Row>(EARNINGS_STATEMENT, [from, until])
  const products = Object.keys(PRODUCT_NAMES)
  return {
    earnings: rows
      .filter(({ entries }) => entries > 0)
      .toSorted((one, other) => products.indexOf(one.product) - products.indexOf(other.product))
      .map(earningsLine),
    stampDutyKobo: `${rows.reduce((sum, { duty }) => sum + duty, 0n)}`,
  }
}

function earningsLine({ product, fees, commission, bpc, charged }: Row): DailyReport['earnings'][number] {
  return {
    product,
    feesKobo: `${fees}`,
    commissionKobo: `${commission}`,
    bpcKobo: `${bpc}`,
    costKobo: `${charged}`,
    netKobo: `${fees + commission + bpc - charged}`,
  }
}
