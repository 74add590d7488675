import { reEncryptPushKeys } from '#server/alerts/push/push-keys.ts'
import { reEncryptSubscriptions } from '#server/alerts/push/subscriptions.ts'
import type { Deps } from '#server/deps.ts'
import { reEncryptAuthenticators } from '#server/identity/mfa/authenticator.ts'
import { reEncryptEmails } from '#server/outbox/emails/queue-email.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { reEncryptCodes } from '#server/payments/bpc/re-encrypt-codes.ts'
import { reEncryptDeliveries } from '#server/payments/orders/sealed-delivery.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import type { TablesWith } from '#server/tables/tables.ts'

type SealDeps = Pick<Deps, 'keys' | 'randomBytes'>

/** For each table with boxes, re-encrypts up to `limit` of them and returns how many there were. */
const RE_ENCRYPT: Readonly<
  Record<TablesWith<{ keys: { kind: 'box' } }>, (tx: Transaction, deps: SealDeps, limit: number) => Promise<number>>
> = {
  bpc_codes: reEncryptCodes,
  authenticators: reEncryptAuthenticators,
  orders: reEncryptDeliveries,
  emails: reEncryptEmails,
  push_keys: reEncryptPushKeys,
  push_subscriptions: reEncryptSubscriptions,
}

/** Boxes of each kind per transaction. */
const AT_ONCE = 200

/** Queues the re-encryption, before a worker starts during a change of secret. */
export async function scheduleReEncryption(sql: Sql, now: Date): Promise<void> {
  await enqueue(sql, { kind: 're-encrypt', subjectId: 'all', userId: null, dueAt: now, now })
}

/**
 * After a change of secret: re-encrypts a portion of what the available keys open, until nothing is left under old
 * keys. An interrupted run resumes where it was.
 */
export async function reEncryptSecrets(
  deps: Pick<Deps, 'clock' | 'database' | 'keys' | 'log' | 'randomBytes'>,
  claim: Claim,
): Promise<JobResult> {
  const counts: Record<string, number> = {}
  await inFence(deps.database, claim, async (tx) => {
    for (const [table, reEncrypt] of Object.entries(RE_ENCRYPT)) counts[table] = await reEncrypt(tx, deps, AT_ONCE)
  })
  if (Object.values(counts).every((count) => count === 0)) return 'done'
  deps.log.info(counts, 'sealed under the new secret')
  return { dueAt: deps.clock.now() }
}
