import { isId, type RecoveryId, type UserId } from '#contract/ids.ts'
import { isSqlError, type Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError, RefusedError } from '../../errors.ts'
import { enqueue } from '../../jobs/queue.ts'
import { cleanLine } from '../../orders/clean-line.ts'
import { parseEmail } from '../accounts/person-rules.ts'
import { readOperator } from '../support/operator.ts'

const REASON_MIN_LENGTH = 10
const REASON_MAX_LENGTH = 500
const SHOWN_MAX = 100

type OperateDeps = Pick<Deps, 'clock' | 'database' | 'newId'>

/**
 * Opens the recovery of an account whose person has lost every way in. Changes nothing yet: another operator has to
 * confirm it, and then its owner has three days.
 *
 * @throws RefusedError when there is no such account, it has one open already, or something is missing
 */
export async function openRecovery(
  deps: OperateDeps,
  of: { uncheckedEmail: string; uncheckedNewEmail: string; uncheckedReason: string; uncheckedOperator: string },
): Promise<RecoveryId> {
  const by = readOperator(of.uncheckedOperator)
  const reason = cleanLine(of.uncheckedReason, REASON_MAX_LENGTH)
  if ([...reason].length < REASON_MIN_LENGTH) throw new RefusedError('how do you know who it is? Give --text "…"')
  const [email, newEmail] = [readEmail(of.uncheckedEmail, '--email'), readEmail(of.uncheckedNewEmail, '--new-email')]
  const id = deps.newId('rcv')
  const opened = await deps.database
    .query(
      `insert into account_recoveries (user_id, id, new_email, reason, opened_by, opened_at)
       select id, $2, $3, $4, $5, $6 from users where lower(email) = lower($1) and closed_at is null returning id`,
      [email, id, newEmail, reason, by, deps.clock.now()],
    )
    .catch((error: unknown) => {
      if (!isSqlError(error, '23505', 'account_recoveries_one_open')) throw error
      throw new RefusedError('this account has a recovery that is open already')
    })
  if (opened.length === 0) throw new RefusedError('no open account has this email')
  return id
}

/**
 * Confirms a recovery, as another operator than the one who opened it. From then on both mailboxes are told, and after
 * three days the account is given back, unless its owner stops it.
 *
 * @throws RefusedError when it is not open, was confirmed already, or by the one who opened it
 */
export async function confirmRecovery(
  deps: OperateDeps,
  of: { uncheckedId: string; uncheckedOperator: string },
): Promise<void> {
  const by = readOperator(of.uncheckedOperator)
  const now = deps.clock.now()
  await deps.database.transaction(async (tx) => {
    const [recovery] = await tx.query<{ userId: UserId; openedBy: string; isConfirmed: boolean }>(
      `select user_id as "userId", opened_by as "openedBy", confirmed_at is not null as "isConfirmed"
       from account_recoveries where id = $1 and stopped_at is null and done_at is null for update`,
      [readId(of.uncheckedId)],
    )
    if (recovery === undefined) throw new RefusedError('there is no open recovery of this id')
    if (recovery.isConfirmed) throw new RefusedError('it was confirmed already')
    if (recovery.openedBy.toLowerCase() === by.toLowerCase()) {
      throw new RefusedError('this takes two different people: one opens it, another one confirms it')
    }
    await tx.query('update account_recoveries set confirmed_by = $2, confirmed_at = $3 where id = $1', [
      of.uncheckedId,
      by,
      now,
    ])
    const { userId } = recovery
    await enqueue(tx, { kind: 'recovery', subjectId: of.uncheckedId, userId, dueAt: now, now })
  })
}

/** @throws RefusedError when it is not open */
export async function stopRecoveryByOperator(
  deps: OperateDeps,
  of: { uncheckedId: string; uncheckedOperator: string },
): Promise<void> {
  readOperator(of.uncheckedOperator)
  const stopped = await deps.database.query(
    `update account_recoveries set stopped_at = $2, stopped_by = 'operator'
     where id = $1 and stopped_at is null and done_at is null returning id`,
    [readId(of.uncheckedId), deps.clock.now()],
  )
  if (stopped.length === 0) throw new RefusedError('there is no open recovery of this id')
}

export type ShownRecovery = {
  readonly id: RecoveryId
  readonly userId: UserId
  readonly openedBy: string
  readonly openedAt: Date
  readonly confirmedBy: string | null
  readonly announcedAt: Date | null
  readonly stoppedBy: string | null
  readonly doneAt: Date | null
}

/** The recoveries of accounts, newest first. Names no email: who has to know one has given it. */
export async function listRecoveries(sql: Sql): Promise<ShownRecovery[]> {
  return await sql.query<ShownRecovery>(
    `select id, user_id as "userId", opened_by as "openedBy", opened_at as "openedAt", confirmed_by as "confirmedBy",
       announced_at as "announcedAt", stopped_by as "stoppedBy", done_at as "doneAt"
     from account_recoveries order by opened_at desc, id limit $1`,
    [SHOWN_MAX],
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
