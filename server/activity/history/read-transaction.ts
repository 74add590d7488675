import { isId, type UserId } from '#contract/ids.ts'
import type { OrderState } from '#contract/orders.ts'
import { totalKobo } from '#contract/transaction-total.ts'
import type { TimelineStep, Transaction, TransactionDetail } from '#contract/transactions.ts'
import type { Deps } from '#server/deps.ts'
import { repaidNote } from '#server/ledger/debt.ts'
import { findOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { explanationOf } from '#server/payments/orders/present-order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { findTransaction } from './list-transactions.ts'

/**
 * One line of history with its timeline and a sentence on where the money is.
 *
 * @throws AppError `request.not-found`
 */
export async function readTransaction(
  deps: Pick<Deps, 'database' | 'providers'>,
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
    explanation: await explain(deps, userId, transaction, order),
    totalKobo: totalKobo(transaction).toString(),
  }
}

function arrival({ kind, status, createdAt, title }: Transaction): TimelineStep {
  if (kind === 'sms') return { at: createdAt, title, detail: 'Taken by our SMS provider' }
  const detail =
    kind === 'recall' ? 'By the bank' : status === 'reversed' ? 'Taken back by the bank since' : 'In your wallet'
  return { at: createdAt, title, detail }
}

async function explain(
  deps: Pick<Deps, 'database' | 'providers'>,
  userId: UserId,
  transaction: Transaction,
  order: OrderRow | null,
): Promise<string> {
  if (transaction.kind === 'grant') return 'Practice money for trying Jara out. It has no real value.'
  if (transaction.kind === 'deposit') return await explainDeposit(deps.database, userId, transaction)
  if (transaction.kind === 'sms') {
    return 'The price of one SMS alert. You can turn SMS alerts off under Security.'
  }
  if (transaction.kind === 'recall') {
    return 'The bank took back a transfer you had received. It was taken from your wallet as far as the money was there, and you owe the rest.'
  }
  if (order === null) return 'This is in your wallet.'
  return [order.failure, await explanationOf(deps, order)].filter((part) => part !== null).join(' ')
}

async function explainDeposit(sql: Sql, userId: UserId, { id, status }: Transaction): Promise<string> {
  if (status === 'reversed') return 'This money arrived by bank transfer, and the bank took it back.'
  const [deposit] = await sql.query<{ id: string }>(
    'select deposit_id as id from transactions where user_id = $1 and id = $2',
    [userId, id],
  )
  const repaid = deposit === undefined ? '' : await repaidNote(sql, userId, deposit.id)
  return `This money arrived by bank transfer and is in your wallet.${repaid}`
}

async function readTimeline(sql: Sql, order: OrderRow): Promise<TimelineStep[]> {
  const steps = await sql.query<{ state: OrderState; event: string; at: Date }>(
    'select state, event, at from order_steps where user_id = $1 and order_id = $2 order by seq',
    [order.userId, order.id],
  )
  const rules = rulesOf(order)
  return steps.map((step, index) => ({
    at: step.at.toISOString(),
    title: rules.stepTitle(step),
    detail: index === steps.length - 1 ? (order.failure ?? null) : null,
  }))
}
