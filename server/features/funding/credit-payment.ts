import type { UserId } from '#contract/ids.ts'
import { AMOUNT_MAX_KOBO, formatNairaShort } from '#contract/money.ts'
import type { Transaction } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../jobs/alarms.ts'
import { type Claim, inFence } from '../../jobs/queue.ts'
import type { WorkResult } from '../../jobs/worker.ts'
import { type Charge, findChargeOfCustomer, findChargeOfPayment } from '../../orders/bpc-charges.ts'
import type { IncomingPayment } from '../../providers/payments.ts'
import { creditWallet, isKnown, setAside } from './deposits.ts'
import { payIntoPurchase } from './pay-into-purchase.ts'

const RETRY_MIN_MS = 2_000
const RETRY_MAX_MS = 15 * 60_000
/** A payment that a hint spoke of and the provider does not confirm is asked for this long. The poll finds late ones. */
const ASK_FOR_MS = 72 * 60 * 60_000

/**
 * Verifies one incoming payment with the provider and credits it exactly once. The hint that led here is worth nothing:
 * amount, currency and account come from the verification.
 */
export async function creditPayment(deps: Deps, claim: Claim): Promise<WorkResult> {
  const answer = await deps.payments.verifyPayment(claim.subjectId)
  const payment = answer.outcome === 'succeeded' ? answer.value : null
  if (payment === null || payment.status === 'pending') return askAgain(deps, claim)
  if (payment.status !== 'success') return 'done'
  if (payment.amountKobo < 1n || payment.amountKobo > AMOUNT_MAX_KOBO) return await alarmNotBookable(deps, payment)
  const credited = await inFence(deps.database, claim, (tx) => creditOnce(tx, deps, payment))
  if (credited !== null) {
    const { userId, orderId } = credited
    deps.events.publish(userId, {
      topics: ['wallet', 'transactions', 'funding', ...(orderId === null ? [] : (['order', 'bpc'] as const))],
      ...(orderId === null ? {} : { orderId }),
    })
  }
  return 'done'
}

/** No entry can hold this amount, so nothing is booked: operators have to look at the provider's own record. */
async function alarmNotBookable(deps: Deps, payment: IncomingPayment): Promise<WorkResult> {
  await raiseAlarm(deps.database, deps.log, {
    kind: 'deposit-not-bookable',
    subjectId: payment.providerTransactionId,
    detail: `a payment of ${formatNairaShort(payment.amountKobo)} is not in the books`,
    at: deps.clock.now(),
  })
  return 'done'
}

function askAgain(deps: Deps, claim: Claim): WorkResult {
  const now = deps.clock.now()
  if (now.getTime() - claim.createdAt.getTime() > ASK_FOR_MS) return 'done'
  return {
    dueAt: new Date(now.getTime() + Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(claim.attempts - 1, 12))),
  }
}

type Credited = { readonly userId: UserId; readonly orderId: string | null }

/** Answers whose it is; null when it was credited before or is set aside for operators. */
async function creditOnce(tx: Transaction, deps: Deps, payment: IncomingPayment): Promise<Credited | null> {
  if (await isKnown(tx, deps, payment)) return null
  const charge = await findCharge(tx, deps, payment)
  const userId = charge?.userId ?? (await findOwner(tx, deps, payment))
  const refusal = userId === null ? 'no user has this account number' : refusalToCredit(deps, payment)
  if (userId === null || refusal !== null) {
    return await setAside(tx, deps, payment, { userId, reason: refusal ?? 'unknown owner' })
  }
  if (charge !== null) return await payIntoPurchase(tx, deps, payment, charge)
  return await creditWallet(tx, deps, payment, {
    userId,
    detail: 'Bank transfer to your account number',
    forOrder: null,
  })
}

async function findCharge(tx: Transaction, deps: Deps, payment: IncomingPayment): Promise<Charge | null> {
  const { name: provider } = deps.payments
  const { reference, receiverAccountNumber: accountNumber, customerCode } = payment
  const charge = await findChargeOfPayment(tx, { provider, reference, accountNumber })
  // A transfer into one of our charges that names neither: its customer can only mean the purchase he is at.
  const isUnnamed = accountNumber === null && payment.channel === 'bank_transfer'
  return charge ?? (isUnnamed ? await findChargeOfCustomer(tx, { provider, customerCode }) : null)
}

/** Whose account number it came in on; the customer must be the same one, or nobody's it is. */
async function findOwner(tx: Transaction, deps: Deps, payment: IncomingPayment): Promise<UserId | null> {
  const [row] = await tx.query<{ user_id: UserId }>(
    `select user_id from funding_accounts
     where provider = $1 and account_number = $2 and ($3::text is null or customer_code = $3)`,
    [deps.payments.name, payment.receiverAccountNumber, payment.customerCode],
  )
  return row?.user_id ?? null
}

/** Null when the payment may be credited by itself. */
function refusalToCredit(deps: Deps, payment: IncomingPayment): string | null {
  if (payment.currency !== 'NGN') return `currency ${payment.currency}`
  if (payment.domain !== (deps.config.mode === 'live' ? 'live' : 'test')) return `a ${payment.domain} payment`
  return null
}
