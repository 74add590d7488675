import type { Deps } from '#server/deps.ts'
import {
  addStatementLine,
  type StatementLine,
  setLateStatus,
  setStatementStatus,
  statementLines,
} from '#server/ledger/statement.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Write } from '#server/platform/db/rows.ts'
import { type Posting, STATES } from './machine.ts'
import type { OrderRow } from './order.ts'
import { broughtBackKobo } from './returned-amount.ts'
import { rulesOf } from './rules.ts'

/** Updates the status of the order's history line. Money that comes back, or is taken again, gets a line of its own. */
export async function updateHistory(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'newId'>,
  order: OrderRow,
  posting: Posting | null,
): Promise<void> {
  const at = deps.clock.now()
  const { line } = rulesOf(order)
  const extra = {
    userId: order.userId,
    counterparty: line.counterparty,
    counterpartyDetail: line.detail,
    status: 'completed',
    orderId: order.id,
    at,
  } as const
  if (posting === 'late-success') {
    const { kind, amountKobo, discountKobo } = order
    await addStatementLine(tx, {
      ...extra,
      id: deps.newId('txn'),
      kind,
      title: line.title,
      amountKobo: -amountKobo,
      discountKobo,
    })
    return
  }
  // A purchase by bank transfer enters the history with its payment.
  if (posting === 'settle' && order.paidBy === 'transfer') await addStatementLine(tx, lineOf(order, at))
  else if (order.returnedLate)
    await setLateStatus(tx, { ...extra, kind: order.kind, firstId: order.transactionId, status: 'reversed' })
  else await setStatementStatus(tx, { ...extra, id: order.transactionId, status: STATES[order.state].status })
  if (posting === 'release' || posting === 'return') {
    const amountKobo = posting === 'return' ? broughtBackKobo(order) : order.totalKobo
    const isSecondRefund = posting === 'return' && order.returnedLate
    const back = { kind: 'refund', title: 'Refund', amountKobo, isSecondRefund } as const
    await addStatementLine(tx, { ...extra, ...back, id: deps.newId('txn') })
  }
}

/** The history lines of new orders. */
export function orderLines(orders: readonly OrderRow[]): Write {
  return statementLines(orders.map((order) => lineOf(order, order.createdAt)))
}

function lineOf(order: OrderRow, at: Date): StatementLine {
  const { line } = rulesOf(order)
  return {
    id: order.transactionId,
    userId: order.userId,
    kind: order.kind,
    title: line.title,
    counterparty: line.counterparty,
    counterpartyDetail: line.detail,
    amountKobo: -order.amountKobo,
    feeKobo: order.feeKobo,
    dutyKobo: order.dutyKobo,
    discountKobo: order.discountKobo,
    status: STATES[order.state].status,
    orderId: order.id,
    at,
  }
}
