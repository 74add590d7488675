import type { UserId } from '#contract/ids.ts'
import { type Kobo, kobo } from '#contract/money.ts'
import { BATCH_MAX } from '#server/platform/db/batch.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { account } from './accounts.ts'

export type UserBalances = { readonly availableKobo: Kobo; readonly heldKobo: Kobo; readonly debtKobo: Kobo }

/** SQL expression: the balance of an account of `user`, kobo. Zero for an account without postings. */
export const currentBalanceOf = (user: string, of: 'available' | 'held'): string =>
  `coalesce((select balance from ledger_accounts where user_id = ${user} and id = 'user:' || ${user} || ':${of}'), 0)`

/** A user's balances in the ledger, kobo. Zero for an account without postings. */
export async function readBalances(sql: Sql, userId: UserId): Promise<UserBalances> {
  const rows = await sql.query<{ id: string; balance: bigint }>(
    'select id, balance from ledger_accounts where user_id = $1',
    [userId],
  )
  const balanceOf = (id: string): Kobo => kobo(rows.find((row) => row.id === id)?.balance ?? 0n)
  return {
    availableKobo: balanceOf(account.available(userId)),
    heldKobo: balanceOf(account.held(userId)),
    debtKobo: balanceOf(account.debt(userId)),
  }
}

/**
 * Locks the row of the user's available account and returns its balance, kobo. Everything that decides about a user's
 * money (limits, freezes) takes this lock first, so two decisions about one user never run in parallel.
 */
export async function lockAvailable(tx: Transaction, userId: UserId): Promise<Kobo> {
  return (await lockAvailables(tx, [userId])).get(userId) ?? kobo(0n)
}

/**
 * Like lockAvailable, for up to BATCH_MAX users at once, locked in the order of their ids. Users who never had money
 * have no account and are left out.
 */
export async function lockAvailables(tx: Transaction, userIds: readonly UserId[]): Promise<Map<UserId, Kobo>> {
  const rows = await tx.query<{ userId: UserId; balance: bigint }>(
    // Read by key and bounded as server/wallet/read-wallet.ts explains.
    `select account.* from (
       select by_user, of_id from unnest($1::text[], $2::text[]) with ordinality as asked (by_user, of_id, place)
       where place between 1 and ${BATCH_MAX} order by by_user
     ) as asked
     cross join lateral (
       select user_id as "userId", balance from ledger_accounts where user_id = by_user and id = of_id for update
     ) as account`,
    [userIds, userIds.map((userId) => account.available(userId))],
  )
  return new Map(rows.map(({ userId, balance }) => [userId, kobo(balance)]))
}

/** The balance of a house account, kobo: the last rolled-up balance plus every entry since. */
export async function readHouseBalance(sql: Sql, accountId: string): Promise<bigint> {
  const [row] = await sql.query<{ balance: bigint }>(
    `with closed as (
       select through_day, balance from ledger_house_balances where account_id = $1 order by through_day desc limit 1
     )
     select (coalesce((select balance from closed), 0) + coalesce(sum(amount), 0))::bigint as balance
     from ledger_entries
     where account_id = $1 and seq is null
       and posted_at >= coalesce((select through_day + 1 from closed)::timestamp at time zone 'Africa/Lagos', '-infinity')`,
    [accountId],
  )
  return row?.balance ?? 0n
}

/**
 * The balances, in kobo, of the house accounts with this name prefix at the end of a Lagos day, or now if the day is
 * not over. Reads the rolled-up balances and the entries since.
 */
export async function readHouseBalancesAfter(
  sql: Sql,
  of: { readonly prefix: string; readonly day: string },
): Promise<{ accountId: string; balance: bigint }[]> {
  return await sql.query(
    `select names.account_id as "accountId", (coalesce(closed.balance, 0) + coalesce((
       select sum(e.amount) from ledger_entries e
       where e.account_id = names.account_id and e.seq is null
         and e.posted_at >= coalesce((closed.through_day + 1)::timestamp at time zone 'Africa/Lagos', '-infinity')
         and e.posted_at < ($2::date + 1)::timestamp at time zone 'Africa/Lagos'
     ), 0))::bigint as balance
     from ledger_house_accounts() as names (account_id)
     left join lateral (
       select through_day, balance from ledger_house_balances h
       where h.account_id = names.account_id and h.through_day <= $2::date order by through_day desc limit 1
     ) as closed on true
     where starts_with(names.account_id, $1) order by names.account_id`,
    [of.prefix, of.day],
  )
}
