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
import { isSuspended, lockSuspensions, readSuspensions } from '#server/suspension/suspensions.ts'
import { advanceOrder } from './advance.ts'
import { wasSpokenOf } from './attempts.ts'
import { alertIfLate } from './late-orders.ts'
import { recordVerification } from './record-verification.ts'
import { countedUntil, MISSING_ALARM_AFTER_MS } from './schedule.ts'
import {
  afterStop,
  type FindingWrite,
  type Preparing,
  type ProviderCall,
  type RequestWrite,
  type Rest,
  type Seen,
  step,
  type Write,
} from './step.ts'
import { writeWithoutDescriptionsIfRefused } from './store-without-descriptions.ts'
import { carrierOf, verifyOrder } from './verify-order.ts'

/**
 * Takes one order as far as it goes now: sends it if nothing was sent yet, then asks for proof. step.ts decides each step, which
 * is carried out here. Provider calls happen between transactions; every transaction starts by proving that this worker still
 * holds the order.
 */
export function processOrder(deps: Deps, claim: Claim): Promise<JobResult> {
  const { subjectId, attempts } = claim
  return deps.tracing.forOrder(subjectId, { name: 'order work', kind: 'consumer', attempt: attempts }, (span) =>
    workOn(deps, claim, span),
  )
}

async function workOn(deps: Deps, claim: Claim, span: Span): Promise<JobResult> {
  const [found, stops] = await Promise.all([
    findOrder(deps.database, claim.userId ?? '', claim.subjectId),
    readSuspensions(deps.database),
  ])
  if (found === null) throw new Error(`work for an order that does not exist: ${claim.subjectId}`)
  span.note({ orderKind: found.kind, orderState: found.state })
  let order = found
  let seen: Seen = { seen: 'turn', stops, isOurs: rulesOf(order).carrier === null, now: deps.clock.now() }
  for (;;) {
    const next = step(order, seen)
    if ('due' in next) return await rest(deps, claim, order, next)
    if ('write' in next) ({ order, seen } = await write(deps, claim, order, next))
    else if (next.call === 'deliver') return await workBpcPurchase(deps, claim, order)
    else seen = await call(deps, order, next)
  }
}

async function rest(deps: Deps, claim: Claim, order: OrderRow, { due, tell, found }: Rest): Promise<JobResult> {
  if (tell === 'late') await inFence(deps.database, claim, (tx) => alertIfLate(tx, deps, order))
  if (tell === 'missing') await inFence(deps.database, claim, (tx) => alarmMissing(tx, deps, order))
  if (due === null) return 'done'
  return found === undefined ? { dueAt: due } : { dueAt: due, found }
}

async function call(deps: Deps, order: OrderRow, next: ProviderCall): Promise<Seen> {
  switch (next.call) {
    case 'send': {
      const sent = await next.request.send()
      if (sent.outcome === 'refused' && sent.alarm !== null) await alarmProvider(deps, order.provider, sent.alarm)
      return { seen: 'sent', sent, now: deps.clock.now() }
    }
    case 'check-refusal': {
      const finding = await verifyOrder(deps, order)
      return { seen: 'refusal-checked', refusal: next.refusal, finding, now: deps.clock.now() }
    }
    case 'verify': {
      const finding = await verifyOrder(deps, order)
      return { seen: 'found', finding, endsAt: carrierOf(order).referenceEndsAt(deps), now: deps.clock.now() }
    }
    default: {
      const prepared = await prepare(deps, order, next.call)
      return { seen: 'prepared', by: next.call, prepared, now: deps.clock.now() }
    }
  }
}

/** The first request under a reference makes that; a repeated one goes out under the reference the order has (R2). */
async function prepare(deps: Deps, order: OrderRow, by: Preparing): Promise<Prepared> {
  if (by === 'prepare-again') return await carrierOf(order).prepare(deps)
  const reference = carrierOf(order).newReference(deps)
  return await carrierOf({ ...order, reference }).prepare(deps)
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

/** The order as it is afterwards, and what step has to know of that. */
type Written = { readonly order: OrderRow; readonly seen: Seen }

async function write(deps: Deps, claim: Claim, order: OrderRow, next: Write): Promise<Written> {
  switch (next.write) {
    case 'request':
      return await writeRequest(deps, claim, order, next)
    case 'event': {
      const after = await record(deps, claim, order, next.event, next.evidence)
      return { order: after.order, seen: { seen: 'event-written', event: next.event, now: deps.clock.now() } }
    }
    case 'finding':
      return await writeFinding(deps, claim, order, next)
  }
}

/** R3: durable before the request, so a crash after this means "maybe sent". R12: not while money is stopped, read under its lock. */
async function writeRequest(deps: Deps, claim: Claim, order: OrderRow, next: RequestWrite): Promise<Written> {
  const { event, evidence, request } = next
  const after = await inFence(deps.database, claim, async (tx) => {
    const notBefore = isSuspended(await lockSuspensions(tx), 'out')
      ? afterStop(deps.clock.now())
      : ((await request.notBefore?.(tx)) ?? null)
    if (notBefore !== null) return { order, changed: false, notBefore }
    return { ...(await advanceUnlessChanged(tx, deps, order, event, evidence)), notBefore: null }
  })
  announce(deps, after)
  const { changed, notBefore } = after
  return { order: after.order, seen: { seen: 'request-written', request, changed, notBefore, now: deps.clock.now() } }
}

async function writeFinding(deps: Deps, claim: Claim, order: OrderRow, next: FindingWrite): Promise<Written> {
  const recorded = await recordVerification(deps, claim, order, next)
  announce(deps, recorded)
  const after = (await findOrder(deps.database, order.userId, order.id)) ?? recorded.order
  if (!recorded.changed && after.token !== order.token) publish(deps, after)
  return { order: after, seen: { seen: 'finding-written', finding: next.finding, ...(await besideRow(deps, after)) } }
}

/** What decides about the next step and is not in the order's row. Read only where it can make a difference. */
async function besideRow(deps: Deps, order: OrderRow) {
  const now = deps.clock.now()
  const { open } = STATES[order.state]
  return {
    now,
    endsAt: open ? carrierOf(order).referenceEndsAt(deps) : null,
    wasSpokenOf: order.absentAt.length > 0 && (await wasSpokenOf(deps.database, order)),
    waiting: open ? await countWaiting(deps, order, now) : 0,
    isMissing: !open && (await isDeliveryMissing(deps, order)),
  }
}

/** Whether delivery is proved and what it hands over has not come. */
async function isDeliveryMissing(deps: Deps, order: OrderRow): Promise<boolean> {
  return STATES[order.state].status === 'completed' && !(await rulesOf(order).isHandedOver(deps))
}

/** Who else is verified soon; not asked while it makes no difference. */
async function countWaiting(deps: Deps, order: OrderRow, now: Date): Promise<number> {
  const until = countedUntil(order, now)
  return until === null ? 0 : await countDue(deps.database, 'order', until)
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
