import { type CheckResult, startCheck } from './checks.ts'
import { type Query, stream, text, whole } from './rows.ts'

/** I1 over the whole book; I2 for house accounts, which have no balance row: each roll-up equals their sum. */
export async function auditHouse(query: Query): Promise<CheckResult[]> {
  return [await auditWholeBook(query), await auditRollUps(query)]
}

async function auditWholeBook(query: Query): Promise<CheckResult> {
  const check = startCheck('I1', 'the whole book sums to zero', 'accounts')
  const [row] = await query(`
    select (select coalesce(sum(amount), 0) from ledger_entries)::text as entries,
      (select coalesce(sum(balance), 0) from ledger_accounts)::text as kept,
      (select coalesce(sum(amount), 0) from ledger_entries where seq is null)::text as house,
      ((select count(*) from ledger_accounts)
        + (select count(distinct account_id) from ledger_entries where seq is null))::text as accounts`)
  if (row === undefined) throw new Error('the database answered no sum')
  check.examine(whole(row, 'accounts'))
  if (whole(row, 'entries') !== 0n) check.problem(`all entries sum to ${row.entries}`)
  if (whole(row, 'kept') + whole(row, 'house') !== 0n) {
    check.problem(`kept balances make ${row.kept}, house accounts ${row.house}: not the opposite`)
  }
  return check.result()
}

// Each account's days, and after each day the roll-up through it. Lagos days: UTC+1 all year.
const DAYS_AND_ROLL_UPS = `
  select account_id, ((posted_at at time zone 'UTC') + interval '1 hour')::date as day, 0 as place,
    sum(amount)::text as amount, null::text as balance
  from ledger_entries where seq is null group by 1, 2
  union all
  select account_id, through_day, 1, null, balance::text from ledger_house_balances
  order by 1, 2, 3`

async function auditRollUps(query: Query): Promise<CheckResult> {
  const check = startCheck('I2', 'every rolled-up house balance is the sum of its entries', 'roll-ups')
  let account = ''
  let sum = 0n
  for await (const row of stream(query, 'audit_house', DAYS_AND_ROLL_UPS)) {
    if (row.account_id !== account) {
      account = text(row, 'account_id')
      sum = 0n
    }
    if (row.balance === null) {
      sum += whole(row, 'amount')
      continue
    }
    check.examine()
    if (whole(row, 'balance') !== sum) {
      check.problem(`${account} through ${row.day}: rolled up as ${row.balance}, its entries sum to ${sum}`)
    }
  }
  return check.result()
}
