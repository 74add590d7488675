import { formatNairaShort } from '#contract/money.ts'
import type { Transaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { raiseAlarm } from '../jobs/alarms.ts'
import { type Claim, countDue, inFence } from '../jobs/queue.ts'
import type { WorkResult } from '../jobs/worker.ts'
import { isClosed, passGate, readStops, STOPPED_LOOK_AGAIN_MS } from '../stops/money-stops.ts'
import { advanceOrder } from './advance.ts'
import { workBpcPurchase } from './bpc-purchase.ts'
import { eventOf, isFirstRequest, isNothingToVerify, mayResend, provesRefusal } from './decisions.ts'
import { type Evidence, type Finding, keptNote } from './evidence.ts'
import type { Alarm, Ready } from './kinds/kind.ts'
import { type OrderEvent, STATES } from './machine.ts'
import { findOrder, lockOrder, type OrderRow } from './order.ts'
import { rulesOf } from './rules.ts'
import { CHECK_AT_LEAST_EVERY_MS, CROWDED_AFTER_MS, nextCheckAt, nextLookBackAt, WAITING_ALARMS } from './schedule.ts'
import { writeEvenWithoutWords } from './without-words.ts'

/**
 * Takes one order as far as it goes now: sends it if nothing was sent yet, then asks for proof. Provider calls happen
 * between transactions; every transaction starts by proving that this worker still holds the order.
 */
export async function workOrder(deps: Deps, claim: Claim): Promise<WorkResult> {
  const order = await findOrder(deps.database, claim.userId ?? '', claim.subjectId)
  if (order === null) throw new Error(`work for an order that does not exist: ${claim.subjectId}`)
  if (order.kind === 'bpc') return await workBpcPurchase(deps, claim, order)
  return order.state === 'held' ? await sendFirst(deps, claim, order) : await verify(deps, claim, order)
}

async function sendFirst(deps: Deps, claim: Claim, order: OrderRow): Promise<WorkResult> {
  if (isClosed(await readStops(deps.database), 'out')) return { dueAt: afterStop(deps) }
  const ready = await carrierOf(order).prepare(deps)
  if (ready.ready) return await sendThenVerify(deps, claim, order, ready)
  if (ready.refused === null) return { dueAt: nextCheckAt(order, deps.clock.now()) }
  await record(deps, claim, order, 'refused', ready.refused)
  return 'done'
}

function carrierOf(order: OrderRow) {
  const { carrier } = rulesOf(order)
  if (carrier === null) throw new Error(`no provider carries out a ${order.kind} order`)
  return carrier
}

async function sendThenVerify(
  deps: Deps,
  claim: Claim,
  order: OrderRow,
  ready: Extract<Ready, { ready: true }>,
): Promise<WorkResult> {
  const sending = await recordSending(deps, claim, order, ready)
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
async function recordSending(deps: Deps, claim: Claim, order: OrderRow, ready: Extract<Ready, { ready: true }>) {
  const evidence = { note: 'request goes out', reference: ready.reference }
  const sending = await inFence(deps.database, claim, async (tx) => {
    const dueAt = isClosed(await passGate(tx), 'out') ? afterStop(deps) : ((await ready.notBefore?.(tx)) ?? null)
    if (dueAt !== null) return { order, changed: false, dueAt }
    return { ...(await advanceUnlessChanged(tx, deps, order, 'send', evidence)), dueAt: null }
  })
  announce(deps, sending)
  return sending
}

/** While money is stopped nothing goes out; what went out before is verified all the same. */
function afterStop(deps: Deps): Date {
  return new Date(deps.clock.now().getTime() + STOPPED_LOOK_AGAIN_MS)
}

/** R6: an explicit refusal of the very first request releases, if verification also knows nothing of it. */
async function refuseIfNothingIsThere(
  deps: Deps,
  claim: Claim,
  order: OrderRow,
  sent: { note: string; failure: string },
): Promise<OrderRow | null> {
  if (!isFirstRequest(order)) return null
  const finding = await carrierOf(order).verify(deps)
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
    detail: keptNote(detail),
    at,
  })
}

