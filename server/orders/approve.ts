import { BPC_OPEN_PURCHASES_MAX } from '#contract/constants.ts'
import type { OrderId, TransactionId } from '#contract/ids.ts'
import { lagosDay } from '#contract/time.ts'
import { issueBpc } from '../bpc/issue-code.ts'
import type { Transaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { account } from '../ledger/accounts.ts'
import { lockAvailable } from '../ledger/balances.ts'
import { type Movement, postTransfer } from '../ledger/post.ts'
import { addOrderLine, addStep, advanceOrder } from './advance.ts'
import { rememberRecipient } from './beneficiaries.ts'
import { requireWithinDailyLimit } from './limits.ts'
import { findOrderOfQuote, insertOrder, type OrderRow } from './order.ts'
import type { QuoteRow } from './quote.ts'
import { recipientKeyOf } from './rules.ts'

/** Who agreed, kept with the order as evidence. The PIN proof is not in it. Null where nothing leaves the wallet. */
export type ApprovalEvidence = {
  readonly deviceId: string
  readonly challenge: string
  readonly signature: string
  /** What was signed, when it was more than this order. */
  readonly batchId?: string
} | null

/** What needs no provider is carried out by the product itself. */
export const OURSELVES = 'jara'

/** Turns one approved quote into an order, once. As acceptOrders. */
export async function acceptOrder(
  deps: Deps,
  quote: QuoteRow,
  approval: ApprovalEvidence,
): Promise<{ order: OrderRow; isNew: boolean }> {
  const { orders, isNew } = await acceptOrders(deps, [quote], approval)
  const [order] = orders
  if (order === undefined) throw new Error('a quote became no order')
  return { order, isNew }
}

/**
 * Turns approved quotes of one user into orders, once: orders, holds, history lines and outbox rows commit together or
 * not at all. A quote is the idempotency key, so a repeated tap, a retry or a lost answer gets the same orders (`isNew`
 * false). The approval must have been checked before.
 *
 * @throws AppError `quote.expired`, `pin.frozen`, `limit.daily`, `funds.insufficient`, `bpc.too-many-open`: nothing was
 *   reserved
 */
export async function acceptOrders(
  deps: Deps,
  quotes: readonly QuoteRow[],
  approval: ApprovalEvidence,
): Promise<{ orders: OrderRow[]; isNew: boolean }> {
  const userId = quotes[0]?.userId
  if (userId === undefined) return { orders: [], isNew: false }
  const accepted = await deps.database.transaction(async (tx) => {
    // The lock makes every decision about this user's money wait for the one before.
    await lockAvailable(tx, userId)
    const first = await findAccepted(tx, quotes)
    if (first.length > 0) return { orders: first, isNew: false }
    await requireAllowed(tx, deps, userId, quotes)
    const orders: OrderRow[] = []
    for (const quote of quotes) orders.push(await writeOrder(tx, deps, quote, approval))
    return { orders, isNew: true }
  })
  if (accepted.isNew) {
    deps.wakeWorker()
    const [order] = accepted.orders
    deps.events.publish(userId, {
      topics: ['wallet', 'transactions', 'order', ...(order?.kind === 'bpc' ? (['bpc'] as const) : [])],
      ...(order === undefined || accepted.orders.length > 1 ? {} : { orderId: order.id }),
    })
  }
  return accepted
}

/** The orders these quotes became before: all of them or none, because they commit together. */
async function findAccepted(tx: Transaction, quotes: readonly QuoteRow[]): Promise<OrderRow[]> {
  const found: OrderRow[] = []
  for (const quote of quotes) {
    const order = await findOrderOfQuote(tx, quote.userId, quote.id)
    if (order === null) return found
    found.push(order)
  }
  return found
}

async function requireAllowed(
  tx: Transaction,
  deps: Deps,
  userId: OrderRow['userId'],
  quotes: readonly QuoteRow[],
): Promise<void> {
  const now = deps.clock.now()
  if (quotes.some((quote) => quote.expiresAt <= now)) throw new AppError('quote.expired')
  // Shared, so that a freeze and an approval never overlap: whichever commits first is seen by the other.
  const [owner] = await tx.query<{ frozen: boolean }>(
    'select coalesce(money_out_frozen_until > $2, false) as frozen from users where id = $1 for share',
    [userId, now],
  )
  if (owner === undefined || owner.frozen) throw new AppError('pin.frozen')
  await requireCodesHeld(tx, userId, quotes)
  if (quotes.some((quote) => paidBy(quote) === 'transfer')) await requireRoomForPurchase(tx, userId)
  const fromWallet = quotes.filter((quote) => paidBy(quote) === 'wallet')
  const spendKobo = fromWallet.reduce((sum, quote) => sum + quote.amountKobo - quote.discountKobo, 0n)
  if (fromWallet.length > 0) await requireWithinDailyLimit(tx, { userId, spendKobo, now })
}

async function requireRoomForPurchase(tx: Transaction, userId: OrderRow['userId']): Promise<void> {
  const open = await tx.query(`select 1 from orders where user_id = $1 and state = 'awaiting_payment' limit $2`, [
    userId,
    BPC_OPEN_PURCHASES_MAX,
  ])
  if (open.length >= BPC_OPEN_PURCHASES_MAX) throw new AppError('bpc.too-many-open')
}

/** Prices that came with a code are good for as long as the code is held. */
async function requireCodesHeld(tx: Transaction, userId: string, quotes: readonly QuoteRow[]): Promise<void> {
  const codes = [...new Set(quotes.map((quote) => quote.bpcId).filter((id) => id !== null))]
  if (codes.length === 0) return
  const held = await tx.query(
    `select 1 from bpc_codes where user_id = $1 and id = any($2::text[]) and status = 'active' for share`,
    [userId, codes],
  )
  if (held.length !== codes.length) throw new AppError('quote.expired')
}

function paidBy(quote: QuoteRow): OrderRow['paidBy'] {
  return quote.kind === 'bpc' ? quote.recipient.payWith : 'wallet'
}

async function writeOrder(tx: Transaction, deps: Deps, quote: QuoteRow, approval: ApprovalEvidence): Promise<OrderRow> {
  const order = newOrder(deps, quote)
  const at = order.createdAt
  await insertOrder(tx, order, {
    terms: quote.terms,
    approval,
    lagosDay: lagosDay(at),
    recipientKey: recipientKeyOf(order),
  })
  await rememberRecipient(tx, deps, order, quote)
  if (order.paidBy === 'transfer') {
    await addStep(tx, { order, state: order.state, event: 'asked', note: 'to be paid by bank transfer', at })
    await enqueue(tx, { kind: 'order', subjectId: order.id, userId: order.userId, dueAt: at, now: at })
    return order
  }
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId: order.userId,
    kind: 'hold',
    key: `hold:${order.id}`,
    subjectId: order.id,
    movements: holdMovements(order),
    at,
  })
  await addStep(tx, { order, state: 'held', event: 'approved', note: 'approved with PIN and device signature', at })
  await addOrderLine(tx, order, at)
  if (order.provider === OURSELVES) return await deliverNow(tx, deps, order)
  await enqueue(tx, { kind: 'order', subjectId: order.id, userId: order.userId, dueAt: at, now: at })
  return order
}

