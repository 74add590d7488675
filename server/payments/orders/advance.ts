import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { lockAvailable } from '#server/ledger/balances.ts'
import { repayDebt } from '#server/ledger/debt.ts'
import { type Movement, postTransfer } from '#server/ledger/post.ts'
import { addStatementLine, type StatementLine, setStatementStatus, statementLines } from '#server/ledger/statement.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { combineWrites, type Write } from '#server/platform/db/rows.ts'
import { raiseAlarm } from '#server/platform/jobs/alarms.ts'
import { newAttempt } from './attempts.ts'
import { isClosedAccount } from './closed-account.ts'
import { type Evidence, sanitizedNote } from './evidence.ts'
import { type OrderEvent, type Posting, STATES, transitionFor } from './machine.ts'
import { lockOrder, type OrderRow } from './order.ts'
import { type Moved, orderAlert } from './order-alerts.ts'
import { rulesOf } from './rules.ts'
import { newStep } from './steps.ts'

export type AdvanceDeps = Pick<Deps, 'clock' | 'newId' | 'log'>

/**
 * Takes an order through one transition: state, step, ledger and history line in the given transaction, under the
 * order's row lock. Returns the order afterwards; an event that means nothing in its state changes nothing and
 * raises an alarm (R7: a resolved order never changes).
 */
export async function advanceOrder(
  tx: Transaction,
  deps: AdvanceDeps,
  of: { userId: string; orderId: string; event: OrderEvent; evidence: Evidence },
): Promise<{ order: OrderRow; changed: boolean }> {
  const order = await lockOrder(tx, of.userId, of.orderId)
  if (order === null) throw new Error(`no order ${of.orderId}`)
  const transition = transitionFor(order.state, of.event)
  if (transition === null) {
    await raiseAlarm(tx, deps.log, {
      kind: 'order-unexpected-evidence',
      subjectId: order.id,
      detail: `order is ${order.state} and "${of.event}" came in: ${sanitizedNote(of.evidence.note)}`,
      at: deps.clock.now(),
    })
    return { order, changed: false }
  }
  if (transition.to === order.state && transition.posts === null) return { order, changed: false }

  const movements =
    transition.posts === null ? [] : await postResolution(tx, deps, order, transition.posts, of.evidence)
  const repaidKobo =
    transition.posts === 'release' || transition.posts === 'return'
      ? await repayDebt(tx, deps, { userId: order.userId, subjectId: order.id })
      : kobo(0n)
  const advanced = await writeState(tx, deps, order, { ...of, to: transition.to, moved: { movements, repaidKobo } })
  await updateHistory(tx, deps, advanced, transition.posts)
  await alarmIfBelowCost(tx, deps, advanced, transition.posts)
  if (transition.posts === 'return') await alarmIfClosed(tx, deps, advanced)
  if (transition.posts === 'late-success') {
    await raiseAlarm(tx, deps.log, {
      kind: 'order-late-success',
      subjectId: order.id,
      detail: `released, then paid after all: ${formatNairaShort(order.amountKobo)} taken again or owed`,
      at: deps.clock.now(),
    })
  }
  return { order: advanced, changed: true }
}

async function postResolution(
  tx: Transaction,
  deps: AdvanceDeps,
  order: OrderRow,
  posting: Posting,
  evidence: Evidence,
): Promise<readonly Movement[]> {
  const availableKobo = await lockAvailable(tx, order.userId)
  const movements = movementsOf(order, { posting, evidence, availableKobo })
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId: order.userId,
    kind: posting,
    key: `${posting}:${order.id}`,
    subjectId: order.id,
    movements,
    at: deps.clock.now(),
  })
  return movements
}

/** What a resolution moves, from the evidence and the wallet's available money, kobo. */
export function movementsOf(
  order: OrderRow,
  of: { posting: Posting; evidence: Pick<Evidence, 'providerFeeKobo' | 'costKobo'>; availableKobo: Kobo },
): Movement[] {
  const { posting, evidence, availableKobo } = of
  return rulesOf(order).movements(posting, {
    providerFeeKobo: evidence.providerFeeKobo ?? kobo(0n),
    costKobo: evidence.costKobo ?? order.costKobo,
    availableKobo,
  })
}

