import type { StrayPayment } from '#contract/bpc.ts'
import type { OrderId, TransactionId, UserId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { account } from '#server/ledger/accounts.ts'
import { lockAvailable } from '#server/ledger/balances.ts'
import { repayDebt } from '#server/ledger/debt.ts'
import { postTransfer } from '#server/ledger/post.ts'
import type { Charge } from '#server/payments/bpc/bpc-charges.ts'
import { issueBpc } from '#server/payments/bpc/issue-code.ts'
import { lockOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { advanceOrder } from '#server/payments/orders/proving/advance.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { DepositTransition } from './deposit-machine.ts'
import { addDepositLine, type ForWallet, insertDeposit, keyOf, type PaymentIn, postDeposit } from './deposits.ts'

const FOR_THE_PURCHASE = 'Bank transfer for your BPC code'
/** What the history says about a payment, or part of one, that did not pay for the purchase. */
const WHY_IN_WALLET: Readonly<Record<StrayPayment['why'], string>> = {
  less: 'Less than the price of your BPC code',
  more: 'Bank transfer for your BPC code, the rest stays in your wallet',
  second: 'A second payment for your BPC code',
  late: 'Too late for your BPC code',
}

/**
 * Decides what a verified payment for a BPC purchase is for. At least the price, in time, while the purchase is open:
 * for the purchase. Anything else goes to the wallet, whole, with the reason. Locks the user's money and the order.
 */
export async function decidePayment(
  tx: Transaction,
  deps: Deps,
  payment: PaymentIn,
  charge: Charge,
): Promise<{ order: OrderRow; stray: null } | { order: OrderRow; stray: ForWallet }> {
  const { userId, orderId } = charge
  // As everywhere: the user's money first, then the order.
  await lockAvailable(tx, userId)
  const order = await lockOrder(tx, userId, orderId)
  if (order === null) throw new Error(`a charge of an order that does not exist: ${orderId}`)
  const why = strayReasonOf(payment, order, charge, deps.clock.now())
  if (why === null || why === 'more') return { order, stray: null }
  return { order, stray: { userId, detail: WHY_IN_WALLET[why], forOrder: { orderId, why } } }
}

/** Null when the payment is for exactly the price, in time. The time of payment counts, not when we learn of it. */
function strayReasonOf(payment: PaymentIn, order: OrderRow, charge: Charge, now: Date): StrayPayment['why'] | null {
  if (order.state !== 'awaiting_payment' && order.state !== 'expired') return 'second'
  if (charge.expiresAt !== null && (payment.paidAt ?? now) > charge.expiresAt) return 'late'
  if (payment.amountKobo < order.totalKobo) return 'less'
  return payment.amountKobo > order.totalKobo ? 'more' : null
}

// provider float → the order's escrow, all of it; then escrow → revenue:bpc the price, and escrow → user available the
// rest, which repays any debt.
export async function payIntoPurchase(
  tx: Transaction,
  deps: Deps,
  payment: PaymentIn,
  order: OrderRow,
  { to: state, posts }: DepositTransition,
): Promise<{ userId: UserId; orderId: OrderId }> {
  const { userId, id: orderId } = order
  const restKobo = kobo(payment.amountKobo - order.totalKobo)
  const depositId = deps.newId('dep')
  // The history is sorted by id: the deposit comes before what was bought with it.
  const [transactionId, boughtId] = [deps.newId('txn'), deps.newId('txn')].toSorted() as [TransactionId, TransactionId]
  await insertDeposit(tx, deps, payment, {
    id: depositId,
    userId,
    state,
    reason: null,
    transactionId,
    orderId,
    stray: restKobo > 0n ? 'more' : null,
  })
  await postDeposit(tx, deps, payment, posts, { userId, depositId, toAccount: account.escrow(orderId) })
  // The history shows what came in and what was bought with it, so that its lines add up to the balance.
  const detail = restKobo > 0n ? WHY_IN_WALLET.more : FOR_THE_PURCHASE
  const amountKobo = kobo(payment.amountKobo)
  const { senderName } = payment
  await addDepositLine(tx, deps, { userId, depositId, transactionId, amountKobo, senderName, detail })
  await issueBpc(tx, deps, { userId, orderId })
  await advanceOrder(tx, deps, {
    userId,
    orderId,
    event: 'paid',
    evidence: { note: 'verified: success', word: 'success', transactionId: boughtId },
  })
  if (restKobo > 0n) {
    await postTransfer(tx, {
      id: deps.newId('trf'),
      userId,
      kind: 'deposit',
      key: `${keyOf(payment)}:rest`,
      subjectId: depositId,
      movements: [{ from: account.escrow(orderId), to: account.available(userId), amountKobo: restKobo }],
      at: deps.clock.now(),
    })
    await repayDebt(tx, deps, { userId, subjectId: depositId })
  }
  return { userId, orderId }
}
