import { lagosDay } from '#contract/time.ts'
import type { Transaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { lockAvailable } from '../ledger/balances.ts'
import { postTransfer } from '../ledger/post.ts'
import { addStatementLine } from '../ledger/statement.ts'
import { addStep } from './advance.ts'
import { withdrawalHold } from './kinds/withdrawal.ts'
import { requireWithinDailyLimit } from './limits.ts'
import { findOrderOfQuote, type OrderRow } from './order.ts'
import type { QuoteRow } from './quote.ts'

/** Who agreed, kept with the order as evidence. The PIN proof is not in it. */
export type ApprovalEvidence = { readonly deviceId: string; readonly challenge: string; readonly signature: string }

/**
 * Turns an approved quote into an order, once: order, hold, history line and outbox row commit together or not at all.
 * The quote is the idempotency key, so a repeated tap, a retry or a lost answer gets the same order (`isNew` false).
 * The approval must have been checked before.
 *
 * @throws AppError `quote.expired`, `pin.frozen`, `limit.daily`, `funds.insufficient`: nothing was reserved
 */
export async function acceptOrder(
  deps: Deps,
  quote: QuoteRow,
  approval: ApprovalEvidence,
): Promise<{ order: OrderRow; isNew: boolean }> {
  const accepted = await deps.database.transaction(async (tx) => {
    // The lock makes every decision about this user's money wait for the one before.
    await lockAvailable(tx, quote.userId)
    const first = await findOrderOfQuote(tx, quote.userId, quote.id)
    if (first !== null) return { order: first, isNew: false }
    await requireAllowed(tx, deps, quote)
    return { order: await writeOrder(tx, deps, quote, approval), isNew: true }
  })
  if (accepted.isNew) {
    deps.wakeWorker()
    deps.events.publish(quote.userId, { topics: ['wallet', 'transactions', 'order'], orderId: accepted.order.id })
  }
  return accepted
}

async function requireAllowed(tx: Transaction, deps: Deps, quote: QuoteRow): Promise<void> {
  const now = deps.clock.now()
  if (quote.expiresAt <= now) throw new AppError('quote.expired')
  // Shared, so that a freeze and an approval never overlap: whichever commits first is seen by the other.
  const [owner] = await tx.query<{ frozen: boolean }>(
    'select coalesce(money_out_frozen_until > $2, false) as frozen from users where id = $1 for share',
    [quote.userId, now],
  )
  if (owner === undefined || owner.frozen) throw new AppError('pin.frozen')
  await requireWithinDailyLimit(tx, { userId: quote.userId, amountKobo: quote.amountKobo, now })
}

// user available → user held: amount, fee and duty.
async function writeOrder(tx: Transaction, deps: Deps, quote: QuoteRow, approval: ApprovalEvidence): Promise<OrderRow> {
  const now = deps.clock.now()
  const id = deps.newId('ord')
  const order: OrderRow = {
    userId: quote.userId,
    id,
    kind: quote.kind,
    quoteId: quote.id,
    state: 'held',
    amountKobo: quote.amountKobo,
    feeKobo: quote.feeKobo,
    dutyKobo: quote.dutyKobo,
    discountKobo: quote.discountKobo,
    totalKobo: quote.totalKobo,
    recipient: quote.recipient,
    provider: deps.payments.name,
    reference: id,
    transactionId: deps.newId('txn'),
    sendCount: 0,
    failure: null,
    notFoundCount: 0,
    notFoundSince: null,
    createdAt: now,
    updatedAt: now,
  }
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId: order.userId,
    kind: 'hold',
    key: `hold:${order.id}`,
    subjectId: order.id,
    movements: withdrawalHold(order),
    at: now,
  })
  await insertOrder(tx, order, quote.terms, approval)
  await addStep(tx, {
    order,
    state: 'held',
    event: 'approved',
    note: 'approved with PIN and device signature',
    at: now,
  })
  await addStatementLine(tx, {
    id: order.transactionId,
    userId: order.userId,
    kind: 'withdrawal',
    title: 'Bank Transfer',
    counterparty: order.recipient.accountName,
    counterpartyDetail: `${order.recipient.accountNumber} · ${order.recipient.bankName}`,
    amountKobo: -order.amountKobo,
    feeKobo: order.feeKobo,
    dutyKobo: order.dutyKobo,
    status: 'pending',
    orderId: order.id,
    at: now,
  })
  await enqueue(tx, { kind: 'order', subjectId: order.id, userId: order.userId, dueAt: now, now })
  return order
}

async function insertOrder(tx: Transaction, order: OrderRow, terms: string, approval: ApprovalEvidence): Promise<void> {
  await tx.query(
    `insert into orders (user_id, id, kind, quote_id, state, amount_kobo, fee_kobo, duty_kobo, discount_kobo, total_kobo,
       recipient, terms, approval, provider, reference, transaction_id, lagos_day, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13::jsonb, $14, $15, $16, $17::date, $18, $18)`,
    [
      order.userId,
      order.id,
      order.kind,
      order.quoteId,
      order.state,
      order.amountKobo,
      order.feeKobo,
      order.dutyKobo,
      order.discountKobo,
      order.totalKobo,
      JSON.stringify(order.recipient),
      terms,
      JSON.stringify(approval),
      order.provider,
      order.reference,
      order.transactionId,
      lagosDay(order.createdAt),
      order.createdAt,
    ],
  )
}
