import type { UserId } from '#contract/ids.ts'
import { AMOUNT_MAX_KOBO, formatNairaShort } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { lockAvailable } from '#server/ledger/balances.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { paymentOf } from '#server/outbox/jobs/payment-job.ts'
import { type Charge, findChargeOfCustomer, findChargeOfPayment } from '#server/payments/bpc/bpc-charges.ts'
import { isClosedAccount } from '#server/payments/orders/closed-account.ts'
import { isRefusedValue, type Transaction } from '#server/platform/db/database.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import { providerFor } from '#server/providers/registry.ts'
import { isSuspended, lockSuspensions, readSuspensions, SUSPENDED_RETRY_MS } from '#server/suspension/suspensions.ts'
import { advanceDeposit, alarmOtherId, type Booked } from './advance-deposit.ts'
import { alarmUnreadable } from './alarm-unreadable.ts'
import { type DepositEvent, type DepositTransition, depositTransition } from './deposit-machine.ts'
import {
  creditWallet,
  type Deposit,
  type ForWallet,
  findDeposit,
  findUnderOtherId,
  lockDeposit,
  type PaymentIn,
  SET_ASIDE_FOR,
  setAside,
} from './deposits.ts'
import { decidePayment, payIntoPurchase } from './pay-into-purchase.ts'

const RETRY_MIN_MS = 2_000
const RETRY_MAX_MS = 15 * 60_000
/** How long we keep asking about a payment that the provider does not confirm. The poll finds late ones. */
const ASK_FOR_MS = 72 * 60 * 60_000

/** Ages at which a booked payment is verified again, so that a recall is found even if nobody announces it. */
const LOOK_BACK_MS = [1, 24, 3 * 24, 7 * 24, 30 * 24].map((hours) => hours * 60 * 60_000)

/**
 * Two operators may credit a recalled payment that the bank gives again. What they rely on is never older than this.
 */
const LOOK_AT_GIVEN_AGAIN_EVERY_MS = 24 * 60 * 60_000

/**
 * Verifies one incoming payment with the provider and takes it through one transition of deposit-machine.ts, if any.
 * Nothing in the hint is trusted: status, amount, currency and account come from the verification.
 */
export async function creditPayment(deps: Deps, claim: Claim): Promise<JobResult> {
  if (isSuspended(await readSuspensions(deps.database), 'in')) return retryAfterSuspension(deps)
  const at = paymentOf(claim.subjectId)
  const { provider } = at
  const answer = await providerFor(deps, 'payments', provider).verifyPayment(at.reference)
  if (answer.outcome === 'unknown') await alarmUnreadable(deps, answer.unreadable ?? [])
  const payment = answer.outcome === 'succeeded' ? { ...answer.value, provider } : null
  if (payment !== null) {
    const booked = await bookWithoutSenderNameIfRefused(deps, claim, payment)
    if (booked === 'stopped') return retryAfterSuspension(deps)
    if (booked !== null) await withOrderTrace(deps, booked, provider, async () => announce(deps, booked))
  }
  const deposit = await findDeposit(deps.database, at)
  if (deposit !== null) return lookBack(deps, claim, deposit, payment !== null)
  return payment === null || payment.status === 'pending' ? askAgain(deps, claim) : 'done'
}

type Outcome = Booked | 'stopped' | null

/** The sender's name only describes: where the database refuses the payment with it, the money is booked without it. */
async function bookWithoutSenderNameIfRefused(deps: Deps, claim: Claim, payment: PaymentIn): Promise<Outcome> {
  const book = (of: PaymentIn, andThen: (tx: Transaction) => Promise<void>) =>
    inFence(deps.database, claim, async (tx): Promise<Outcome> => {
      if (isSuspended(await lockSuspensions(tx), 'in')) return 'stopped'
      const booked = await bookPayment(tx, deps, of)
      await andThen(tx)
      return booked
    })
  try {
    return await book(payment, async () => undefined)
  } catch (error) {
    if (payment.senderName === null || !isRefusedValue(error)) throw error
    return await book({ ...payment, senderName: null }, (tx) => alarmWordless(tx, deps, payment))
  }
}

async function alarmWordless(tx: Transaction, deps: Deps, payment: PaymentIn): Promise<void> {
  await raiseAlarm(tx, deps.log, {
    kind: 'words-not-stored',
    subjectId: payment.providerTransactionId,
    detail: `the database refuses the sender's name of a payment of ${formatNairaShort(payment.amountKobo)}: it is booked without it`,
    at: deps.clock.now(),
  })
}

/** A bank transfer's effect on an order belongs to that order's trace. */
async function withOrderTrace(
  deps: Deps,
  { orderId }: Booked,
  provider: string,
  work: () => Promise<void>,
): Promise<void> {
  if (orderId === null) await work()
  else await deps.tracing.forOrder(orderId, { name: 'payment booked', provider }, work)
}

/** Notifies the open pages of the person whose money changed. */
export function announce(deps: Pick<Deps, 'events'>, { userId, orderId }: Booked): void {
  deps.events.publish(userId, {
    topics: ['wallet', 'transactions', 'funding', ...(orderId === null ? [] : (['order', 'bpc'] as const))],
    ...(orderId === null ? {} : { orderId }),
  })
}

/** While money in is stopped, a payment waits at the provider and is credited after the stop. */
function retryAfterSuspension(deps: Deps): JobResult {
  return { dueAt: new Date(deps.clock.now().getTime() + SUSPENDED_RETRY_MS) }
}

