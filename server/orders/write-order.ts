import type { OrderId, PasskeyId, TransactionId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import { lagosDay } from '#contract/time.ts'
import { issueBpc } from '../bpc/issue-code.ts'
import type { Transaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs/queue.ts'
import { account } from '../ledger/accounts.ts'
import { type Movement as LedgerMovement, postTransfer } from '../ledger/post.ts'
import type { Movement } from '../stops/money-stops.ts'
import { addOrderLine, addStep, advanceOrder } from './advance.ts'
import { rememberRecipient } from './beneficiaries.ts'
import { insertOrder, type OrderRow } from './order.ts'
import type { QuoteRow } from './quote.ts'
import { recipientKeyOf } from './rules.ts'

/** What a passkey signed, with the public key that proves it: good as evidence after the passkey was removed. */
export type PasskeyEvidence = {
  readonly id: PasskeyId
  /** In COSE form. All four are base64url, as the browser sent them. */
  readonly publicKey: string
  readonly authenticatorData: string
  readonly clientDataJSON: string
  readonly signature: string
}

/** Who agreed, kept with the order as evidence. The PIN proof is not in it. Null where nothing leaves the wallet. */
export type ApprovalEvidence =
  | ({
      readonly deviceId: string
      readonly challenge: string
      /** What was signed, when it was more than this order. */
      readonly batchId?: string
    } & (
      | {
          /** The device's, given together with the PIN. */
          readonly signature: string
          /** A code of the authenticator app was right as well. */
          readonly withCode?: true
        }
      | { readonly passkey: PasskeyEvidence }
    ))
  | null

/** What needs no provider is carried out by the product itself. */
export const OURSELVES = 'jara'

/** Where the money of an order comes from. */
export function paidBy(quote: QuoteRow): OrderRow['paidBy'] {
  return quote.kind === 'bpc' ? quote.recipient.payWith : 'wallet'
}

/** Which way its money goes: what is paid by bank transfer takes none from the wallet. */
export function movementOf(quote: QuoteRow): Movement {
  return paidBy(quote) === 'wallet' ? 'out' : 'in'
}

/**
 * Makes a quote an order in the given transaction: order, hold, history line and outbox row. Whoever calls it holds the
 * user's account and has decided that it may be.
 *
 * @throws AppError `funds.insufficient`
 */
export async function writeOrder(
  tx: Transaction,
  deps: Deps,
  quote: QuoteRow,
  approval: ApprovalEvidence,
): Promise<OrderRow> {
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
  await addStep(tx, { order, state: 'held', event: 'approved', note: howApproved(approval), at })
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
    providerFeeKobo: kobo(0n),
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

/** Whether it was approved with more than the PIN: a passkey, or a code of the authenticator app beside it. */
export function isStrongly(approval: ApprovalEvidence): boolean {
  return approval !== null && ('passkey' in approval || approval.withCode === true)
}

function howApproved(approval: ApprovalEvidence): string {
  if (approval !== null && 'passkey' in approval) return 'approved with a passkey'
  return isStrongly(approval)
    ? 'approved with PIN, device signature and a code of the authenticator app'
    : 'approved with PIN and device signature'
}

/** user available → user held: everything the order costs. */
function holdMovements(order: OrderRow): LedgerMovement[] {
  return [{ from: account.available(order.userId), to: account.held(order.userId), amountKobo: order.totalKobo }]
}

/** A BPC from the wallet: paid and delivered in the transaction that accepts it. */
async function deliverNow(tx: Transaction, deps: Deps, order: OrderRow): Promise<OrderRow> {
  await issueBpc(tx, deps, { userId: order.userId, orderId: order.id })
  const evidence = { note: 'paid from the wallet' }
  return (await advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event: 'fulfilled', evidence })).order
}