async function verify(deps: Deps, claim: Claim, order: OrderRow): Promise<WorkResult> {
  if (isNothingToVerify(order)) return 'done'
  const finding = await carrierOf(order).verify(deps)
  const after = await recordFinding(deps, claim, order, finding)
  const now = deps.clock.now()
  if (STATES[after.state].open) {
    if (mayResend(after, now)) return await resend(deps, claim, after)
    return { dueAt: nextCheckAt(after, now, await countWaiting(deps, after, now)) }
  }
  return lookBack(after, now)
}

/** Who else is verified soon; not asked while it makes no difference. */
async function countWaiting(deps: Deps, order: OrderRow, now: Date): Promise<number> {
  if (now.getTime() - order.createdAt.getTime() < CROWDED_AFTER_MS) return 0
  return await countDue(deps.database, 'order', new Date(now.getTime() + CHECK_AT_LEAST_EVERY_MS))
}

function lookBack(order: OrderRow, now: Date): WorkResult {
  const dueAt = nextLookBackAt(order, now)
  return dueAt === null ? 'done' : { dueAt }
}

async function resend(deps: Deps, claim: Claim, order: OrderRow): Promise<WorkResult> {
  const ready = await carrierOf(order).prepare(deps)
  if (!ready.ready) return { dueAt: nextCheckAt(order, deps.clock.now()) }
  return await sendThenVerify(deps, claim, order, ready)
}

async function recordFinding(deps: Deps, claim: Claim, order: OrderRow, finding: Finding): Promise<OrderRow> {
  const event = eventOf(order, finding, deps.clock.now())
  const after = await writeEvenWithoutWords(deps, { claim, order, known: finding }, async (tx, known) => {
    await countNotFound(tx, deps, order, known)
    await keepLateToken(tx, order, known)
    await alarmIfWaiting(tx, deps, order, known)
    if (event === null) return { order, changed: false }
    const { event: _, ...evidence } = known
    return await advanceOrder(tx, deps, { userId: order.userId, orderId: order.id, event, evidence })
  })
  announce(deps, after)
  return (await findOrder(deps.database, order.userId, order.id)) ?? after.order
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

/** A meter's token may come after the proof of delivery. One that is there stays. */
async function keepLateToken(tx: Transaction, order: OrderRow, finding: Finding): Promise<void> {
  if (finding.event !== 'paid' || finding.token == null || order.state !== 'settled' || order.token !== null) return
  await tx.query('update orders set token = $3, units = $4 where user_id = $1 and id = $2 and token is null', [
    order.userId,
    order.id,
    finding.token,
    finding.units ?? null,
  ])
}

async function alarmIfWaiting(tx: Transaction, deps: Deps, order: OrderRow, finding: Finding): Promise<void> {
  const at = deps.clock.now()
  const detail = `${order.state}, ${formatNairaShort(order.totalKobo)} reserved: ${keptNote(finding.note)}`
  if (finding.event === 'mismatch') {
    await raiseAlarm(tx, deps.log, { kind: 'order-mismatch', subjectId: order.id, detail, at })
  }
  if (!STATES[order.state].open) return
  const ageMs = at.getTime() - order.createdAt.getTime()
  for (const { afterMs, kind } of WAITING_ALARMS) {
    if (ageMs >= afterMs) await raiseAlarm(tx, deps.log, { kind, subjectId: order.id, detail, at })
  }
}

/** Records what this worker did, unless the user has taken the order back since it was read. */
async function record(deps: Deps, claim: Claim, order: OrderRow, event: OrderEvent, evidence: Evidence) {
  const after = await writeEvenWithoutWords(deps, { claim, order, known: evidence }, (tx, known) =>
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
  deps.events.publish(after.order.userId, { topics: ['wallet', 'transactions', 'order'], orderId: after.order.id })
}
