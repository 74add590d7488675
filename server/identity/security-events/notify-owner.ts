import type { AccountEventKind } from '#contract/account-events.ts'
import type { DeviceId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { addAlert } from '#server/outbox/alerts/add-alert.ts'
import { queueEmail } from '#server/outbox/emails/queue-email.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'

export type AccountEventOf = {
  readonly userId: UserId
  readonly kind: AccountEventKind
  /** The device used; null when it was not one of the account's. */
  readonly deviceId: DeviceId | null
  /** The browser used, in our words, if it was not one of the account's devices. */
  readonly browser?: string | null
  /** A second address for the email, besides the account's own. */
  readonly alsoTo?: string
  /** When the emails are due; by default at once. */
  readonly emailAt?: Date
}

/** Events stored and shown in the app only: an email would repeat what its reader has just done. */
const WITHOUT_EMAIL: readonly AccountEventKind[] = ['account-opened']

/**
 * Records an account event and queues the emails to its owner, in the transaction that causes it: nobody changes how an
 * account is entered without its owner being notified.
 */
export async function notifyOwner(
  sql: Transaction,
  deps: Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes'>,
  of: AccountEventOf,
): Promise<void> {
  const at = deps.clock.now()
  const browser = of.deviceId === null ? (of.browser ?? null) : await findBrowser(sql, of.userId, of.deviceId)
  const id = deps.newId('aev')
  await sql.query(
    'insert into account_events (user_id, id, kind, device_id, browser, at) values ($1, $2, $3, $4, $5, $6)',
    [of.userId, id, of.kind, of.deviceId, browser, at],
  )
  if (WITHOUT_EMAIL.includes(of.kind)) return
  await addAlert(sql, deps, { userId: of.userId, kind: 'account', subjectId: id, facts: { event: of.kind, browser } })
  const [owner] = await sql.query<{ email: string }>('select email from users where id = $1', [of.userId])
  const addresses = [owner?.email, of.alsoTo].filter((each) => each !== undefined)
  for (const email of new Set(addresses)) {
    const content = { email, event: of.kind, browser, at: at.toISOString() }
    await queueEmail(sql, deps, { userId: of.userId, kind: 'account-event', content }, of.emailAt)
  }
}

async function findBrowser(sql: Sql, userId: UserId, deviceId: DeviceId): Promise<string | null> {
  const [session] = await sql.query<{ browser: string | null }>(
    'select browser from sessions where user_id = $1 and device_id = $2 order by created_at desc, id desc limit 1',
    [userId, deviceId],
  )
  return session?.browser ?? null
}
