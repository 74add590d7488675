import { isId, type UserId } from '#contract/ids.ts'
import type { OrderState } from '#contract/orders.ts'
import type { TimelineStep, Transaction, TransactionDetail } from '#contract/transactions.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findOrder, type OrderRow } from '../../orders/order.ts'
import { rulesOf } from '../../orders/rules.ts'
import { findTransaction } from './list-transactions.ts'

/**
 * One line of history with its timeline and a sentence on where the money is.
 *
 * @throws AppError `request.not-found`
 */
export async function readTransaction(
  deps: Pick<Deps, 'database'>,
  userId: UserId,
  id: string,
): Promise<TransactionDetail> {
  const transaction = isId('txn', id) ? await findTransaction(deps.database, userId, id) : null
  if (transaction === null) throw new AppError('request.not-found')
  const order = transaction.orderId === null ? null : await findOrder(deps.database, userId, transaction.orderId)
  return {
    transaction,
    timeline: order === null ? [arrival(transaction)] : await readTimeline(deps.database, order),
    reference: order?.reference ?? null,
    explanation: explain(transaction, order),
    totalKobo: totalOf(transaction).toString(),
  }
}

function totalOf(transaction: Transaction): bigint {
  const amount = BigInt(transaction.amountKobo)
  const extra = BigInt(transaction.feeKobo) + BigInt(transaction.dutyKobo)
  return amount < 0n ? amount - extra + BigInt(transaction.discountKobo) : amount
}

function arrival(transaction: Transaction): TimelineStep {
  return { at: transaction.createdAt, title: transaction.title, detail: 'In your wallet' }
}

function explain(transaction: Transaction, order: OrderRow | null): string {
  if (transaction.kind === 'grant') return 'Practice money for trying Jara out. It has no real value.'
  if (transaction.kind === 'deposit') return 'This money arrived by bank transfer and is in your wallet.'
  if (order === null) return 'This is in your wallet.'
  return [order.failure, rulesOf(order).explanation].filter((part) => part !== null).join(' ')
}

async function readTimeline(sql: Sql, order: OrderRow): Promise<TimelineStep[]> {
  const steps = await sql.query<{ state: OrderState; at: Date }>(
    'select state, at from order_steps where user_id = $1 and order_id = $2 order by seq',
    [order.userId, order.id],
  )
  const rules = rulesOf(order)
  return steps.map((step, index) => ({
    at: step.at.toISOString(),
    title: rules.stepTitle(step.state),
    detail: index === steps.length - 1 ? (order.failure ?? null) : null,
  }))
}
