import type { FreezeBody } from '#contract/accounts.ts'
import type { FreezeHeading } from '#contract/freezes.ts'
import type { UserId } from '#contract/ids.ts'
import { CLOSED_ACCOUNT_NAME } from '#contract/privacy.ts'
import type { Deps } from '#server/deps.ts'
import { mayOwnerLift } from '#server/identity/accounts/freeze.ts'
import { checkApproval } from '#server/identity/devices/check-approval.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { hashPassword } from '#server/identity/sign-in/passwords.ts'
import { lockAvailable, readBalances } from '#server/ledger/balances.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { REMOVE_AGAIN_AFTER_MS, removePersonalRows } from './remove-personal-rows.ts'

const RANDOM_BYTES = 24

/**
 * Closes an account for good. Personal data is removed or replaced; the books stay as they are (KEPT_AFTER_CLOSING
 * lists what is kept). The email becomes free for another account. Needs the same proof as unfreezing, and an account
 * with no money in it or on its way.
 *
 * @throws AppError session.not-fresh · account.not-empty · account.frozen-by-team · session.none when it is closed
 *   already · server.busy, and those of checkApproval
 */
export async function closeAccount(deps: Deps, session: Session, { challenge, approval }: FreezeBody): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  await checkApproval(deps, { ...approval, session, purpose: 'close', challenge, terms: '' })
  const { userId, deviceId } = session
  const random = () => Buffer.from(deps.randomBytes(RANDOM_BYTES)).toString('base64url')
  // A random password that nobody ever knows.
  const passwordHash = await hashPassword(deps, random())
  const email = `closed-${random()}@invalid`
  await deps.database.transaction(async (tx) => {
    await lockToClose(tx, userId)
    await requireEmpty(tx, userId)
    await dropEmails(tx, userId, deps.clock.now())
    // Queued before the address is replaced: it is the last email to this address.
    await notifyOwner(tx, deps, { userId, kind: 'account-closed', deviceId })
    if (deps.config.emailProof) await forgetVisitor(tx, userId, email)
    await replacePerson(tx, { userId, email, passwordHash, now: deps.clock.now() })
    await removePersonalRows(tx, userId)
    await removeAgainLater(tx, deps, userId)
  })
  deps.wakeWorker()
  deps.log.warn({ userId }, 'account closed by its owner')
  deps.events.publish(userId, { topics: ['session'] })
}

/**
 * Locks in the usual order: the user's money first, then their row. Concurrent decisions about either wait and find the
 * account closed.
 */
async function lockToClose(tx: Transaction, userId: UserId): Promise<void> {
  await lockAvailable(tx, userId)
  const [open] = await tx.query<{ heading: FreezeHeading | null }>(
    'select operator_freeze_heading as heading from users where id = $1 and closed_at is null for update',
    [userId],
  )
  if (open === undefined) throw new AppError('session.none')
  // Closing would lift our team's freeze and remove the data under investigation.
  if (!mayOwnerLift(open.heading)) throw new AppError('account.frozen-by-team')
}

/** Refuses if money is in the account, on its way in or out, or owed. */
async function requireEmpty(tx: Transaction, userId: UserId): Promise<void> {
  const { availableKobo, heldKobo, debtKobo } = await readBalances(tx, userId)
  const unfinished = await tx.query(
    `select 1 from orders where user_id = $1 and state = any($2::text[])
     union all select 1 from deposits where user_id = $1 and state = 'quarantined'
     limit 1`,
    [userId, [...OPEN_STATES, 'awaiting_payment']],
  )
  const isEmpty = availableKobo === 0n && heldKobo === 0n && debtKobo === 0n && unfinished.length === 0
  if (!isEmpty) throw new AppError('account.not-empty')
}

/** Queued emails hold the address, and links into an account that no longer exists. */
async function dropEmails(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  await tx.query(
    `update emails set state = 'dropped', box = null, done_at = $2 where user_id = $1 and state = 'waiting'`,
    [userId, now],
  )
}

/**
 * Where emails are proved, a visitor with this account's email is this person. Their reports stay; the address goes,
 * and nobody can read the reports with it again.
 */
async function forgetVisitor(tx: Transaction, userId: UserId, email: string): Promise<void> {
  await tx.query(
    `update visitors set email = lower($2), pass_hash = null, pass_expires_at = null
     where email = (select lower(email) from users where id = $1)`,
    [userId, email],
  )
}

async function replacePerson(
  tx: Transaction,
  of: { userId: UserId; email: string; passwordHash: string; now: Date },
): Promise<void> {
  const { userId, now } = of
  await tx.query(
    'update users set closed_at = $2, full_name = $3, email = $4, password_hash = $5, name_changed_at = null where id = $1',
    [userId, now, CLOSED_ACCOUNT_NAME, of.email, of.passwordHash],
  )
  await tx.query('update devices set revoked_at = $2 where user_id = $1 and revoked_at is null', [userId, now])
  // The books keep that a purchase delivered a code, but not which code.
  await tx.query(
    `update bpc_codes set code_box = decode(repeat('00', 29), 'hex'), code_hash = sha256(convert_to(id, 'UTF8')),
       key_id = null
     where user_id = $1`,
    [userId],
  )
  await tx.query(
    'update orders set delivery_box = null, key_id = null where user_id = $1 and delivery_box is not null',
    [userId],
  )
}

/** Removes, an hour later, what requests under way wrote after this commit; none lasts that long. */
async function removeAgainLater(tx: Transaction, deps: Deps, userId: UserId): Promise<void> {
  const now = deps.clock.now()
  await tx.query(`delete from jobs where user_id = $1 and kind = 'issue-account'`, [userId])
  const dueAt = new Date(now.getTime() + REMOVE_AGAIN_AFTER_MS)
  await enqueue(tx, { kind: 'erase-user', subjectId: userId, userId, dueAt, now })
}
