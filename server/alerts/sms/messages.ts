import type { TransactionId, UserId } from '#contract/ids.ts'
import type { Kobo } from '#contract/money.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import type { Sms } from '#server/providers/sms/sms-provider.ts'

/** A message that was or may have been handed to the provider and is not known to be accepted. */
export type SendingSms = Sms & {
  readonly userId: UserId
  readonly alertId: string
  readonly provider: string
  readonly priceKobo: Kobo
  /** How often sending was requested from the provider. */
  readonly attempts: number
  readonly createdAt: Date
  readonly askedAt: Date
}

type Row = Omit<SendingSms, 'to' | 'text'> &
  ({ readonly state: 'sending'; readonly to: string; readonly text: string } | { readonly state: 'sent' | 'given-up' })

/** An alert's message; null if none was started. */
export async function findSms(sql: Sql, userId: UserId, alertId: string): Promise<Row | null> {
  const [row] = await sql.query<Row>(
    `select user_id as "userId", alert_id as "alertId", state, provider, phone as "to", text, price_kobo as "priceKobo",
       attempts::int as attempts, created_at as "createdAt", asked_at as "askedAt"
     from sms_messages where user_id = $1 and alert_id = $2`,
    [userId, alertId],
  )
  return row ?? null
}

/** Records a message before it is sent to the provider; null when another worker was faster. */
export async function beginSms(
  tx: Transaction,
  of: Omit<SendingSms, 'attempts' | 'createdAt' | 'askedAt'> & { readonly now: Date },
): Promise<SendingSms | null> {
  const begun = await tx.query(
    `insert into sms_messages (user_id, alert_id, state, provider, phone, text, parts, price_kobo, attempts, created_at, asked_at)
     values ($1, $2, 'sending', $3, $4, $5, 1, $6, 1, $7, $7) on conflict do nothing returning 1`,
    [of.userId, of.alertId, of.provider, of.to, of.text, of.priceKobo, of.now],
  )
  const { now, ...message } = of
  return begun.length === 0 ? null : { ...message, attempts: 1, createdAt: now, askedAt: now }
}

/** Records another attempt before it is made; false when another worker was faster. */
export async function beginSmsAgain(sql: Sql, message: SendingSms, now: Date): Promise<boolean> {
  const begun = await sql.query(
    `update sms_messages set attempts = attempts + 1, asked_at = $4
     where user_id = $1 and alert_id = $2 and state = 'sending' and attempts = $3 returning 1`,
    [message.userId, message.alertId, message.attempts, now],
  )
  return begun.length > 0
}

/** The provider has provably accepted it. Returns false when that was already recorded. */
export async function markSmsSent(
  tx: Transaction,
  message: SendingSms,
  of: { messageId: string; chargedKobo: Kobo; transactionId: TransactionId | null; now: Date },
): Promise<boolean> {
  const marked = await tx.query(
    `update sms_messages set state = 'sent', phone = null, text = null, provider_message_id = $3, charged_kobo = $4,
       transaction_id = $5, done_at = $6
     where user_id = $1 and alert_id = $2 and state = 'sending' returning 1`,
    [message.userId, message.alertId, of.messageId, of.chargedKobo, of.transactionId, of.now],
  )
  return marked.length > 0
}

export async function markSmsGivenUp(sql: Sql, message: SendingSms, now: Date): Promise<void> {
  await sql.query(
    `update sms_messages set state = 'given-up', phone = null, text = null, done_at = $3
     where user_id = $1 and alert_id = $2 and state = 'sending'`,
    [message.userId, message.alertId, now],
  )
}
