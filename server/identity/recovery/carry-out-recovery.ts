import { RECOVERY_WAIT_MS } from '#contract/constants.ts'
import type { RecoveryId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { queueEmail } from '#server/outbox/emails/queue-email.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import { REFERRING_FIRST } from '#server/tables/tables.ts'

type OpenRecovery = { readonly userId: UserId; readonly newEmail: string; readonly announcedAt: Date | null }

/**
 * Carries out a confirmed recovery: notifies both addresses and, three days later, gives the account to the new
 * address's reader. Passkeys, authenticator app, recovery codes, device and sessions end, and a link for a new password
 * goes to the new mailbox. No operator ever knows a secret of the account. Does nothing if the recovery was stopped.
 */
export async function workRecovery(deps: Deps, claim: Claim): Promise<JobResult> {
  const id = claim.subjectId as RecoveryId
  const result = await inFence(deps.database, claim, async (tx): Promise<JobResult> => {
    const recovery = await lockOpen(tx, claim.userId, id)
    if (recovery === null) return 'done'
    const now = deps.clock.now()
    if (recovery.announcedAt === null) return await announce(tx, deps, id, recovery)
    const dueAt = new Date(recovery.announcedAt.getTime() + RECOVERY_WAIT_MS)
    if (now < dueAt) return { dueAt }
    await giveBack(tx, deps, id, recovery)
    return 'done'
  })
  if (claim.userId !== null) deps.events.publish(claim.userId, { topics: ['session'] })
  deps.wakeWorker()
  return result
}

/** Locks the user's row first, like a sign-in that stops the recovery. */
async function lockOpen(tx: Transaction, userId: Claim['userId'], id: RecoveryId): Promise<OpenRecovery | null> {
  await tx.query('select 1 from users where id = $1 for update', [userId])
  const [recovery] = await tx.query<OpenRecovery>(
    `select r.user_id as "userId", r.new_email as "newEmail", r.announced_at as "announcedAt"
     from account_recoveries r join users u on u.id = r.user_id and u.closed_at is null
     where r.user_id = $1 and r.id = $2 and r.confirmed_at is not null and r.stopped_at is null and r.done_at is null
     for update of r`,
    [userId, id],
  )
  return recovery ?? null
}

async function announce(tx: Transaction, deps: Deps, id: RecoveryId, of: OpenRecovery): Promise<JobResult> {
  const now = deps.clock.now()
  await tx.query('update account_recoveries set announced_at = $3 where user_id = $1 and id = $2', [of.userId, id, now])
  await notifyOwner(tx, deps, { userId: of.userId, kind: 'recovery-begun', deviceId: null })
  await writeToNewMailbox(tx, deps, of, 'recovery-begun')
  deps.log.warn({ userId: of.userId, recoveryId: id }, 'the recovery of an account was announced')
  return { dueAt: new Date(now.getTime() + RECOVERY_WAIT_MS) }
}

async function giveBack(tx: Transaction, deps: Deps, id: RecoveryId, of: OpenRecovery): Promise<void> {
  const { userId, newEmail } = of
  const now = deps.clock.now()
  const taken = await tx.query('select 1 from users where lower(email) = lower($2) and id <> $1', [userId, newEmail])
  if (taken.length > 0) {
    await tx.query(
      "update account_recoveries set stopped_at = $3, stopped_by = 'program' where user_id = $1 and id = $2",
      [userId, id, now],
    )
    const detail = 'another account has the new email by now: nothing was changed'
    await raiseAlarm(tx, deps.log, { kind: 'recovery-impossible', subjectId: id, detail, at: now })
    return
  }
  for (const table of REFERRING_FIRST) {
    const isOpening = table.owner === 'user_id' && table.onRecovery === 'removed'
    if (isOpening) await tx.query(`delete from ${table.name} where user_id = $1`, [userId])
  }
  await tx.query('update sessions set ended_at = $2 where user_id = $1 and ended_at is null', [userId, now])
  await tx.query('update devices set revoked_at = $2 where user_id = $1 and revoked_at is null', [userId, now])
  // Before the email is replaced, so that the old address is notified as well.
  await notifyOwner(tx, deps, { userId, kind: 'account-recovered', deviceId: null })
  await tx.query('update users set email = $2, new_since = $3 where id = $1', [userId, newEmail, now])
  await tx.query('update account_recoveries set done_at = $3 where user_id = $1 and id = $2', [userId, id, now])
  await queueEmail(tx, deps, { userId, kind: 'password-reset', content: { email: newEmail } })
  deps.log.warn({ userId, recoveryId: id }, 'an account was given back')
}

/** Without the freeze link: it is not yet known whose mailbox it is. */
async function writeToNewMailbox(
  tx: Transaction,
  deps: Deps,
  of: OpenRecovery,
  event: 'recovery-begun',
): Promise<void> {
  const content = { email: of.newEmail, event, browser: null, at: deps.clock.now().toISOString() }
  await queueEmail(tx, deps, { userId: null, kind: 'account-event', content })
}
