import type { UserId } from '#contract/ids.ts'
import { type Kobo, kobo } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { account } from '#server/ledger/accounts.ts'
import { lockAvailable } from '#server/ledger/balances.ts'
import { postTransfer } from '#server/ledger/post.ts'
import { addStatementLine } from '#server/ledger/statement.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { isSuspended, lockSuspensions } from '#server/suspension/suspensions.ts'
import { markSmsSent, type SendingSms } from './messages.ts'

/**
 * The provider has accepted the message: marks it sent and charges its price, in one transaction. It is free if the
 * money was spent meanwhile, or while money out is frozen or suspended: an SMS never causes a debt. It is charged once,
 * however often it is found.
 */
export async function settleSms(deps: Deps, message: SendingSms, messageId: string): Promise<void> {
  const charged = await deps.database.transaction((tx) => settleWithin(tx, deps, message, messageId))
  if (charged === null) return
  deps.metrics.countSms({ provider: message.provider, outcome: 'sent' })
  if (charged === 0n) return
  deps.metrics.countSmsCharge(message.provider)
  deps.events.publish(message.userId, { topics: ['wallet', 'transactions'] })
}

/** What was charged, kobo; null when the message was settled before. */
async function settleWithin(tx: Transaction, deps: Deps, message: SendingSms, messageId: string): Promise<Kobo | null> {
  const { userId, priceKobo } = message
  const now = deps.clock.now()
  const stops = await lockSuspensions(tx)
  const availableKobo = await lockAvailable(tx, userId)
  const isFree = isSuspended(stops, 'out') || availableKobo < priceKobo || (await isMoneyOutFrozen(tx, userId, now))
  const transactionId = isFree ? null : deps.newId('txn')
  const chargedKobo = isFree ? kobo(0n) : priceKobo
  if (!(await markSmsSent(tx, message, { messageId, chargedKobo, transactionId, now }))) return null
  if (transactionId !== null) await charge(tx, deps, message, transactionId)
  return chargedKobo
}

// user:ada:available → revenue:sms 6.00
async function charge(
  tx: Transaction,
  deps: Deps,
  { userId, alertId, priceKobo }: SendingSms,
  transactionId: NonNullable<Parameters<typeof markSmsSent>[2]['transactionId']>,
): Promise<void> {
  const at = deps.clock.now()
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId,
    kind: 'sms',
    key: `sms:${alertId}`,
    subjectId: alertId,
    movements: [{ from: account.available(userId), to: account.revenueSms, amountKobo: priceKobo }],
    at,
  })
  await addStatementLine(tx, {
    id: transactionId,
    userId,
    kind: 'sms',
    title: 'SMS alert',
    counterparty: null,
    counterpartyDetail: null,
    amountKobo: -priceKobo,
    status: 'completed',
    at,
  })
}

/** Whether this person’s money out is frozen: by themselves, by our team, or for a while after a recovery. */
export async function isMoneyOutFrozen(sql: Sql, userId: UserId, now: Date): Promise<boolean> {
  const [row] = await sql.query<{ frozen: boolean }>(
    `select frozen_at is not null or operator_freeze_id is not null or coalesce(money_out_frozen_until > $2, false) as frozen
     from users where id = $1`,
    [userId, now],
  )
  return row?.frozen ?? true
}
