import { isId, type UserId } from '#contract/ids.ts'
import { formatNairaShort } from '#contract/money.ts'
import type { Receipt } from '#contract/selling.ts'
import { receiptByTeam } from '#server/payments/orders/ended-by-team.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { findOrder, type OrderRow } from '#server/payments/orders/order.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * The receipt that a seller may show their customer: never the seller's cost, and always the true status.
 *
 * @throws AppError `order.not-found` also for an order that is not a sale
 */
export async function readReceipt(sql: Sql, userId: UserId, orderId: string): Promise<Receipt> {
  const order = isId('ord', orderId) ? await findOrder(sql, userId, orderId) : null
  if (order === null || order.sale === null) throw new AppError('order.not-found')
  const [seller] = await sql.query<{ name: string }>('select full_name as name from users where id = $1', [userId])
  const { status } = STATES[order.state]
  return {
    orderId: order.id,
    sellerName: seller?.name ?? '',
    customerName: order.sale.customerName,
    what: whatIsSold(order),
    phone: 'phone' in order.recipient ? order.recipient.phone : '',
    priceKobo: order.sale.priceKobo,
    status,
    sentence: receiptByTeam(order) ?? SENTENCES[status],
    createdAt: order.createdAt.toISOString(),
  }
}

function whatIsSold(order: OrderRow): string {
  switch (order.kind) {
    case 'airtime':
      return `${order.recipient.networkName} airtime ${formatNairaShort(order.amountKobo)}`
    case 'data':
      return `${order.recipient.networkName} data, ${order.recipient.bundleName}`
    default:
      throw new AppError('order.not-found')
  }
}

const SENTENCES = {
  completed: 'Delivered. The network confirmed it.',
  pending: 'On its way. The network has not confirmed it yet.',
  failed: 'Not delivered.',
  reversed: 'Taken back by the network after delivery.',
} as const satisfies Record<Receipt['status'], string>
