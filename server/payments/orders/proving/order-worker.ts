import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { countDue } from '#server/outbox/jobs/jobs.ts'
import { workBpcPurchase } from '#server/payments/bpc/bpc-purchase.ts'
import type { Alarm, Prepared } from '#server/payments/kinds/kind.ts'
import { countOrder } from '#server/payments/orders/count-order.ts'
import { type Evidence, sanitizedNote } from '#server/payments/orders/evidence.ts'
import { type OrderEvent, STATES } from '#server/payments/orders/machine.ts'
import { findOrder, lockOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import type { Span } from '#server/platform/tracing/tracing.ts'
import {
  isClockInDoubt,
  isSuspended,
  lockSuspensions,
  readSuspensions,
  SUSPENDED_RETRY_MS,
} from '#server/suspension/suspensions.ts'
import { advanceOrder } from './advance.ts'
import { wasSpokenOf } from './attempts.ts'
import { isFirstRequest, isNothingToVerify, isProvedAbsent, mayResend, provesRefusal } from './decisions.ts'
import { alertIfLate, isLate } from './late-orders.ts'
import { recordVerification } from './record-verification.ts'
import { countedUntil, MISSING_ALARM_AFTER_MS, nextCheckAt, nextLookBackAt } from './schedule.ts'
import { writeWithoutDescriptionsIfRefused } from './store-without-descriptions.ts'
import { carrierOf, verifyOrder } from './verify-order.ts'

/**
 * Takes one order as far as it goes now: sends it if nothing was sent yet, then asks for proof. Provider calls happen
 * between transactions; every transaction starts by proving that this worker still holds the order.
 */
export function processOrder(deps: Deps, claim: Claim): Promise<JobResult> {
  const { subjectId, attempts } = claim
  return deps.tracing.forOrder(subjectId, { name: 'order work', kind: 'consumer', attempt: attempts }, (span) =>
    workOn(deps, claim, span),
  )
}

async function workOn(deps: Deps, claim: Claim, span: Span): Promise<JobResult> {
  const [order, stops] = await Promise.all([
    findOrder(deps.database, claim.userId ?? '', claim.subjectId),
    readSuspensions(deps.database),
  ])
  if (order === null) throw new Error(`work for an order that does not exist: ${claim.subjectId}`)
  span.note({ orderKind: order.kind, orderState: order.state })
  // What was sent is verified later: an entry dated by a wrong clock would keep money stopped once the clock is right.
  if (isClockInDoubt(stops)) return { dueAt: afterStop(deps) }
  if (rulesOf(order).carrier === null) return await workBpcPurchase(deps, claim, order)
  const isStopped = order.state === 'held' && isSuspended(stops, 'out')
  if (isStopped) return await waitUnsent(deps, claim, order, afterStop(deps))
  return order.state === 'held' ? await sendFirst(deps, claim, order) : await verify(deps, claim, order)
}

async function sendFirst(deps: Deps, claim: Claim, order: OrderRow): Promise<JobResult> {
  const ready = await prepareAnew(deps, order)
  if (ready.ready) return await sendThenVerify(deps, claim, order, { event: 'send', ready })
  if (ready.refused === null) return await waitUnsent(deps, claim, order, nextCheckAt(order, deps.clock.now()))
  await record(deps, claim, order, 'refused', ready.refused)
  return 'done'
}

/** Its owner is alerted when it has waited too long: nothing was sent, and the money is reserved. */
async function waitUnsent(deps: Deps, claim: Claim, order: OrderRow, dueAt: Date): Promise<JobResult> {
  if (isLate(order, deps.clock.now())) await inFence(deps.database, claim, (tx) => alertIfLate(tx, deps, order))
  return { dueAt }
}

/** For the first request under a reference; a repeated one goes out under the reference the order has (R2). */
async function prepareAnew(deps: Deps, order: OrderRow): Promise<Prepared> {
  const reference = carrierOf(order).newReference(deps)
  return await carrierOf({ ...order, reference }).prepare(deps)
}

/** A request that can go out, and what it means to the order that it does. */
type Sending = {
  readonly event: Extract<OrderEvent, 'send' | 'send-anew'>
  readonly ready: Extract<Prepared, { ready: true }>
}

async function sendThenVerify(deps: Deps, claim: Claim, order: OrderRow, of: Sending): Promise<JobResult> {
  const { ready } = of
  const sending = await recordSending(deps, claim, order, of)
  if (sending.dueAt !== null) return { dueAt: sending.dueAt }
  if (!sending.changed) return 'done'
  const sent = await ready.send()
  if (sent.outcome === 'refused') {
    if (sent.alarm !== null) await alarmProvider(deps, order.provider, sent.alarm)
    const refused = await refuseIfNothingIsThere(deps, claim, sending.order, sent)
    if (refused !== null) return lookBack(refused, deps.clock.now())
  }
  const event = sent.outcome === 'accepted' ? 'accepted' : 'unanswered'
  const waiting = await record(deps, claim, sending.order, event, { note: sent.note })
  return await verify(deps, claim, waiting.order)
}

/** R3: durable before the request, so a crash after this means "maybe sent". */
async function recordSending(deps: Deps, claim: Claim, order: OrderRow, { event, ready }: Sending) {
  const evidence = { note: NOTES[event], reference: ready.reference }
  const sending = await inFence(deps.database, claim, async (tx) => {
    const dueAt = isSuspended(await lockSuspensions(tx), 'out')
      ? afterStop(deps)
      : ((await ready.notBefore?.(tx)) ?? null)
    if (dueAt !== null) return { order, changed: false, dueAt }
    return { ...(await advanceUnlessChanged(tx, deps, order, event, evidence)), dueAt: null }
  })
  announce(deps, sending)
  return sending
}

const NOTES = {
  send: 'request goes out',
  'send-anew': 'the reference before is over and was never known there: request goes out under a new one',
} as const

/** While money is stopped nothing goes out; what went out before is verified all the same, by a clock that can be right. */
function afterStop(deps: Deps): Date {
  return new Date(deps.clock.now().getTime() + SUSPENDED_RETRY_MS)
}

/** R6: an explicit refusal of the very first request releases, if verification also knows nothing of it. */
async function refuseIfNothingIsThere(
  deps: Deps,
  claim: Claim,
  order: OrderRow,
  sent: { note: string; failure: string },
): Promise<OrderRow | null> {
  if (!isFirstRequest(order)) return null
  const finding = await verifyOrder(deps, order)
  if (!provesRefusal(order, finding)) return null
  const note = `refused: ${sent.note}, and verification knows nothing of it`
  return (await record(deps, claim, order, 'refused', { note, failure: sent.failure })).order
}

/** Once an hour at most: what is wrong is wrong for everybody. */
async function alarmProvider(deps: Deps, provider: string, { kind, detail }: Alarm): Promise<void> {
  const at = deps.clock.now()
  await raiseAlarm(deps.database, deps.log, {
    kind,
    subjectId: `${provider} ${at.toISOString().slice(0, 13)}`,
    detail: sanitizedNote(detail),
    at,
  })
}

async function verify(deps: Deps, claim: Claim, order: OrderRow): Promise<JobResult> {
  if (isNothingToVerify(order)) return 'done'
  const finding = await verifyOrder(deps, order)
  const recorded = await recordVerification(deps, claim, order, finding)
  announce(deps, recorded)
  const after = (await findOrder(deps.database, order.userId, order.id)) ?? recorded.order
  const now = deps.clock.now()
  if (STATES[after.state].open) {
    const endsAt = carrierOf(after).referenceEndsAt(deps)
    if (mayResend(after, endsAt, now)) return await resend(deps, claim, after)
    if (isProvedAbsent(after, finding, endsAt, now)) return await sendAnew(deps, claim, after)
    return { dueAt: nextCheckAt(after, now, await countWaiting(deps, after, now)), found: finding.event }
  }
  if (!recorded.changed && after.token !== order.token) publish(deps, after)
  const isMissing = await isDeliveryMissing(deps, after)
  if (isMissing && now.getTime() - after.updatedAt.getTime() >= MISSING_ALARM_AFTER_MS)
    await inFence(deps.database, claim, (tx) => alarmMissing(tx, deps, after))
  return lookBack(after, now, isMissing)
}

/** Whether delivery is proved and what it hands over has not come. */
async function isDeliveryMissing(deps: Deps, order: OrderRow): Promise<boolean> {
  return STATES[order.state].status === 'completed' && !(await rulesOf(order).isHandedOver(deps))
}

async function alarmMissing(tx: Transaction, deps: Deps, order: OrderRow): Promise<void> {
  const minutes = MISSING_ALARM_AFTER_MS / 60_000
  await raiseAlarm(tx, deps.log, {
    kind: 'delivery-not-handed-over',
    subjectId: order.id,
    detail: `delivery was proved ${minutes} minutes ago, and ${rulesOf(order).givenWithProof ?? 'what it hands over'} has not come`,
    at: deps.clock.now(),
  })
}

/** Who else is verified soon; not asked while it makes no difference. */
async function countWaiting(deps: Deps, order: OrderRow, now: Date): Promise<number> {
  const until = countedUntil(order, now)
  return until === null ? 0 : await countDue(deps.database, 'order', until)
}

function lookBack(order: OrderRow, now: Date, isMissing = false): JobResult {
  const dueAt = nextLookBackAt(order, now, isMissing)
  return dueAt === null ? 'done' : { dueAt }
}

async function resend(deps: Deps, claim: Claim, order: OrderRow): Promise<JobResult> {
  const ready = await carrierOf(order).prepare(deps)
  if (!ready.ready) return { dueAt: nextCheckAt(order, deps.clock.now()) }
  return await sendThenVerify(deps, claim, order, { event: 'send', ready })
}

/**
 * R13: it is proved that the provider never had the order and never can under the reference it has, so it goes out under one
 * more, for the last time; or its money is given back, where what was agreed to is not sold any more.
 */
async function sendAnew(deps: Deps, claim: Claim, order: OrderRow): Promise<JobResult> {
  const later = { dueAt: nextCheckAt(order, deps.clock.now()) }
  // The provider once named the reference, and now says that it never had it: nothing is proved, and a person looks.
  if (await wasSpokenOf(deps.database, order)) return later
  const ready = await prepareAnew(deps, order)
  if (ready.ready) return await sendThenVerify(deps, claim, order, { event: 'send-anew', ready })
  if (ready.refused === null) return later
  const { order: after } = await record(deps, claim, order, 'never-arrived', ready.refused)
  return lookBack(after, deps.clock.now())
}

/** Records what this worker did, unless the user has taken the order back since it was read. */
async function record(deps: Deps, claim: Claim, order: OrderRow, event: OrderEvent, evidence: Evidence) {
  const after = await writeWithoutDescriptionsIfRefused(deps, { claim, order, known: evidence }, (tx, known) =>
    advanceUnlessChanged(tx, deps, order, event, known),
  )
  announce(deps, after)
  return after
}

async function advanceUnlessChanged(
  tx: Transaction,
  deps: Deps,
  order: OrderRow,
  event: OrderEvent,
  evidence: Evidence,
) {
  const current = await lockOrder(tx, order.userId, order.id)
  if (current !== null && current.state !== order.state) return { order: current, changed: false }
  return await advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event, evidence })
}

function announce(deps: Deps, after: { order: OrderRow; changed: boolean }): void {
  if (!after.changed) return
  countOrder(deps, after.order)
  publish(deps, after.order)
}

function publish(deps: Deps, { userId, id }: OrderRow): void {
  deps.events.publish(userId, { topics: ['wallet', 'transactions', 'order'], orderId: id })
}
