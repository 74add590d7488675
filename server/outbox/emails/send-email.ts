import type { EmailId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { alarmRefusedEmail } from '#server/outbox/alarms/alarm-refused-email.ts'
import type { Email, EmailFailure } from '#server/platform/email/email.ts'
import { type Claim, inFence, TRIES_BEFORE_GIVEN_UP } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import type { EmailComposer, EmailComposers, QueuedEmail } from './email-kinds.ts'
import { findWaitingEmail } from './queue-email.ts'

/** The code or link in an email has expired by then. */
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000
const PAUSE_MIN_MS = 2_000
const PAUSE_MAX_MS = 15 * 60_000

/**
 * Sends one email, or retries later. An email with an unknown outcome is sent again: the reply may be lost after the
 * server accepted it, and two emails are better than none.
 */
export async function sendEmail(deps: Deps, claim: Claim, writers: EmailComposers): Promise<JobResult> {
  const id = claim.subjectId as EmailId
  const waiting = await findWaitingEmail(deps.database, deps, id)
  if (waiting === null) return 'done'
  const email = await write(writers, waiting.mail)
  if (email === null) return await end(deps, claim, 'dropped')
  try {
    await deps.mailer.send({ ...email, id })
  } catch (error) {
    const now = deps.clock.now()
    const ageMs = now.getTime() - waiting.createdAt.getTime()
    const isTooOld = ageMs > GIVEN_UP_AFTER_MS && claim.attempts >= TRIES_BEFORE_GIVEN_UP
    const failure = error as EmailFailure
    const givenUp = isTooOld || failure.isFinal === true
    await alarmRefusedEmail(deps, failure)
    deps.log.warn({ err: error, mailId: id, mail: waiting.mail.kind, givenUp }, 'an email was not sent')
    if (givenUp) return await end(deps, claim, 'given-up')
    const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** Math.min(claim.attempts, 12))
    return { dueAt: new Date(now.getTime() + pauseMs) }
  }
  return await end(deps, claim, 'sent')
}

/** The kind selects the writer; content and kind match since they were queued together. */
async function write(writers: EmailComposers, mail: QueuedEmail): Promise<Email | null> {
  const writer = writers[mail.kind] as EmailComposer<QueuedEmail['kind']>
  return await writer(mail.content as never, mail as never)
}

/** `dropped`: nothing is left to say. `given-up`: no mail server took it in time. */
export type EmailState = 'waiting' | 'sent' | 'dropped' | 'given-up'

async function end(deps: Deps, claim: Claim, state: Exclude<EmailState, 'waiting'>): Promise<'done'> {
  await inFence(deps.database, claim, (tx) =>
    tx.query("update emails set state = $2, box = null, done_at = $3 where id = $1 and state = 'waiting'", [
      claim.subjectId,
      state,
      deps.clock.now(),
    ]),
  )
  return 'done'
}
