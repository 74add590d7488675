import { isId, type RecoveryId, type UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { parseEmail } from '#server/identity/accounts/person-rules.ts'
import { addAuditLine, IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  askForActWithin,
  type Confirmation,
  carryOut,
  type HowDecided,
  type OperatorRequest,
  readRequest,
  signedAlone,
} from '#server/identity/operators/requests.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { isSqlError, type Sql } from '#server/platform/db/database.ts'
import { AppError, RefusedError } from '#server/platform/errors.ts'
import { readAtMost } from '#server/platform/text/read-whole-line.ts'

const REASON_MIN_LENGTH = 10
const REASON_MAX_LENGTH = 500

type OperateDeps = Pick<Deps, 'clock' | 'database' | 'log' | 'newId'>

/**
 * Opens the recovery of an account whose owner has lost every way in. Changes nothing yet: another operator has to
 * confirm it, and then the owner has three days.
 *
 * @throws RefusedError for an unknown account, one with an open recovery, or missing details
 */
export async function openRecovery(
  deps: OperateDeps,
  of: UncheckedRecovery & HowDecided & { by: ProvenOperator },
): Promise<RecoveryId> {
  const { email, newEmail, reason } = readRecovery(of)
  const id = deps.newId('rcv')
  await deps.database.transaction(async (tx) => {
    const opened = await tx
      .query(
        `insert into account_recoveries (user_id, id, new_email, reason, opened_by, opened_at)
         select id, $2, $3, $4, $5, $6 from users where lower(email) = lower($1) and closed_at is null returning id`,
        [email, id, newEmail, reason, of.by.name, deps.clock.now()],
      )
      .catch((error: unknown) => {
        if (!isSqlError(error, '23505', 'account_recoveries_one_open')) throw error
        throw new RefusedError('this account has a recovery that is open already')
      })
    if (opened.length === 0) throw new RefusedError('no open account has this email')
    // The details are in the recovery, which is immutable, so nothing personal is stored twice.
    await askForActWithin(tx, deps, { ...of, act: 'recover-account', subject: id, content: {} })
  })
  return id
}

export type UncheckedRecovery = {
  readonly uncheckedEmail: string
  readonly uncheckedNewEmail: string
  readonly uncheckedReason: string
}

/**
 * A valid request for a recovery.
 *
 * @throws RefusedError without a reason, and for an invalid email
 */
export function readRecovery(of: UncheckedRecovery): Omit<RecoveryToConfirm, 'request' | 'userId'> {
  const reason = readAtMost(of.uncheckedReason, { what: 'a reason', max: REASON_MAX_LENGTH })
  if ([...reason].length < REASON_MIN_LENGTH) throw new RefusedError('how do you know who it is? Give --text "…"')
  return {
    email: readEmail(of.uncheckedEmail, '--email'),
    newEmail: readEmail(of.uncheckedNewEmail, '--new-email'),
    reason,
  }
}

/**
 * What the second operator of a console reads before confirming.
 *
 * @throws RefusedError when it is not open or already confirmed
 */
export async function readRecoveryToConfirm(sql: Sql, id: string): Promise<Omit<RecoveryToConfirm, 'request'>> {
  const [found] = await sql.query<Omit<RecoveryToConfirm, 'request'>>(
    `select a.user_id as "userId", u.email, a.new_email as "newEmail", a.reason from account_recoveries a join users u on u.id = a.user_id
     where a.id = $1 and a.stopped_at is null and a.done_at is null and a.confirmed_at is null`,
    [id],
  )
  if (found === undefined) throw new RefusedError(NOT_OPEN)
  return found
}

/** What the second operator reads before confirming. */
export type RecoveryToConfirm = {
  readonly request: OperatorRequest
  readonly userId: UserId
  readonly email: string
  readonly newEmail: string
  readonly reason: string
}

/**
 * A recovery that waits for another operator.
 *
 * @throws RefusedError when it is not open, was confirmed already, or too long ago
 */
export async function readUnconfirmed(
  deps: Pick<Deps, 'clock' | 'database'>,
  uncheckedId: string,
): Promise<RecoveryToConfirm> {
  const [found] = await deps.database.query<Omit<RecoveryToConfirm, 'request'> & { requestId: string | null }>(
    `select a.user_id as "userId", u.email, a.new_email as "newEmail", a.reason,
       (select id from operator_requests r where r.act = 'recover-account' and r.subject = a.id) as "requestId"
     from account_recoveries a join users u on u.id = a.user_id
     where a.id = $1 and a.stopped_at is null and a.done_at is null`,
    [readId(uncheckedId)],
  )
  if (found === undefined) throw new RefusedError(NOT_OPEN)
  const { requestId, ...recovery } = found
  if (requestId === null)
    throw new RefusedError('the operator who opened it did not prove who they are: stop it, and open it again')
  return { ...recovery, request: await readRequest(deps, requestId, ['recover-account']) }
}

/**
 * Confirms a recovery, as an operator other than the one who opened it. Then both addresses are notified, and after
 * three days the account is given back, unless its owner stops it.
 *
 * @throws RefusedError for the same person and a request that ended, and when it is not open any more
 */
export async function confirmRecovery(deps: OperateDeps, of: Confirmation): Promise<void> {
  const { request, by } = of
  await carryOut(deps, of, async (tx, now) => {
    const [recovery] = await tx.query<{ userId: UserId }>(
      `update account_recoveries set confirmed_by = $2, confirmed_at = $3
       where id = $1 and stopped_at is null and done_at is null returning user_id as "userId"`,
      [request.subject, by.name, now],
    )
    if (recovery === undefined) throw new RefusedError(NOT_OPEN)
    await enqueue(tx, { kind: 'recovery', subjectId: request.subject, userId: recovery.userId, dueAt: now, now })
    return {}
  })
}

/** @throws RefusedError when it is not open */
export async function stopRecoveryByOperator(
  deps: OperateDeps,
  of: HowDecided & { uncheckedId: string; by: ProvenOperator },
): Promise<void> {
  const [id, now] = [readId(of.uncheckedId), deps.clock.now()]
  const { by, where = IN_TERMINAL } = of
  await deps.database.transaction(async (tx) => {
    const stopped = await tx.query(
      `update account_recoveries set stopped_at = $2, stopped_by = 'operator'
       where id = $1 and stopped_at is null and done_at is null returning id`,
      [id, now],
    )
    if (stopped.length === 0) throw new RefusedError(NOT_OPEN)
    await addAuditLine(tx, deps, { by, where, act: 'stop-recovery', subject: id, ...signedAlone(of) })
  })
  deps.log.warn({ operatorId: of.by.id, recoveryId: id }, 'a recovery was stopped by an operator')
}

/**
 * An open recovery and its owner.
 *
 * @throws RefusedError when there is none with this id
 */
export async function readOpenRecovery(sql: Sql, uncheckedId: string): Promise<Pick<ShownRecovery, 'id' | 'userId'>> {
  const [found] = await sql.query<Pick<ShownRecovery, 'id' | 'userId'>>(
    `select id, user_id as "userId" from account_recoveries where id = $1 and stopped_at is null and done_at is null`,
    [readId(uncheckedId)],
  )
  if (found === undefined) throw new RefusedError(NOT_OPEN)
  return found
}

const NOT_OPEN = 'there is no open recovery of this id'

/** `program`: another account had the new email by then. */
export type RecoveryStopper = 'owner' | 'operator' | 'program'

export type ShownRecovery = {
  readonly id: RecoveryId
  readonly userId: UserId
  readonly openedBy: string
  readonly openedAt: Date
  readonly confirmedBy: string | null
  readonly announcedAt: Date | null
  readonly stoppedBy: RecoveryStopper | null
  readonly doneAt: Date | null
}

/** The recoveries of accounts, newest first; without a limit all of them. Shows no email: those who need one have given it. */
export async function listRecoveries(sql: Sql, limit: number | null = null): Promise<ShownRecovery[]> {
  return await sql.query<ShownRecovery>(
    `select id, user_id as "userId", opened_by as "openedBy", opened_at as "openedAt", confirmed_by as "confirmedBy",
       announced_at as "announcedAt", stopped_by as "stoppedBy", done_at as "doneAt"
     from account_recoveries order by opened_at desc, id limit $1`,
    [limit],
  )
}

function readEmail(unchecked: string, option: string): string {
  try {
    return parseEmail(unchecked)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new RefusedError(`${option}: ${error.message}`)
  }
}

function readId(unchecked: string): RecoveryId {
  if (isId('rcv', unchecked)) return unchecked
  throw new RefusedError('which one? Give its id: rcv_…')
}
