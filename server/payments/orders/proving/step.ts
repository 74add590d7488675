import type { AlarmKind } from '#server/outbox/alarms/alarm-kinds.ts'
import type { Prepared, Sent } from '#server/payments/kinds/kind.ts'
import type { Evidence, VerificationResult } from '#server/payments/orders/evidence.ts'
import { type OrderEvent, STATES } from '#server/payments/orders/machine.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { isClockInDoubt, isSuspended, SUSPENDED_RETRY_MS, type Suspension } from '#server/suspension/suspensions.ts'
import {
  countsAsAbsence,
  eventOf,
  isFirstRequest,
  isLate,
  isNothingToVerify,
  isProvedAbsent,
  mayResend,
  provesRefusal,
  waitingAlarms,
} from './decisions.ts'
import { MISSING_ALARM_AFTER_MS, nextCheckAt, nextLookBackAt } from './schedule.ts'

/** What decides about an order in its row. */
export type StepRow = Pick<
  OrderRow,
  | 'state'
  | 'createdAt'
  | 'updatedAt'
  | 'sendCount'
  | 'earlierSends'
  | 'notFoundCount'
  | 'notFoundSince'
  | 'absentAt'
  | 'maybeElsewhere'
  | 'endedByRequest'
  | 'contradictedAt'
>

type Request = Extract<Prepared, { ready: true }>
type Refusal = Extract<Sent, { outcome: 'refused' }>

/** For the first request; for the same one again, under the reference the order has (R2); for the last, under a new one (R13). */
export type Preparing = 'prepare' | 'prepare-again' | 'prepare-anew'

/** What has just been learnt. */
export type Seen = { readonly now: Date } & (
  | {
      readonly seen: 'turn'
      readonly stops: readonly Pick<Suspension, 'reason'>[]
      /** No provider carries it out. */
      readonly isOurs: boolean
    }
  | { readonly seen: 'prepared'; readonly by: Preparing; readonly prepared: Prepared }
  | {
      readonly seen: 'request-written'
      readonly request: Request
      /** False: it was taken back meanwhile. */
      readonly changed: boolean
      /** Its transaction found that nothing may go out before this. */
      readonly notBefore: Date | null
    }
  | { readonly seen: 'sent'; readonly sent: Sent }
  | { readonly seen: 'refusal-checked'; readonly refusal: Refusal; readonly finding: VerificationResult }
  | { readonly seen: 'event-written'; readonly event: OrderEvent }
  | {
      readonly seen: 'found'
      readonly finding: VerificationResult
      /** When the provider stops accepting the order's reference. Null: never. */
      readonly endsAt: Date | null
    }
  | {
      readonly seen: 'finding-written'
      readonly finding: VerificationResult
      readonly endsAt: Date | null
      /** A callback has named its reference. */
      readonly wasSpokenOf: boolean
      /** How many orders are verified soon. */
      readonly waiting: number
      /** Delivery is proved, and what it hands over has not come. */
      readonly isMissing: boolean
    }
)

/** A call between two transactions, to the order's provider. */
export type ProviderCall =
  | { readonly call: Preparing }
  | { readonly call: 'send'; readonly request: Request }
  | { readonly call: 'check-refusal'; readonly refusal: Refusal }
  | { readonly call: 'verify' }
/** `deliver`: no provider carries it out, and bpc-purchase.ts takes it on. */
export type Call = ProviderCall | { readonly call: 'deliver' }

/** R3: durable before the request leaves. */
export type RequestWrite = {
  readonly write: 'request'
  readonly event: Extract<OrderEvent, 'send' | 'send-anew'>
  readonly evidence: Evidence
  readonly request: Request
}
export type EventWrite = {
  readonly write: 'event'
  readonly event: Extract<OrderEvent, 'accepted' | 'unanswered' | 'refused' | 'never-arrived'>
  readonly evidence: Evidence
}
type Count = 'one-more' | 'none' | 'unchanged'
export type FindingWrite = {
  readonly write: 'finding'
  readonly finding: VerificationResult
  /** Null: it means nothing in the order's state. */
  readonly event: OrderEvent | null
  /** R8: what becomes of the count of "not found". */
  readonly notFound: Count
  /** R13: and of those that say so of a reference that is over. */
  readonly absences: Count
  readonly alarms: readonly AlarmKind[]
}
/** One transaction, which begins by proving that the worker still holds the order. */
export type Write = RequestWrite | EventWrite | FindingWrite

export type Rest = {
  /** The order's next turn. Null: it has none. */
  readonly due: Date | null
  /** Whom to tell first: its owner that it is late, or operators that what was delivered is missing. */
  readonly tell?: 'late' | 'missing'
  /** What the provider says, for whoever had it asked. */
  readonly found?: VerificationResult['event']
}

/** Exactly one of the three: what is written, whom to call, or when the order is due again. */
export type Step = Write | Call | Rest

/**
 * What the worker does next with an order, from its row and from what it has just learnt. Reads nothing and does nothing:
 *
 * - the worker carries each step out, and comes back with what that led to (order-worker.ts);
 * - the explorer takes every answer that a call can bring, and dies between any two steps (tests/exploration);
 * - the console shows the first step of an order's next turn (next-of-order.ts).
 */
export function step(order: StepRow, seen: Seen): Step {
  switch (seen.seen) {
    case 'turn':
      return atItsTurn(order, seen)
    case 'prepared':
      return ofPrepared(order, seen)
    case 'request-written':
      return ofRequestWritten(seen)
    case 'sent':
      return ofSent(order, seen)
    case 'refusal-checked':
      return ofRefusal(order, seen)
    case 'event-written':
      return ofEventWritten(order, seen)
    case 'found':
      return ofFound(order, seen)
    case 'finding-written':
      return ofFindingWritten(order, seen)
  }
}

