import { formatNairaShort } from '#contract/money.ts'
import type { Transaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { raiseAlarm } from '../jobs/alarms.ts'
import { type Claim, holdFence } from '../jobs/queue.ts'
import type { WorkResult } from '../jobs/worker.ts'
import { advanceOrder, type Evidence } from './advance.ts'
import { type Finding, NOT_PAID_SENTENCE, readFinding, refusalSentence, SENT_BACK_SENTENCE } from './evidence.ts'
import { type OrderEvent, STATES, transitionFor } from './machine.ts'
import { findOrder, lockOrder, type OrderRow } from './order.ts'
import {
  nextCheckAt,
  nextLookBackAt,
  ORDER_REVIEW_AFTER_MS,
  RESEND_AFTER_MS,
  RESEND_CHECKS_MIN,
  SEND_MAX,
  WAITING_ALARMS,
} from './schedule.ts'

/**
 * Takes one order as far as it goes now: sends it if nothing was sent yet, then asks for proof. Provider calls happen
 * between transactions; every transaction starts by proving that this worker still holds the order.
 */
export async function workOrder(deps: Deps, claim: Claim): Promise<WorkResult> {
  const order = await findOrder(deps.database, claim.userId ?? '', claim.subjectId)
  if (order === null) throw new Error(`work for an order that does not exist: ${claim.subjectId}`)
  if (order.state !== 'held') return await verify(deps, claim, order)

  const recipientCode = await prepare(deps, claim, order)
  if (recipientCode === 'refused') return 'done'
  if (recipientCode === null) return { dueAt: nextCheckAt(order, deps.clock.now()) }
  return await sendThenVerify(deps, claim, order, recipientCode)
}

/** Registers the recipient at the provider: moves no money, so a refusal here is conclusive. Null: try later. */
async function prepare(deps: Deps, claim: Claim, order: OrderRow): Promise<string | 'refused' | null> {
  if (!deps.payments.available()) return null
  const { accountName: name, bankCode, accountNumber } = order.recipient
  const answer = await deps.payments.createRecipient({ name, bankCode, accountNumber })
  if (answer.outcome === 'succeeded') return answer.value.recipientCode
  if (answer.outcome === 'unknown' || order.sendCount > 0) return null
  await record(deps, claim, order, 'refused', {
    note: `recipient refused: ${answer.reason}`,
    failure: refusalSentence('recipient'),
  })
  return 'refused'
}

async function sendThenVerify(deps: Deps, claim: Claim, order: OrderRow, recipientCode: string): Promise<WorkResult> {
  // R3: durable before the request, so a crash after this means "maybe sent".
  const sending = await record(deps, claim, order, 'send', { note: 'request goes out' })
  if (!sending.changed) return 'done'
  const sent = await deps.payments.sendTransfer({
    reference: order.reference,
    recipientCode,
    amountKobo: order.amountKobo,
    reason: `Transfer ${order.reference.slice(-8)}`,
  })
  if (sent.outcome === 'declined') {
    const refused = await refuseIfNothingIsThere(deps, claim, sending.order, sent)
    if (refused !== null) return lookBack(refused, deps.clock.now())
    if (sent.reason === 'float-low') await alarmFloatLow(deps)
  }
  const event = sent.outcome === 'succeeded' ? 'accepted' : 'unanswered'
  const note =
    sent.outcome === 'succeeded'
      ? `accepted: ${sent.value.word}`
      : sent.outcome === 'unknown'
        ? sent.cause
        : sent.message
  const waiting = await record(deps, claim, sending.order, event, { note })
  return await verify(deps, claim, waiting.order)
}

/** R6: an explicit refusal of the very first request releases, if verification also knows nothing of it. */
async function refuseIfNothingIsThere(
  deps: Deps,
  claim: Claim,
  order: OrderRow,
  sent: { reason: Parameters<typeof refusalSentence>[0]; message: string },
): Promise<OrderRow | null> {
  if (order.sendCount !== 1) return null
  const finding = readFinding(order, await deps.payments.verifyTransfer(order.reference))
  if (finding.event !== 'not-found') return null
  if (sent.reason === 'float-low') await alarmFloatLow(deps)
  const released = await record(deps, claim, order, 'refused', {
    note: `refused: ${sent.reason}, and verification knows nothing of it`,
    failure: refusalSentence(sent.reason),
  })
  return released.order
}

async function alarmFloatLow(deps: Deps): Promise<void> {
  const at = deps.clock.now()
  const subjectId = `${deps.payments.name} ${at.toISOString().slice(0, 13)}`
  await raiseAlarm(deps.database, deps.log, { kind: 'provider-float-low', subjectId, detail: 'top up our float', at })
}

async function verify(deps: Deps, claim: Claim, order: OrderRow): Promise<WorkResult> {
  if (order.sendCount === 0 || order.state === 'returned' || order.state === 'late_success') return 'done'
  const finding = readFinding(order, await deps.payments.verifyTransfer(order.reference))
  const after = await recordFinding(deps, claim, order, finding)
  const now = deps.clock.now()
  if (STATES[after.state].open) {
    if (mayResend(after, now)) return await resend(deps, claim, after)
    return { dueAt: nextCheckAt(after, now) }
  }
  return lookBack(after, now)
}

function lookBack(order: OrderRow, now: Date): WorkResult {
  const dueAt = nextLookBackAt(order, now)
  return dueAt === null ? 'done' : { dueAt }
}

/** R8: the provider has not known the reference for long and often: the same request goes out again, same reference. */
function mayResend(order: OrderRow, now: Date): boolean {
  return (
    order.state === 'unknown' &&
    order.sendCount < SEND_MAX &&
    order.notFoundCount >= RESEND_CHECKS_MIN &&
    order.notFoundSince !== null &&
    now.getTime() - order.notFoundSince.getTime() >= RESEND_AFTER_MS
  )
}

async function resend(deps: Deps, claim: Claim, order: OrderRow): Promise<WorkResult> {
  const recipientCode = await prepare(deps, claim, order)
  if (recipientCode === null || recipientCode === 'refused') return { dueAt: nextCheckAt(order, deps.clock.now()) }
  return await sendThenVerify(deps, claim, order, recipientCode)
}

async function recordFinding(deps: Deps, claim: Claim, order: OrderRow, finding: Finding): Promise<OrderRow> {
  const event = eventOf(deps, order, finding)
  const after = await inFence(deps, claim, async (tx) => {
    await countNotFound(tx, deps, order, finding)
    await alarmIfWaiting(tx, deps, order, finding)
    if (event === null) return { order, changed: false }
    return await advanceOrder(tx, deps, {
      userId: order.userId,
      orderId: order.id,
      event,
      evidence: {
        note: finding.note,
        failure: failureSentence(event),
        ...(finding.word === undefined ? {} : { providerWord: finding.word }),
        ...(finding.providerFeeKobo === undefined ? {} : { providerFeeKobo: finding.providerFeeKobo }),
      },
    })
  })
  announce(deps, after)
  return (await findOrder(deps.database, order.userId, order.id)) ?? after.order
}

/** Nothing conclusive for a day, or proof of something else: a person looks. Null: the finding changes nothing. */
function eventOf(deps: Deps, order: OrderRow, finding: Finding): OrderEvent | null {
  const canBeOverdue = transitionFor(order.state, 'overdue') !== null
  if (finding.event === 'mismatch') return canBeOverdue ? 'overdue' : null
  const inconclusive =
    finding.event === 'no-answer' || finding.event === 'not-found' || finding.event === 'still-pending'
  const ageMs = deps.clock.now().getTime() - order.createdAt.getTime()
  if (inconclusive && canBeOverdue && ageMs >= ORDER_REVIEW_AFTER_MS) return 'overdue'
  if (finding.event !== 'no-answer') return finding.event
  return order.state === 'in_flight' ? 'unanswered' : null
}

async function countNotFound(tx: Transaction, deps: Deps, order: OrderRow, finding: Finding): Promise<void> {
  if (finding.event === 'not-found') {
    await tx.query(
      `update orders set not_found_count = not_found_count + 1, not_found_since = coalesce(not_found_since, $3)
       where user_id = $1 and id = $2`,
      [order.userId, order.id, deps.clock.now()],
    )
  } else if (finding.event !== 'no-answer' && order.notFoundCount > 0) {
    await tx.query('update orders set not_found_count = 0, not_found_since = null where user_id = $1 and id = $2', [
      order.userId,
      order.id,
    ])
  }
}

async function alarmIfWaiting(tx: Transaction, deps: Deps, order: OrderRow, finding: Finding): Promise<void> {
  const at = deps.clock.now()
  const detail = `${order.state}, ${formatNairaShort(order.totalKobo)} reserved: ${finding.note}`
  if (finding.event === 'mismatch') {
    await raiseAlarm(tx, deps.log, { kind: 'order-mismatch', subjectId: order.id, detail, at })
  }
  if (!STATES[order.state].open) return
  const ageMs = at.getTime() - order.createdAt.getTime()
  for (const { afterMs, kind } of WAITING_ALARMS) {
    if (ageMs >= afterMs) await raiseAlarm(tx, deps.log, { kind, subjectId: order.id, detail, at })
  }
}

function failureSentence(event: OrderEvent): string | null {
  if (event === 'failed') return NOT_PAID_SENTENCE
  return event === 'reversed' ? SENT_BACK_SENTENCE : null
}

/** Records what this worker did or is about to do, unless the user has taken the order back since it was read. */
async function record(deps: Deps, claim: Claim, order: OrderRow, event: OrderEvent, evidence: Evidence) {
  const after = await inFence(deps, claim, async (tx) => {
    const current = await lockOrder(tx, order.userId, order.id)
    if (current !== null && current.state !== order.state) return { order: current, changed: false }
    return await advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event, evidence })
  })
  announce(deps, after)
  return after
}

function inFence<T>(deps: Deps, claim: Claim, write: (tx: Transaction) => Promise<T>): Promise<T> {
  return deps.database.transaction(async (tx) => {
    await holdFence(tx, claim)
    return await write(tx)
  })
}

function announce(deps: Deps, after: { order: OrderRow; changed: boolean }): void {
  if (!after.changed) return
  deps.events.publish(after.order.userId, { topics: ['wallet', 'transactions', 'order'], orderId: after.order.id })
}
