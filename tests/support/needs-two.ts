import { recordOpen } from '#server/controls/reconciliation/record-exceptions.ts'
import type { TestJara } from './jara.ts'

export const STOP = 'stp_test'
export const DIFFERENCE = '7'
export const OTHER_DIFFERENCE = '8'

/** Suspends money out although the books balance: two operators can resume it. */
export async function stopBooks(jara: TestJara): Promise<void> {
  await jara.database.query(
    `insert into payment_suspensions (id, reason, detail, stopped_at)
     values ($1, 'books', 'an entry did not add up', $2)`,
    [STOP, jara.clock.now()],
  )
}

/** Makes a provider's balance differ from ours by this much. Returns the difference's number, given or next. */
export async function differ(
  { database, clock }: TestJara,
  of: { number?: string; differenceKobo: bigint },
): Promise<string> {
  const [row] = await database.query<{ number: string }>(
    `insert into reconciliation_exceptions (provider, kind, reference, number, detail, difference_kobo, found_at, seen_at)
     select 'paystack', 'balance-differs', 'difference-' || next.number, next.number, 'holds ₦500.00 more than we know of', $2, $3, $3
     from (select coalesce($1::bigint, max(number) + 1, 1) as number from reconciliation_exceptions) next
     returning number::text`,
    [of.number ?? null, of.differenceKobo, clock.now()],
  )
  return row?.number ?? ''
}

/** The id of a reconciliation run that ended now, with the open differences. */
export async function compared({ database, clock, deps }: TestJara): Promise<string> {
  const id = deps.newId('rec')
  await database.query(
    `insert into reconciliation_runs (id, window_from, window_to, began_at, ended_at, lines, matched, pending, exceptions,
       fresh, gaps, reached, not_ours, set_aside)
     values ($1, $2, $2, $2, $2, 9, 7, 1, 1, 1, '{}', '{paystack}', 0, '{}')`,
    [id, clock.now()],
  )
  await database.transaction((tx) => recordOpen(tx, id))
  return id
}

/** What a provider holds of our own money, and whether a difference and a stop are open. */
export async function undecided(jara: TestJara): Promise<object> {
  const [row] = await jara.database.query<object>(
    `select (select own_kobo::text from provider_opening_balances where provider = 'paystack') as own,
       (select count(*)::int from reconciliation_exceptions where closed_at is null) as differences,
       (select count(*)::int from payment_suspensions where lifted_at is null) as stops,
       (select count(*)::int from operator_requests where confirmed_at is not null and act <> 'enrol-passkey') as confirmed`,
  )
  return row ?? {}
}