type Of<Kind extends Seen['seen']> = Extract<Seen, { seen: Kind }>

/** R12: while money is stopped nothing goes out; what went out before is verified all the same, by a clock that can be right. */
function atItsTurn(order: StepRow, { stops, isOurs, now }: Of<'turn'>): Call | Rest {
  // What was sent is verified later: an entry dated by a wrong clock would keep money stopped once the clock is right.
  if (isClockInDoubt(stops)) return { due: afterStop(now) }
  if (isOurs) return { call: 'deliver' }
  if (order.state !== 'held') return toVerify(order)
  return isSuspended(stops, 'out') ? waitsUnsent(order, afterStop(now), now) : { call: 'prepare' }
}

/** When to look again while money is stopped. */
export function afterStop(now: Date): Date {
  return new Date(now.getTime() + SUSPENDED_RETRY_MS)
}

function toVerify(order: StepRow): Call | Rest {
  return isNothingToVerify(order) ? { due: null } : { call: 'verify' }
}

/** Its owner is alerted when it has waited too long: nothing was sent, and the money is reserved. */
function waitsUnsent(order: StepRow, due: Date, now: Date): Rest {
  return isLate(order, now) ? { due, tell: 'late' } : { due }
}

const REQUEST_NOTES = {
  send: 'request goes out',
  'send-anew': 'the reference before is over and was never known there: request goes out under a new one',
} as const

function ofPrepared(order: StepRow, { by, prepared, now }: Of<'prepared'>): Write | Rest {
  if (prepared.ready) {
    const event = by === 'prepare-anew' ? 'send-anew' : 'send'
    const evidence = { note: REQUEST_NOTES[event], reference: prepared.reference }
    return { write: 'request', event, evidence, request: prepared }
  }
  const later = nextCheckAt(order, now)
  if (by === 'prepare-again') return { due: later }
  if (prepared.refused !== null) {
    const event = by === 'prepare' ? 'refused' : 'never-arrived'
    return { write: 'event', event, evidence: prepared.refused }
  }
  return by === 'prepare' ? waitsUnsent(order, later, now) : { due: later }
}

function ofRequestWritten({ request, changed, notBefore }: Of<'request-written'>): Call | Rest {
  if (notBefore !== null) return { due: notBefore }
  return changed ? { call: 'send', request } : { due: null }
}

function ofSent(order: StepRow, { sent }: Of<'sent'>): Write | Call {
  if (sent.outcome === 'refused' && isFirstRequest(order)) return { call: 'check-refusal', refusal: sent }
  return answered(sent)
}

/** A refusal that proves nothing is no answer. */
function answered({ outcome, note }: Sent): EventWrite {
  return { write: 'event', event: outcome === 'accepted' ? 'accepted' : 'unanswered', evidence: { note } }
}

/** R6: an explicit refusal of the very first request releases, if verification also knows nothing of it. */
function ofRefusal(order: StepRow, { refusal, finding }: Of<'refusal-checked'>): Write {
  if (!provesRefusal(order, finding)) return answered(refusal)
  const note = `refused: ${refusal.note}, and verification knows nothing of it`
  return { write: 'event', event: 'refused', evidence: { note, failure: refusal.failure } }
}

function ofEventWritten(order: StepRow, { event, now }: Of<'event-written'>): Call | Rest {
  if (event === 'accepted' || event === 'unanswered') return toVerify(order)
  return { due: isNothingToVerify(order) ? null : nextLookBackAt(order, now) }
}

/** R4 to R9: what a verification means. */
function ofFound(order: StepRow, { finding, endsAt, now }: Of<'found'>): FindingWrite {
  const { event } = finding
  const saysMore = event !== 'not-found' && event !== 'no-answer'
  const isCounted = countsAsAbsence(order, finding, endsAt, now)
  return {
    write: 'finding',
    finding,
    event: eventOf(order, finding, now),
    notFound: event === 'not-found' ? 'one-more' : saysMore && order.notFoundCount > 0 ? 'none' : 'unchanged',
    // Whatever else the provider says of the reference makes all absences worthless.
    absences: isCounted ? 'one-more' : saysMore && order.absentAt.length > 0 ? 'none' : 'unchanged',
    alarms: alarmsOf(order, finding, now),
  }
}

function alarmsOf(order: StepRow, finding: VerificationResult, now: Date): AlarmKind[] {
  const waiting = waitingAlarms(order).filter(({ from }) => now >= from)
  return [
    ...(finding.event === 'mismatch' && STATES[order.state].open ? (['order-mismatch'] as const) : []),
    ...(finding.knownTwice === undefined ? [] : (['order-known-twice'] as const)),
    ...waiting.map(({ kind }) => kind),
  ]
}

/** The order as it is now: what the finding led to is in its row. */
function ofFindingWritten(order: StepRow, seen: Of<'finding-written'>): Call | Rest {
  const { finding, endsAt, wasSpokenOf, waiting, isMissing, now } = seen
  if (STATES[order.state].open) {
    if (mayResend(order, endsAt, now)) return { call: 'prepare-again' }
    if (!isProvedAbsent(order, finding, endsAt, now))
      return { due: nextCheckAt(order, now, waiting), found: finding.event }
    // The provider spoke of it once, and now says that it never had it: nothing is proved, and a person looks.
    return wasSpokenOf ? { due: nextCheckAt(order, now) } : { call: 'prepare-anew' }
  }
  const due = nextLookBackAt(order, now, isMissing)
  const isAlarming = isMissing && now.getTime() - order.updatedAt.getTime() >= MISSING_ALARM_AFTER_MS
  return isAlarming ? { due, tell: 'missing' } : { due }
}