/** No entry can hold this amount, so nothing is booked: operators have to look at the provider's own record. */
async function alarmNotBookable(tx: Transaction, deps: Deps, payment: PaymentIn): Promise<null> {
  await raiseAlarm(tx, deps.log, {
    kind: 'deposit-not-bookable',
    subjectId: payment.providerTransactionId,
    detail: `a payment of ${formatNairaShort(payment.amountKobo)} is not in the books`,
    at: deps.clock.now(),
  })
  return null
}

function askAgain(deps: Deps, claim: Claim): JobResult {
  const now = deps.clock.now()
  if (now.getTime() - claim.createdAt.getTime() > ASK_FOR_MS) return 'done'
  return { dueAt: new Date(now.getTime() + pauseMs(claim)) }
}

/** When a booked payment is verified again. An unanswered check is repeated, and counts from when it was due. */
function lookBack(deps: Deps, claim: Claim, deposit: Deposit, answered: boolean): JobResult {
  const nowMs = deps.clock.now().getTime()
  const bookedMs = deposit.createdAt.getTime()
  if (!answered && nowMs - bookedMs <= (LOOK_BACK_MS.at(-1) ?? 0) + ASK_FOR_MS) {
    return { dueAt: new Date(nowMs + pauseMs(claim)) }
  }
  const next = LOOK_BACK_MS.find((afterMs) => bookedMs + afterMs > nowMs)
  if (next !== undefined) return { dueAt: new Date(bookedMs + next) }
  return deposit.givenAgainAt === null ? 'done' : { dueAt: new Date(nowMs + LOOK_AT_GIVEN_AGAIN_EVERY_MS) }
}

function pauseMs(claim: Claim): number {
  return Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(claim.attempts - 1, 12))
}

/** Takes a payment through the transition that its verification means; null when nobody's money moved by it. */
async function bookPayment(tx: Transaction, deps: Deps, payment: PaymentIn): Promise<Booked | null> {
  const deposit = await lockDeposit(tx, payment)
  if (deposit !== null) return await advanceDeposit(tx, deps, payment, deposit)
  const other = await findUnderOtherId(tx, payment)
  if (other !== null) return await alarmOtherId(tx, deps, payment, other)
  const isBookable = payment.amountKobo >= 1n && payment.amountKobo <= AMOUNT_MAX_KOBO
  if (payment.status === 'success' && !isBookable) return await alarmNotBookable(tx, deps, payment)
  const decided = payment.status === 'success' ? await decide(tx, deps, payment) : null
  const transition = depositTransition('unseen', decided?.event ?? payment.status)
  return decided === null || transition === null ? null : await decided.book(transition)
}

/** Who a proved payment belongs to, and how it is booked. */
type Decision = {
  readonly event: Extract<DepositEvent, `for-${string}`>
  readonly book: (transition: DepositTransition) => Promise<Booked | null>
}

async function decide(tx: Transaction, deps: Deps, payment: PaymentIn): Promise<Decision> {
  const charge = await findCharge(tx, payment)
  const userId = charge?.userId ?? (await findOwner(tx, payment))
  const refusal =
    userId === null ? SET_ASIDE_FOR.unknown : (refusalToCredit(deps, payment) ?? (await refusalOfClosed(tx, userId)))
  if (userId === null || refusal !== null) {
    const of = { userId, reason: refusal ?? SET_ASIDE_FOR.unknown }
    return { event: 'for-nobody', book: (transition) => setAside(tx, deps, payment, of, transition) }
  }
  const toWallet = (of: ForWallet): Decision => ({
    event: 'for-wallet',
    book: (transition) => creditWallet(tx, deps, payment, of, transition),
  })
  if (charge === null) return toWallet({ userId, detail: 'Bank transfer to your account number', forOrder: null })
  const { order, stray } = await decidePayment(tx, deps, payment, charge)
  if (stray !== null) return toWallet(stray)
  return { event: 'for-purchase', book: (transition) => payIntoPurchase(tx, deps, payment, order, transition) }
}

async function findCharge(tx: Transaction, payment: PaymentIn): Promise<Charge | null> {
  const { provider, reference, receiverAccountNumber: accountNumber, customerCode } = payment
  const charge = await findChargeOfPayment(tx, { provider, reference, accountNumber })
  // A transfer into one of our charges may name neither reference nor account: it is for its customer's open purchase.
  const isUnnamed = accountNumber === null && payment.channel === 'bank_transfer'
  return charge ?? (isUnnamed ? await findChargeOfCustomer(tx, { provider, customerCode }) : null)
}

/** The owner of the account number the payment came in on. If the payment names a customer, it must be the same one. */
async function findOwner(tx: Transaction, payment: PaymentIn): Promise<UserId | null> {
  const [row] = await tx.query<{ user_id: UserId }>(
    `select user_id from funding_accounts
     where provider = $1 and account_number = $2 and ($3::text is null or customer_code = $3)`,
    [payment.provider, payment.receiverAccountNumber, payment.customerCode],
  )
  return row?.user_id ?? null
}

/** Null while the account is open. As everywhere: the user's money is locked first, then their row. */
async function refusalOfClosed(tx: Transaction, userId: UserId): Promise<string | null> {
  await lockAvailable(tx, userId)
  return (await isClosedAccount(tx, userId)) ? SET_ASIDE_FOR.closed : null
}

/** Null when the payment may be credited automatically. */
function refusalToCredit(deps: Deps, payment: PaymentIn): string | null {
  if (payment.currency !== 'NGN') return `currency ${payment.currency}`
  if (payment.domain !== (deps.config.mode === 'live' ? 'live' : 'test')) return `a ${payment.domain} payment`
  return null
}