/** The provider took more than the customer paid: the books show it as our expense, and somebody has to look why. */
async function alarmIfBelowCost(
  tx: Transaction,
  deps: AdvanceDeps,
  order: OrderRow,
  posting: Posting | null,
): Promise<void> {
  if (posting !== 'settle' || order.costKobo <= order.totalKobo) return
  await raiseAlarm(tx, deps.log, {
    kind: 'purchase-below-cost',
    subjectId: order.id,
    detail: `sold for ${formatNairaShort(order.totalKobo)}, cost ${formatNairaShort(order.costKobo)}`,
    at: deps.clock.now(),
  })
}

/** Money that comes back to a closed account: its owner cannot reach it, so operators have to act. */
async function alarmIfClosed(tx: Transaction, deps: AdvanceDeps, order: OrderRow): Promise<void> {
  if (!(await isClosedAccount(tx, order.userId))) return
  await raiseAlarm(tx, deps.log, {
    kind: 'returned-to-closed-account',
    subjectId: order.id,
    detail: `${formatNairaShort(order.totalKobo)} came back after the account was closed`,
    at: deps.clock.now(),
  })
}

async function writeState(
  tx: Transaction,
  deps: AdvanceDeps,
  order: OrderRow,
  of: { to: OrderRow['state']; event: OrderEvent; evidence: Evidence; moved: Moved },
): Promise<OrderRow> {
  const now = deps.clock.now()
  const failure = of.evidence.failure ?? (of.to === 'late_success' || of.to === 'settled' ? null : order.failure)
  const isAnew = of.event === 'send-anew'
  const sent = of.event === 'send' || isAnew ? 1 : 0
  const changes = {
    state: of.to,
    updatedAt: now,
    failure,
    sendCount: order.sendCount + sent,
    earlierSends: isAnew ? order.sendCount : order.earlierSends,
    absentAt: sent === 1 ? [] : order.absentAt,
    reference: of.evidence.reference ?? order.reference,
    transactionId: of.evidence.transactionId ?? order.transactionId,
    endedByRequest: of.evidence.endedByRequest ?? order.endedByRequest,
    costKobo: of.evidence.costKobo ?? order.costKobo,
    token: of.evidence.token ?? order.token,
    units: of.evidence.units ?? order.units,
  }
  await tx.query(
    `update orders set state = $3, updated_at = $4, failure = $5, provider_word = coalesce($6, provider_word),
       provider_fee_kobo = coalesce($7::bigint, provider_fee_kobo), send_count = send_count + $8,
       not_found_count = case when $8 = 1 then 0 else not_found_count end,
       not_found_since = case when $8 = 1 then null else not_found_since end,
       sent_at = case when $8 = 1 then $4 else sent_at end,
       reference = $9, cost_kobo = $10, token = $11, units = $12, transaction_id = $13,
       earlier_sends = $14, absent_at = $15, ended_by_request = $16
     where user_id = $1 and id = $2`,
    [
      order.userId,
      order.id,
      of.to,
      now,
      failure,
      of.evidence.word === undefined ? null : sanitizedNote(of.evidence.word),
      of.evidence.providerFeeKobo ?? null,
      sent,
      changes.reference,
      changes.costKobo,
      changes.token,
      changes.units,
      changes.transactionId,
      changes.earlierSends,
      [...changes.absentAt],
      changes.endedByRequest,
    ],
  )
  const isFirst = sent === 1 && order.sendCount === 0
  const attempt = { order, reference: changes.reference, at: now, earlierAbsentAt: isAnew ? order.absentAt : [] }
  const step = newStep({ order, state: of.to, event: of.event, note: of.evidence.note, at: now })
  const advanced = { ...order, ...changes }
  const alert = orderAlert(deps, advanced, of)
  await combineWrites(tx, [...(isFirst || isAnew ? [newAttempt(attempt)] : []), ...alert], step)
  return advanced
}

/** The order's line takes its status; money that comes back, or is taken again, gets a line of its own. */
async function updateHistory(
  tx: Transaction,
  deps: AdvanceDeps,
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
  // What is paid by bank transfer begins to exist in the history with the payment.
  if (posting === 'settle' && order.paidBy === 'transfer') await addOrderLine(tx, order, at)
  else await setStatementStatus(tx, { ...extra, id: order.transactionId, status: STATES[order.state].status })
  if (posting === 'release' || posting === 'return') {
    const back = { kind: 'refund', title: 'Refund', amountKobo: order.totalKobo } as const
    await addStatementLine(tx, { ...extra, ...back, id: deps.newId('txn') })
  }
}

/** The order's line in the history, with its current status. */
async function addOrderLine(tx: Transaction, order: OrderRow, at: Date): Promise<void> {
  await addStatementLine(tx, lineOf(order, at))
}

/** The lines of the history that stand for new orders. */
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
