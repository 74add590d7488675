import type { Deps } from '#server/deps.ts'
import { reEncryptAuthenticators } from '#server/identity/mfa/authenticator.ts'
import { reEncryptCodes } from '#server/payments/bpc/re-encrypt-codes.ts'
import { reEncryptPins } from '#server/payments/kinds/education/pins.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { reEncryptEmails } from '#server/platform/email/queue-email.ts'
import { type Claim, enqueue, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'

/** Of each kind in one transaction. */
const AT_ONCE = 200

/** Before a worker starts while the secret is being changed. */
export async function scheduleReEncryption(sql: Sql, now: Date): Promise<void> {
  await enqueue(sql, { kind: 're-encrypt', subjectId: 'all', userId: null, dueAt: now, now })
}

/**
 * After a change of the secret: seals a part of what can be opened anew under the present keys, until nothing lies under
 * others. Cut short anywhere, it goes on where it was.
 */
export async function reEncryptSecrets(
  deps: Pick<Deps, 'clock' | 'database' | 'keys' | 'log' | 'randomBytes'>,
  claim: Claim,
): Promise<JobResult> {
  const counts = await inFence(deps.database, claim, async (tx) => ({
    codes: await reEncryptCodes(tx, deps, AT_ONCE),
    examPins: await reEncryptPins(tx, deps, AT_ONCE),
    authenticators: await reEncryptAuthenticators(tx, deps, AT_ONCE),
    emails: await reEncryptEmails(tx, deps, AT_ONCE),
  }))
  if (Object.values(counts).every((count) => count === 0)) return 'done'
  deps.log.info(counts, 'sealed under the new secret')
  return { dueAt: deps.clock.now() }
}
