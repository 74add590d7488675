import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/** A violation: which rule, where, and by how much. Names ids and kobo, never a person. */
export type Incoherence = { readonly rule: 'I1' | 'I2' | 'I3' | 'I4' | 'I5'; readonly detail: string }

/** The owners to check: those after `after` up to and including `upTo`, and those in `owners`. */
export type Share = { readonly after: string | null; readonly upTo: string | null; readonly owners: readonly string[] }

export const WHOLE_BOOK: Share = { after: null, upTo: null, owners: [] }

/** Enough to see what happened. The audit lists everything. */
export const FINDINGS_MAX = 50

/** Makes the transaction a snapshot that writes nothing and blocks nobody. Must be its first statement. */
export async function beginSnapshot(tx: Transaction): Promise<void> {
  await tx.query('set transaction isolation level repeatable read')
}

/**
 * The violations in a snapshot: of the whole book in sum, and of every row in the share. Shares no code and no SQL with
 * the audit, which checks more and takes longer.
 */
export async function findIncoherences(tx: Transaction, share: Share): Promise<Incoherence[]> {
  return await tx.query<Incoherence>(FIND, [share.after, share.upTo, [...share.owners], [...OPEN_STATES]])
}

/** SQL condition: the row's owner is in the share. */
const mine = (column: string) =>
  `((($1::text is null or ${column} > $1) and ($2::text is null or ${column} <= $2)) or ${column} = any($3::text[]))`

/**
 * The whole book: every stored balance and, for house accounts, the last closed day and the entries since. Any change
 * to a balance shows here at once.
 */
const WHOLE = `
  with closed as (
    select distinct on (account_id) account_id, balance,
      (through_day + 1)::timestamp at time zone 'Africa/Lagos' as until
    from ledger_house_balances order by account_id, through_day desc
  ), total as (
    select (select coalesce(sum(balance), 0) from ledger_accounts)
      + (select coalesce(sum(balance), 0) from closed)
      + (select coalesce(sum(e.amount), 0) from ledger_entries e left join closed c using (account_id)
         where e.seq is null and (c.until is null or e.posted_at >= c.until)) as kobo
  )
  select 'I1' as rule, 'the whole book sums to ' || kobo || ' kobo' as detail from total where kobo <> 0`

/** Every transfer of the share. Its legs on house accounts are stored under the house. */
const TRANSFERS = `
  select 'I1', 'transfer ' || off.transfer_id || ' sums to ' || off.kobo || ' kobo'
  from (
    select own.transfer_id, own.kobo + coalesce((
      select sum(h.amount) from ledger_entries h where h.user_id = 'house' and h.transfer_id = own.transfer_id
    ), 0) as kobo
    from (
      select user_id, transfer_id, sum(amount) as kobo from ledger_entries
      where ${mine('user_id')} and user_id <> 'house' group by user_id, transfer_id having sum(amount) <> 0
    ) as own
    union all
    select e.transfer_id, sum(e.amount) from ledger_entries e
    join ledger_transfers t on t.user_id = 'house' and t.id = e.transfer_id
    where e.user_id = 'house' and ${mine('e.user_id')} group by e.transfer_id
    -- Those with all their legs here.
    having count(*) = max(e.leg) + 1
  ) as off
  where off.kobo <> 0`

const BALANCES = `
  select 'I2', coalesce(a.id, s.account_id) || ' has a balance of ' || coalesce(a.balance, 0) || ' kobo after '
    || coalesce(a.entry_count, 0) || ' entries, and ' || coalesce(s.entries, 0) || ' entries that sum to '
    || coalesce(s.kobo, 0) || ' kobo'
  from (select user_id, id, balance, entry_count from ledger_accounts where ${mine('user_id')}) as a
  full join (
    select user_id, account_id, sum(amount) as kobo, count(*) as entries from ledger_entries
    where seq is not null and ${mine('user_id')} group by user_id, account_id
  ) as s on s.user_id = a.user_id and s.account_id = a.id
  where coalesce(a.balance, 0) <> coalesce(s.kobo, 0) or coalesce(a.entry_count, 0) <> coalesce(s.entries, 0)`

const SIGNS = `
  select 'I3', id || ' holds ' || balance || ' kobo' from ledger_accounts
  where ${mine('user_id')} and case when id like '%:debt' then balance > 0 else balance < 0 end`

const HELD = `
  select 'I4', coalesce(h.user_id, o.user_id) || ' has ' || coalesce(h.balance, 0)
    || ' kobo reserved, and open orders of ' || coalesce(o.kobo, 0) || ' kobo'
  from (select user_id, balance from ledger_accounts where ${mine('user_id')} and id like 'user:%:held') as h
  full join (
    select user_id, sum(total_kobo) as kobo from orders
    where ${mine('user_id')} and paid_by = 'wallet' and state = any($4::text[]) group by user_id
  ) as o on o.user_id = h.user_id
  where coalesce(h.balance, 0) <> coalesce(o.kobo, 0)
  union all
  select 'I4', id || ' still holds ' || balance || ' kobo' from ledger_accounts
  where ${mine('user_id')} and id like 'order:%' and balance <> 0`

/** How each order's state says it was resolved, against what was posted about it. */
const RESOLUTIONS = `
  select 'I5', coalesce(o.id, t.subject_id) || ' is ' || coalesce(o.state, 'unknown') || ', and was resolved by '
    || coalesce(t.kinds, 'nothing')
  from (select user_id, id, state, returned_late from orders where ${mine('user_id')}) as o
  full join (
    select user_id, subject_id, string_agg(kind, ' and ' order by kind) as kinds from ledger_transfers
    where ${mine('user_id')} and kind in ('settle', 'release') group by user_id, subject_id
  ) as t on t.user_id = o.user_id and t.subject_id = o.id
  where coalesce(t.kinds, '') <> case
    when o.state in ('released', 'late_success') or o.returned_late then 'release'
    when o.state in ('settled', 'returned') then 'settle'
    else '' end`

/** One statement, so one round trip. */
const FIND = `select rule, detail from (
  ${[WHOLE, TRANSFERS, BALANCES, SIGNS, HELD, RESOLUTIONS].map((each) => `(${each})`).join('\n  union all\n  ')}
) as found limit ${FINDINGS_MAX}`
