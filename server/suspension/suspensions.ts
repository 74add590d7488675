import type { SuspensionId } from '#contract/ids.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Why no money moves. `books`: the ledger does not add up, so nothing leaves custody. `restored`: this database comes
 * from a backup, so nothing is sent, credited, cancelled or given back until the providers' lists are matched. `clock`:
 * a process's clock cannot be right, so nothing is decided by it.
 */
export type SuspensionReason = 'books' | 'restored' | 'clock'

export type Suspension = {
  readonly id: SuspensionId
  readonly reason: SuspensionReason
  /** Text for operators. */
  readonly detail: string
  /** `restored`: the last moment the backup knows of. `clock`: the newest entry, if it is ahead of the clock. */
  readonly since: Date | null
  readonly stoppedAt: Date
}

/** Retry interval of work that waits for a suspension to be lifted, ms. */
export const SUSPENDED_RETRY_MS = 30_000

/** The advisory lock that movements of money share and a suspension takes exclusively. */
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
  // Two statements: the second takes its snapshot after the lock is granted.
  const [, stops] = await Promise.all([lockGate(tx), readSuspensions(tx)])
  return stops
}

/** Takes only the lock of lockSuspensions, for callers that then read what it protects in their own statement. */
export async function lockGate(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock_shared($1)', [GATE])
}

/** What a suspension can block. `in`: money into a wallet or a purchase. `undo`: cancelling or returning. */
export type MoneyDirection = 'out' | 'in' | 'undo'

const CLOSED: Readonly<Record<SuspensionReason, readonly MoneyDirection[]>> = {
  books: ['out'],
  restored: ['out', 'in', 'undo'],
  clock: ['out', 'in', 'undo'],
}

/** Whether one of these suspensions blocks this direction. */
export function isSuspended(stops: readonly Pick<Suspension, 'reason'>[], movement: MoneyDirection): boolean {
  return stops.some(({ reason }) => CLOSED[reason].includes(movement))
}

/**
 * Whether a process's clock cannot be right. Then nothing is decided by time, and no dates are written that others rely
 * on.
 */
export function isClockInDoubt(stops: readonly Pick<Suspension, 'reason'>[]): boolean {
  return stops.some(({ reason }) => reason === 'clock')
}

/**
 * Refuses what needs a correct clock. `message` says what did not happen.
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
 * Refuses while one of these suspensions blocks this direction.
 *
 * @throws AppError `money-out.restoring`, `money-out.clock`, `money-out.stopped`
 */
export function refuseIfSuspended(stops: readonly Pick<Suspension, 'reason'>[], movement: MoneyDirection): void {
  if (!isSuspended(stops, movement)) return
  const isFor = (reason: SuspensionReason) => stops.some((stop) => stop.reason === reason)
  const reason = isFor('restored') ? 'restored' : isFor('clock') ? 'clock' : 'books'
  if (reason === 'books') throw new AppError('money-out.stopped')
  // The order may have been sent after the backup, so the message must not say that no money has left.
  const said = movement === 'undo' ? { message: UNDO_LATER[reason] } : {}
  throw new AppError(reason === 'restored' ? 'money-out.restoring' : 'money-out.clock', said)
}

/** Waits for every movement of money in progress, and blocks others until this transaction ends. */
export async function closeGate(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [GATE])
}

/**
 * Suspends money, once per reason: a second suspension for the same reason changes nothing. Waits for every movement in
 * progress. Returns the suspension if it is new.
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
 * Lifts the open suspension for a reason; the database enforces who may. `books` takes two different people; `restored`
 * only the reconciliation (`confirmedBy` null); `clock` two people, or a clock that is right again. Returns whether
 * there was one.
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
