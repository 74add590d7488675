import { BPC_ACCOUNT_LIFETIME_MS } from '#contract/constants.ts'
import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { enqueuePayment } from '#server/outbox/jobs/payment-job.ts'
import { countOrder } from '#server/payments/orders/count-order.ts'
import type { OrderRow, OrderRowOf } from '#server/payments/orders/order.ts'
import { advanceOrder } from '#server/payments/orders/proving/advance.ts'
import { chargeReference } from '#server/payments/orders/references.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import { withoutPersonal } from '#server/platform/text/without-personal.ts'
import { providerFor } from '#server/providers/registry.ts'
import { type Charge, findCharges, issueOf, saveCharge, saveIssued } from './bpc-charges.ts'

/** The most requests for an account number, and the wait after each unanswered one, ms. */
const ISSUE_TRIES_MAX = 4
const ISSUE_AGAIN_MS = 1_500
/** After the account number has expired, payments made in time may still be on their way to us. */
const EXPIRE_AFTER_MS = 2 * 60_000
const ASK_AGAIN_MS = 10_000

const NO_ACCOUNT = 'We could not get an account number. No money has moved.'

/**
 * Advances a BPC purchase paid by bank transfer: requests an account number for it, and ends the purchase once that
 * number takes no more money. Moves no money: crediting works as for all incoming money.
 */
export async function workBpcPurchase(deps: Deps, claim: Claim, order: OrderRow): Promise<JobResult> {
  if (order.kind !== 'bpc' || order.state !== 'awaiting_payment') return 'done'
  const charges = await findCharges(deps.database, order)
  const issued = issueOf(charges)
  if (issued === null) return await issue(deps, claim, order, charges)
  const endsAt = new Date(issued.expiresAt.getTime() + EXPIRE_AFTER_MS)
  if (deps.clock.now() < endsAt) return { dueAt: endsAt }
  return await expireUnlessPaid(deps, claim, order, issued)
}

/**
 * Requests an account number, under a new reference for each try. An unanswered request may have issued a number, but
 * nobody was shown it, and the provider does not repeat it. All tries are kept, so that a payment into any of them is
 * known to be for this order.
 */
async function issue(deps: Deps, claim: Claim, order: OrderRowOf<'bpc'>, tried: readonly Charge[]): Promise<JobResult> {
  const now = deps.clock.now()
  if (tried.length >= ISSUE_TRIES_MAX) return await giveUp(deps, claim, order, `${tried.length} tries unanswered`)
  const { provider } = order
  const payments = providerFor(deps, 'payments', provider)
  const reference = chargeReference(order, tried.length + 1)
  await inFence(deps.database, claim, (tx) => saveCharge(tx, { order, provider, reference, at: now }))
  const { email, fullName } = await buyerOf(deps, order)
  const expiresAt = new Date(now.getTime() + BPC_ACCOUNT_LIFETIME_MS)
  const answer = await payments.createCharge({ email, amountKobo: order.totalKobo, reference, expiresAt })
  if (answer.outcome === 'declined') {
    await alarmRefusal(deps, order, answer.reason, withoutPersonal(answer.message, [fullName]))
    return await giveUp(deps, claim, order, `declined: ${answer.reason}`)
  }
  if (answer.outcome === 'unknown') return { dueAt: new Date(deps.clock.now().getTime() + ISSUE_AGAIN_MS) }
  await inFence(deps.database, claim, async (tx) => {
    await saveIssued(tx, { userId: order.userId, provider, reference, ...answer.value })
    await enqueuePayment(tx, { provider, reference, dueAt: answer.value.expiresAt, now })
  })
  deps.events.publish(order.userId, { topics: ['order', 'wallet'], orderId: order.id })
  return { dueAt: new Date(answer.value.expiresAt.getTime() + EXPIRE_AFTER_MS) }
}

/**
 * The user's own email, whatever the form says: the provider keeps one customer per user, by which payments are
 * matched.
 */
async function buyerOf(deps: Deps, order: OrderRow): Promise<{ email: string; fullName: string }> {
  const [row] = await deps.database.query<{ email: string; fullName: string }>(
    'select email, full_name as "fullName" from users where id = $1',
    [order.userId],
  )
  if (row === undefined) throw new Error(`order ${order.id} belongs to nobody`)
  return row
}

/** Asks once more before the purchase ends: a payment made in time counts, however late we learn of it. */
async function expireUnlessPaid(deps: Deps, claim: Claim, order: OrderRow, { reference }: Charge): Promise<JobResult> {
  const now = deps.clock.now()
  const { provider } = order
  const answer = await providerFor(deps, 'payments', provider).verifyPayment(reference)
  if (answer.outcome === 'unknown') return { dueAt: new Date(now.getTime() + ASK_AGAIN_MS) }
  if (answer.outcome === 'succeeded' && answer.value.status === 'success') {
    await enqueuePayment(deps.database, { provider, reference, dueAt: now, now })
    // A payment of another amount does not pay for the purchase, which ends once that payment is in the wallet.
    const [known] = await deps.database.query(
      'select 1 from deposits where provider = $1 and provider_transaction_id = $2',
      [provider, answer.value.providerTransactionId],
    )
    if (known === undefined) return { dueAt: new Date(now.getTime() + ASK_AGAIN_MS) }
  }
  await end(deps, claim, order, { note: 'its account number takes no more money', failure: null })
  return 'done'
}

/**
 * A refusal concerns our account at the provider: of the person only the email was sent. Raised once a day per reason.
 */
async function alarmRefusal(deps: Deps, { id, provider }: OrderRow, reason: string, said: string): Promise<void> {
  const at = deps.clock.now()
  deps.log.warn({ order: id, provider, reason, said }, 'the provider refused an account number for a purchase')
  await raiseAlarm(deps.database, deps.log, {
    kind: 'account-refused',
    subjectId: `${provider} purchase ${reason} ${lagosDay(at)}`,
    detail: `${provider} refuses to issue account numbers for purchases. It said: ${reason}: ${said}`,
    at,
  })
}

async function giveUp(deps: Deps, claim: Claim, order: OrderRow, note: string): Promise<JobResult> {
  await end(deps, claim, order, { note: `no account number: ${note}`, failure: NO_ACCOUNT })
  return 'done'
}

async function end(
  deps: Deps,
  claim: Claim,
  order: OrderRow,
  of: { note: string; failure: string | null },
): Promise<void> {
  const evidence = of.failure === null ? { note: of.note } : { note: of.note, failure: of.failure }
  const ended = await inFence(deps.database, claim, (tx) =>
    advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event: 'expired', evidence }),
  )
  if (ended.changed) countOrder(deps, ended.order)
  deps.events.publish(order.userId, { topics: ['order', 'wallet'], orderId: order.id })
}
