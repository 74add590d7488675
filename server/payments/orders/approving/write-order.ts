import type { OrderId, TransactionId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { type ApprovalEvidence, isStronglyApproved } from '#server/identity/devices/approval-evidence.ts'
import { account } from '#server/ledger/accounts.ts'
import { postTransfers, type SimpleTransfer } from '#server/ledger/post.ts'
import { type DueJob, dueJobs } from '#server/outbox/jobs/jobs.ts'
import { issueBpc } from '#server/payments/bpc/issue-code.ts'
import { INTERNAL_PROVIDER } from '#server/payments/kinds/kind.ts'
import { type NewOrder, newOrders, type OrderRow } from '#server/payments/orders/order.ts'
import { orderLines } from '#server/payments/orders/order-history.ts'
import { advanceOrder } from '#server/payments/orders/proving/advance.ts'
import { firstReference } from '#server/payments/orders/references.ts'
import { paidByOf, recipientKeyOf } from '#server/payments/orders/rules.ts'
import { firstSteps } from '#server/payments/orders/steps.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { combineWrites } from '#server/platform/db/rows.ts'
import type { MoneyDirection } from '#server/suspension/suspensions.ts'
import { forgetOldest, type Remembered, recipientsOf } from './save-recipients.ts'

/** The direction of its money: what is paid by bank transfer takes none from the wallet. */
export function directionOf(quote: QuoteRow): MoneyDirection {
  return paidByOf(quote) === 'wallet' ? 'out' : 'in'
}

/** A quote that may become an order, and who agreed to it. */
export type AgreedQuote = { readonly quote: QuoteRow; readonly approval: ApprovalEvidence }

/**
 * Turns quotes into orders in the given transaction and order: order, hold, history line and outbox row. The caller has
 * locked the users' accounts, and has decided that the orders are allowed and covered.
 *
 * @throws AppError `funds.insufficient` when one is not covered: the transaction is aborted
 */
export async function writeOrders(tx: Transaction, deps: Deps, agreed: readonly AgreedQuote[]): Promise<OrderRow[]> {
  if (agreed.length === 0) return []
  const accepted = agreed.map((each) => ({ ...each, order: newOrder(deps, each.quote) }))
  const fromWallet = accepted.flatMap(({ order }) => (order.paidBy === 'wallet' ? [order] : []))
  const holds = fromWallet.map((order) => holdOf(deps, order))
  const recipients = recipientsOf(deps, accepted)
  const sent = accepted.filter(({ order }) => order.paidBy === 'transfer' || order.provider !== INTERNAL_PROVIDER)
  const others = [
    firstSteps(accepted.map(firstStep)),
    ...(fromWallet.length === 0 ? [] : [orderLines(fromWallet)]),
    ...(sent.length === 0 ? [] : [dueJobs(sent.map(({ order }) => workOf(order)))]),
  ]
  const rows = newOrders(accepted.map(newRow))
  const [held, remembered] = await Promise.all([
    postTransfers(tx, holds),
    recipients === null
      ? combineWrites<Remembered>(tx, others, rows)
      : combineWrites<Remembered>(tx, [rows, ...others], recipients),
  ])
  const refused = held.find((each) => each instanceof Error)
  if (refused !== undefined) throw refused
  await forgetOldest(tx, remembered)
  const orders: OrderRow[] = []
  for (const { order } of accepted) {
    const isOurs = order.paidBy === 'wallet' && order.provider === INTERNAL_PROVIDER
    orders.push(isOurs ? await deliverNow(tx, deps, order) : order)
  }
  return orders
}

function newRow({ order, quote, approval }: AgreedQuote & { order: OrderRow }): NewOrder {
  const recipientKey = recipientKeyOf(order)
  return { order, terms: quote.terms, approval, lagosDay: lagosDay(order.createdAt), recipientKey }
}

function workOf({ id, userId, createdAt }: OrderRow): DueJob {
  return { kind: 'order', subjectId: id, userId, dueAt: createdAt, now: createdAt }
}

function firstStep({ order, approval }: AgreedQuote & { order: OrderRow }) {
  return order.paidBy === 'transfer'
    ? { order, event: 'asked', note: 'to be paid by bank transfer' }
    : { order, event: 'approved', note: howApproved(approval) }
}

function newOrder(deps: Deps, quote: QuoteRow): OrderRow {
  const now = deps.clock.now()
  const id: OrderId = deps.newId('ord')
  const transactionId: TransactionId = deps.newId('txn')
  const { terms: _, challenge, availableAfterKobo, expiresAt, id: quoteId, ...agreed } = quote
  return {
    ...agreed,
    id,
    quoteId,
    state: paidByOf(quote) === 'transfer' ? 'awaiting_payment' : 'held',
    paidBy: paidByOf(quote),
    reference: firstReference(id, paidByOf(quote)),
    transactionId,
    providerFeeKobo: kobo(0n),
    sendCount: 0,
    failure: null,
    token: null,
    units: null,
    notFoundCount: 0,
    absentAt: [],
    earlierSends: 0,
    maybeElsewhere: false,
    endedByRequest: null,
    returnedLate: false,
    contradictedAt: null,
    undoneByRequest: null,
    notFoundSince: null,
    createdAt: now,
    updatedAt: now,
  }
}

function howApproved(approval: ApprovalEvidence): string {
  if (approval !== null && 'passkey' in approval) return 'approved with a passkey'
  return isStronglyApproved(approval)
    ? 'approved with PIN, device signature and a code of the authenticator app'
    : 'approved with PIN and device signature'
}

/** user available → user held: everything the order costs. */
function holdOf(deps: Deps, order: OrderRow): SimpleTransfer {
  return {
    id: deps.newId('trf'),
    userId: order.userId,
    kind: 'hold',
    key: `hold:${order.id}`,
    subjectId: order.id,
    movement: { from: account.available(order.userId), to: account.held(order.userId), amountKobo: order.totalKobo },
    at: order.createdAt,
  }
}

/** A BPC from the wallet: paid and delivered in the transaction that accepts it. */
async function deliverNow(tx: Transaction, deps: Deps, order: OrderRow): Promise<OrderRow> {
  await issueBpc(tx, deps, { userId: order.userId, orderId: order.id })
  const evidence = { note: 'paid from the wallet' }
  return (await advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event: 'fulfilled', evidence })).order
}
