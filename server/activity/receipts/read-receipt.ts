import type { TransactionId, UserId } from '#contract/ids.ts'
import { maskNumber } from '#contract/masks.ts'
import type { PublicReceipt } from '#contract/receipts.ts'
import type { Transaction, TransactionKind, TransactionStatus } from '#contract/transactions.ts'
import { findTransaction } from '#server/activity/history/list-transactions.ts'
import type { Deps } from '#server/deps.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { receiptByTeam } from '#server/payments/orders/ended-by-team.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { findOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { receiptUrl } from './issue-receipt.ts'
import { maskName } from './mask.ts'
import { parseReceiptCode } from './receipt-code.ts'

/**
 * What anyone with the code may see of a payment, as of now. Numbers are always masked, and names unless the sender
 * shows them. Nothing else of the line or its order is in the answer.
 *
 * @throws AppError `receipt.not-found`
 */
export async function readReceipt(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  uncheckedCode: string,
): Promise<PublicReceipt> {
  const code = parseReceiptCode(uncheckedCode)
  const found = code === null ? null : await findReceipt(deps.database, code)
  if (code === null || found === null) throw new AppError('receipt.not-found')
  const { userId, transaction, holder, showsNames } = found
  const order = transaction.orderId === null ? null : await findOrder(deps.database, userId, transaction.orderId)
  const status = statusOf(transaction, order)
  const { config } = deps
  return {
    code,
    url: receiptUrl(deps, code),
    mode: config.mode,
    brand: config.brand,
    kind: transaction.kind,
    title: transaction.title,
    amountKobo: transaction.amountKobo.replace('-', ''),
    paidKobo: paidKobo(transaction, order),
    status,
    sentence: sentenceOf(transaction, order, status),
    ...partiesOf(transaction, order, { holder, nameOf: showsNames ? wholeName : maskName }),
    reference: order?.reference ?? transaction.id,
    createdAt: transaction.createdAt,
    at: deps.clock.now().toISOString(),
  }
}

type Holder = { readonly userId: UserId; readonly holder: string; readonly showsNames: boolean }

async function findReceipt(sql: Sql, code: string): Promise<(Holder & { transaction: Transaction }) | null> {
  const [row] = await sql.query<Holder & { transactionId: TransactionId }>(
    `select r.user_id as "userId", r.transaction_id as "transactionId", r.shows_names as "showsNames", u.full_name as holder
     from receipts r join users u on u.id = r.user_id where r.code = $1`,
    [code],
  )
  const transaction = row === undefined ? null : await findTransaction(sql, row.userId, row.transactionId)
  return row === undefined || transaction === null ? null : { ...row, transaction }
}

/** True for the order's own line, not for its refund. */
function isPayment({ kind }: Transaction, order: OrderRow | null): order is OrderRow {
  return order !== null && kind === order.kind
}

/**
 * The status for outsiders: a payment that failed, was refunded and then delivered after all has two lines, and is
 * completed.
 */
function statusOf(transaction: Transaction, order: OrderRow | null): TransactionStatus {
  return isPayment(transaction, order) ? STATES[order.state].status : transaction.status
}

/**
 * What the payment cost its sender, or null: a seller's cost is their own business, and incoming money costs nothing.
 */
function paidKobo(transaction: Transaction, order: OrderRow | null): string | null {
  return isPayment(transaction, order) && order.sale === null ? order.totalKobo.toString() : null
}

function sentenceOf(transaction: Transaction, order: OrderRow | null, status: TransactionStatus): string {
  if (transaction.kind === 'grant') return 'Practice money, given to try things out.'
  if (transaction.kind === 'recall') return 'Money that arrived and was taken back by the bank.'
  if (transaction.kind === 'deposit') {
    return status === 'reversed' ? 'This money arrived, and the bank took it back.' : 'This money arrived.'
  }
  if (!isPayment(transaction, order)) return 'Money that came back to the wallet it was paid from.'
  const byTeam = receiptByTeam(order)
  if (byTeam !== null) return byTeam
  const { receipt } = KINDS[order.kind]
  if (order.state === 'late_success') return 'First reported as failed, then paid after all.'
  return order.returnedLate ? receipt.returnedLate : receipt.sentences[status]
}

type Parties = Pick<PublicReceipt, 'from' | 'to' | 'place'>

/** Who paid whom, and to which account. Numbers are always masked; names too, unless the sender shows them. */
function partiesOf(
  transaction: Transaction,
  order: OrderRow | null,
  { holder, nameOf }: { holder: string; nameOf: (name: string) => string },
): Parties {
  if (!isPayment(transaction, order)) return { ...senderOf(transaction), to: maskName(holder), place: null }
  const { name, place } = rulesOf(order).receiptTo
  const value = place === null ? '' : [maskNumber(place.number), place.more].filter((part) => part !== null).join(' · ')
  return {
    from: nameOf(holder),
    to: name === null ? null : nameOf(name),
    place: place === null ? null : { label: place.label, value },
  }
}

const wholeName = (name: string) => name

/** The sender of incoming money. A refund's line names the payment's recipient, who is not its sender. */
function senderOf({ kind, counterparty }: Transaction): Pick<Parties, 'from'> {
  const isNamed = (kind satisfies TransactionKind) === 'deposit' && counterparty !== null
  return { from: isNamed ? maskName(counterparty) : null }
}
