import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { lockAvailable, readBalances, type UserBalances } from '#server/ledger/balances.ts'
import { repaidIn, repayDebt } from '#server/ledger/debt.ts'
import { type Movement, postTransfer } from '#server/ledger/post.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { isClosedAccount } from '#server/payments/orders/closed-account.ts'
import { type Evidence, sanitizedNote } from '#server/payments/orders/evidence.ts'
import { type OrderEvent, type Posting, transitionFor } from '#server/payments/orders/machine.ts'
import { fullerToken } from '#server/payments/orders/meter-token.ts'
import { lockOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { type Moved, orderAlert } from '#server/payments/orders/order-alerts.ts'
import { updateHistory } from '#server/payments/orders/order-history.ts'
import { broughtBackKobo } from '#server/payments/orders/returned-amount.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import { newStep } from '#server/payments/orders/steps.ts'
import { contradicts } from '#server/payments/orders/way-outs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { combineWrites } from '#server/platform/db/rows.ts'
import { newAttempt } from './attempts.ts'

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
    await alarmUnlisted(tx, deps, order, of)
    return { order, changed: false }
  }
  if (transition.to === order.state && transition.posts === null) {
    if (of.event === 'paid') await endContradiction(tx, order)
    return { order, changed: false }
  }
  const { posts } = transition
  const movements = posts === null ? [] : await postResolution(tx, deps, order, posts, of.evidence)
  const repaidKobo = posts === null ? kobo(0n) : await repayFrom(tx, deps, order, { posts, movements })
  const advanced = await writeState(tx, deps, order, { ...of, to: transition.to, moved: { movements, repaidKobo } })
  await updateHistory(tx, deps, advanced, posts)
  await alarmIfBelowCost(tx, deps, advanced, posts)
  if (posts === 'return') await alarmIfClosed(tx, deps, advanced)
  if (posts === 'late-success') {
    await raiseAlarm(tx, deps.log, {
      kind: 'order-late-success',
      subjectId: order.id,
      detail: `released, then paid after all: ${formatNairaShort(order.amountKobo)} taken again or owed`,
      at: deps.clock.now(),
    })
  }
  return { order: advanced, changed: true }
}

/**
 * Alerts operators to proof that the state does not list; way-outs.ts says how each case ends. Proof that contradicts
 * the order is stored with it until then.
 */
async function alarmUnlisted(
  tx: Transaction,
  deps: AdvanceDeps,
  order: OrderRow,
  { event, evidence }: { event: OrderEvent; evidence: Evidence },
): Promise<void> {
  const at = deps.clock.now()
  await raiseAlarm(tx, deps.log, {
    kind: event === 'mismatch' ? 'order-mismatch' : 'order-unexpected-evidence',
    subjectId: order.id,
    detail: `order is ${order.state} and "${event}" came in: ${sanitizedNote(evidence.note)}`,
    at,
  })
  if (!contradicts(order.state, event)) return
  await tx.query('update orders set contradicted_at = coalesce(contradicted_at, $3) where user_id = $1 and id = $2', [
    order.userId,
    order.id,
    at,
  ])
}

/** The provider agrees again with what it had proved. */
async function endContradiction(tx: Transaction, { userId, id, contradictedAt }: OrderRow): Promise<void> {
  if (contradictedAt === null) return
  await tx.query('update orders set contradicted_at = null where user_id = $1 and id = $2', [userId, id])
}

/**
 * Repays a debt from what a posting made available. What comes back after a late success has repaid it in its own movements, and
 * the order's release may have repaid an older debt before: an order repays once.
 */
async function repayFrom(
  tx: Transaction,
  deps: AdvanceDeps,
  order: OrderRow,
  { posts, movements }: { posts: Posting; movements: readonly Movement[] },
): Promise<Kobo> {
  if (order.state === 'late_success') return repaidIn(order.userId, movements)
  if (posts !== 'release' && posts !== 'return') return kobo(0n)
  return await repayDebt(tx, deps, { userId: order.userId, subjectId: order.id })
}

async function postResolution(
  tx: Transaction,
  deps: AdvanceDeps,
  order: OrderRow,
  posting: Posting,
  evidence: Evidence,
): Promise<readonly Movement[]> {
  const availableKobo = await lockAvailable(tx, order.userId)
  // Only what was taken again goes back to where it came from: a debt, or the wallet.
  const isLate = order.state === 'late_success'
  const balances = isLate ? await readBalances(tx, order.userId) : { availableKobo, debtKobo: kobo(0n) }
  const movements = movementsOf(order, { posting, evidence, balances })
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

/** What a resolution moves, from the evidence and the wallet's balances under their lock. */
export function movementsOf(
  order: OrderRow,
  of: {
    posting: Posting
    evidence: Pick<Evidence, 'providerFeeKobo' | 'costKobo'>
    balances: Pick<UserBalances, 'availableKobo' | 'debtKobo'>
  },
): Movement[] {
  const { posting, evidence, balances } = of
  return rulesOf(order).movements(posting, {
    providerFeeKobo: evidence.providerFeeKobo ?? kobo(0n),
    costKobo: evidence.costKobo ?? order.costKobo,
    availableKobo: balances.availableKobo,
    owedKobo: kobo(-balances.debtKobo),
  })
}

/** The provider took more than the customer paid: the books show it as our expense, and somebody has to look why. */
async function alarmIfBelowCost(
  tx: Transaction,
  deps: AdvanceDeps,
  order: OrderRow,
  posting: Posting | null,
): Promise<void> {
  const isSold = posting === 'settle' || posting === 'late-success'
  if (!isSold || order.costKobo <= order.totalKobo) return
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
    detail: `${formatNairaShort(broughtBackKobo(order))} came back after the account was closed`,
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
  const returnedLate = of.to === 'returned' && order.state === 'late_success'
  const failure = returnedLate
    ? null
    : (of.evidence.failure ?? (of.to === 'late_success' || of.to === 'settled' ? null : order.failure))
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
    undoneByRequest: of.evidence.undoneByRequest ?? order.undoneByRequest,
    returnedLate,
    contradictedAt: null,
    costKobo: of.evidence.costKobo ?? order.costKobo,
    token: fullerToken(order.token, of.evidence.tokens ?? []),
    units: of.evidence.units ?? order.units,
  }
  await tx.query(
    `update orders set state = $3, updated_at = $4, failure = $5, provider_word = coalesce($6, provider_word),
       provider_fee_kobo = coalesce($7::bigint, provider_fee_kobo), send_count = send_count + $8,
       not_found_count = case when $8 = 1 then 0 else not_found_count end,
       not_found_since = case when $8 = 1 then null else not_found_since end,
       sent_at = case when $8 = 1 then $4 else sent_at end,
       reference = $9, cost_kobo = $10, token = $11, units = $12, transaction_id = $13,
       earlier_sends = $14, absent_at = $15, ended_by_request = $16, undone_by_request = $17, returned_late = $18,
       contradicted_at = null
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
      changes.undoneByRequest,
      changes.returnedLate,
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
