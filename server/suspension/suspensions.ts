import type { SuspensionId } from '#contract/ids.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Why no money moves. `books`: the ledger does not add up, so nothing leaves custody. `restored`: this database is a
 * backup, so nothing is sent, credited, cancelled or given back until the providers' lists are matched. `clock`: the clock of
 * a process cannot be right, so nothing is decided by it.
 */
export type SuspensionReason = 'books' | 'restored' | 'clock'

export type Suspension = {
  readonly id: SuspensionId
  readonly reason: SuspensionReason
  /** For operators. */
  readonly detail: string
  /** `restored`: the last moment the backup knows of. `clock`: the newest entry, where that one lies ahead of the clock. */
  readonly since: Date | null
  readonly stoppedAt: Date
}

/** How soon work that waits for a stop to be lifted looks again, ms. */
export const SUSPENDED_RETRY_MS = 30_000

/** The advisory lock that a movement of money shares and a stop takes alone. */
const GATE = 727_202

/** The open suspensions right now. Binding only for callers holding the suspension lock. */
export async function readSuspensions(sql: Sql): Promise<Suspension[]> {
  return await sql.query<Suspension>(
    `select id, reason, detail, since, stopped_at as "stoppedAt" from payment_suspensions
     where lifted_at is null order by stopped_at, reason`,
  )
}

/**
 * The open suspensions, binding until this transaction ends: a new one waits for all holders of this lock, and later callers
 * see it. Taken before any lock on an order or an account, and by a worker after the lock on its job.
 */
export async function lockSuspensions(tx: Transaction): Promise<Suspension[]> {
  // Two statements: the snapshot of the second is taken after the lock was given.
  const [, stops] = await Promise.all([lockGate(tx), readSuspensions(tx)])
  return stops
}

/** The lock that lockSuspensions takes, for callers that read what it protects themselves, in a statement of its own. */
export async function lockGate(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock_shared($1)', [GATE])
}

/** What a suspension can block. `in`: money for a wallet or a purchase. `undo`: cancelling or returning. */
export type MoneyDirection = 'out' | 'in' | 'undo'

const CLOSED: Readonly<Record<SuspensionReason, readonly MoneyDirection[]>> = {
  books: ['out'],
  restored: ['out', 'in', 'undo'],
  clock: ['out', 'in', 'undo'],
}

/** Whether one of these stops closes this way. */
export function isSuspended(stops: readonly Pick<Suspension, 'reason'>[], movement: MoneyDirection): boolean {
  return stops.some(({ reason }) => CLOSED[reason].includes(movement))
}

/** Whether the clock of a process cannot be right: nothing is decided by a time then, and nothing dated that others go by. */
export function isClockInDoubt(stops: readonly Pick<Suspension, 'reason'>[]): boolean {
  return stops.some(({ reason }) => reason === 'clock')
}

/**
 * Refuses what needs a clock that can be right. `message` says what did not happen.
 *
 * @throws AppError `money-out.clock`
 */
export function refuseInDoubt(stops: readonly Pick<Suspension, 'reason'>[], message: string): void {
  if (isClockInDoubt(stops)) throw new AppError('money-out.clock', { message })
}

const UNDO_LATER = {
  restored:
    'Nothing can be returned or cancelled while we check our restored records. Nothing was changed. Your wallet shows when that is over.',
  clock:
    'Nothing can be returned or cancelled while our server’s clock is wrong. Nothing was changed. Your wallet shows when that is over.',
} as const

/**
 * Refuses while one of these stops closes this way.
 *
 * @throws AppError `money-out.restoring`, `money-out.clock`, `money-out.stopped`
 */
export function refuseIfSuspended(stops: readonly Pick<Suspension, 'reason'>[], movement: MoneyDirection): void {
  if (!isSuspended(stops, movement)) return
  const isFor = (reason: SuspensionReason) => stops.some((stop) => stop.reason === reason)
  const reason = isFor('restored') ? 'restored' : isFor('clock') ? 'clock' : 'books'
  if (reason === 'books') throw new AppError('money-out.stopped')
  // What was agreed to may have been sent after the backup: nobody may say that no money has left.
  const said = movement === 'undo' ? { message: UNDO_LATER[reason] } : {}
  throw new AppError(reason === 'restored' ? 'money-out.restoring' : 'money-out.clock', said)
}

/** Waits for every movement that has passed the gate, and blocks others until this transaction ends. */
export async function closeGate(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [GATE])
}

/**
 * Stops money, once per reason: a second stop for the same reason changes nothing. Waits for every movement that has passed
 * the gate. Returns the stop when it is new.
 */
export async function suspendMoney(tx: Transaction, stop: Suspension): Promise<Suspension | null> {
  await closeGate(tx)
  const fresh = await tx.query(
    `insert into payment_suspensions (id, reason, detail, since, stopped_at, seen_at)
     values ($1, $2::text, $3, $4, $5, case when $2 = 'clock' then clock_timestamp() end)
     on conflict (reason) where lifted_at is null do nothing returning 1`,
    [stop.id, stop.reason, stop.detail, stop.since, stop.stoppedAt],
  )
  return fresh.length > 0 ? stop : null
}

/**
 * Lifts the open stop for a reason. `books` takes two different people, `restored` only the reconciliation (`confirmedBy` null),
 * `clock` either two people or the clock that is right again: the database refuses anything else. Returns whether there was one.
 */
export async function liftSuspension(
  tx: Transaction,
  of: { reason: SuspensionReason; liftedBy: string; confirmedBy: string | null; at: Date },
): Promise<boolean> {
  const lifted = await tx.query(
    `update payment_suspensions set lifted_at = $2, lifted_by = $3, confirmed_by = $4
     where reason = $1 and lifted_at is null returning 1`,
    [of.reason, of.at, of.liftedBy, of.confirmedBy],
  )
  return lifted.length > 0
}
