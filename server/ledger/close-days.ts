import { type Database, isSqlError } from '#server/platform/db/database.ts'

/**
 * The longest that closing a day makes postings wait, ms. If a long transaction is in the way, the next roll-up closes
 * the day.
 */
const CLOSING_WAITS_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Closes the Lagos days that are over and sums up each house account through the last of them, so that reading its
 * balance stays fast. Uses no clock: a day is over once an entry is at least an hour past it. From then on the ledger
 * posts nothing into that day. Safe to repeat.
 */
export async function rollUpHouseAccounts(database: Database): Promise<void> {
  await closeDays(database)
  await database.query(
    `insert into ledger_house_balances (account_id, through_day, balance)
     select names.account_id, day.through_day,
       (coalesce(before.balance, 0) + coalesce((
         select sum(e.amount) from ledger_entries e
         where e.account_id = names.account_id and e.seq is null
           and e.posted_at < (day.through_day + 1)::timestamp at time zone 'Africa/Lagos'
           and e.posted_at >= coalesce((before.through_day + 1)::timestamp at time zone 'Africa/Lagos', '-infinity')
       ), 0))::bigint
     from (select max(through_day) as through_day from ledger_closed_days) as day
     cross join ledger_house_accounts() as names (account_id)
     left join lateral (
       select through_day, balance from ledger_house_balances h
       where h.account_id = names.account_id order by through_day desc limit 1
     ) as before on true
     where day.through_day is not null and (before.through_day is null or before.through_day < day.through_day)
     on conflict do nothing`,
  )
}

/**
 * Each posting locks a row of ledger_accounts before it looks for closed days. So while this holds the whole table,
 * everything posted into the day is committed, and every later posting sees that the day is closed.
 */
async function closeDays(database: Database): Promise<void> {
  const [over] = await database.query<{ day: string; newest: Date }>(
    `select ledger_day_closed_by(newest) as day, newest from ledger_newest_house_entry() as newest
     where newest is not null
       and ledger_day_closed_by(newest) > coalesce((select max(through_day) from ledger_closed_days), '-infinity')`,
  )
  if (over === undefined) return
  try {
    await database.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = ${CLOSING_WAITS_MS}`)
      await tx.query('lock table ledger_accounts in exclusive mode')
      await tx.query(
        'insert into ledger_closed_days (through_day, newest_posted_at) values ($1, $2) on conflict do nothing',
        [over.day, over.newest],
      )
    })
  } catch (error) {
    if (!isSqlError(error, LOCK_NOT_AVAILABLE)) throw error
  }
}