function newOrder(deps: Deps, quote: QuoteRow): OrderRow {
  const now = deps.clock.now()
  const id: OrderId = deps.newId('ord')
  const transactionId: TransactionId = deps.newId('txn')
  const { terms: _, challenge, availableAfterKobo, batchId, expiresAt, id: quoteId, ...agreed } = quote
  return {
    ...agreed,
    id,
    quoteId,
    state: paidBy(quote) === 'transfer' ? 'awaiting_payment' : 'held',
    paidBy: paidBy(quote),
    // Charges at the payment provider take no underscore.
    reference: paidBy(quote) === 'transfer' ? id.replace('_', '-') : id,
    transactionId,
    sendCount: 0,
    failure: null,
    token: null,
    units: null,
    notFoundCount: 0,
    notFoundSince: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** user available → user held: everything the order costs. */
function holdMovements(order: OrderRow): Movement[] {
  return [{ from: account.available(order.userId), to: account.held(order.userId), amountKobo: order.totalKobo }]
}

/** A BPC from the wallet: paid and delivered in the transaction that accepts it. */
async function deliverNow(tx: Transaction, deps: Deps, order: OrderRow): Promise<OrderRow> {
  await issueBpc(tx, deps, { userId: order.userId, orderId: order.id })
  const evidence = { note: 'paid from the wallet' }
  return (await advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event: 'fulfilled', evidence })).order
}
