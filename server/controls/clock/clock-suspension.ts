import type { SuspensionId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { suspendMoney } from '#server/suspension/suspensions.ts'

/** How long a decision of two people about the time overrides other clocks, ms. */
const ACCEPTED_FOR_MS = 24 * 60 * 60_000

/** Why a clock must be wrong. */
export type WrongClock = {
  /** Text for operators. */
  readonly detail: string
  /** The newest ledger entry, if it is ahead of the clock. */
  readonly newestPostedAt: Date | null
}

/**
 * The time of the newest ledger entry ahead of an instant. Null when there is none, or when two people knew of it and
 * resumed payments.
 */
export async function newestPostedAfter(sql: Sql, at: Date): Promise<Date | null> {
  const [row] = await sql.query<{ newest: Date | null }>(
    `select max(posted_at) as newest from ledger_transfers where posted_at > $1 and posted_at > coalesce(
       (select max(since) from payment_suspensions where reason = 'clock' and confirmed_by is not null), '-infinity')`,
    [at],
  )
  return row?.newest ?? null
}

/**
 * Suspends all money, or keeps it suspended, dated by the database's own clock, which all processes share. If two
 * people resumed payments although other clocks disagreed, their decision holds for a day. Returns whether the
 * suspension is new.
 */
export async function keepSuspended(
  tx: Transaction,
  deps: Pick<Deps, 'log' | 'newId'>,
  wrong: WrongClock,
  at: Date,
): Promise<boolean> {
  if (wrong.newestPostedAt === null && (await isAccepted(tx))) return false
  const stop = { id: deps.newId('stp'), reason: 'clock', detail: wrong.detail, since: wrong.newestPostedAt } as const
  if ((await suspendMoney(tx, { ...stop, stoppedAt: at })) === null) {
    await tx.query(
      `update payment_suspensions set seen_at = clock_timestamp(), seen_count = seen_count + 1
       where reason = 'clock' and lifted_at is null`,
    )
    return false
  }
  await raiseAlarm(tx, deps.log, { kind: 'clock-wrong', subjectId: stop.id, detail: wrong.detail, at })
  return true
}

async function isAccepted(tx: Transaction): Promise<boolean> {
  const accepted = await tx.query(
    `select 1 from payment_suspensions where reason = 'clock' and confirmed_by is not null and since is null
       and seen_at > clock_timestamp() - $1 * interval '1 millisecond' limit 1`,
    [ACCEPTED_FOR_MS],
  )
  return accepted.length > 0
}

/** The open suspension, and how often a process has found its clock wrong during it. */
export type ClockSuspension = { readonly id: SuspensionId; readonly seenCount: bigint }

export async function readClockSuspension(sql: Sql): Promise<ClockSuspension | null> {
  const [open] = await sql.query<ClockSuspension>(
    `select id, seen_count as "seenCount" from payment_suspensions where reason = 'clock' and lifted_at is null`,
  )
  return open ?? null
}

/**
 * Resumes payments, unless a process has found its clock wrong since the suspension was read. Returns whether payments
 * resumed.
 */
export async function liftClockSuspension(sql: Sql, { id, seenCount }: ClockSuspension, at: Date): Promise<boolean> {
  const lifted = await sql.query(
    `update payment_suspensions set lifted_at = $3, lifted_by = 'clock'
     where id = $1 and seen_count = $2 and lifted_at is null returning 1`,
    [id, seenCount, at],
  )
  return lifted.length > 0
}
