import { describe, expect, it } from 'vitest'
import { LATE_AFTER_MS } from '#contract/constants.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
import { orderState } from '#contract/orders.ts'
import type { Prepared, Sent } from '#server/payments/kinds/kind.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import { SUSPENDED_RETRY_MS } from '#server/suspension/suspensions.ts'
import {
  ABSENCES_MIN,
  CHECK_AT_LEAST_EVERY_MS,
  CLOCKS_APART_MAX_MS,
  LATE_ARRIVAL_MAX_MS,
  MISSING_ALARM_AFTER_MS,
  ORDER_REVIEW_AFTER_MS,
  RESEND_AFTER_MS,
  RESEND_CHECKS_MIN,
  SEND_MAX,
} from './schedule.ts'
import { type Preparing, type Seen, type StepRow, step } from './step.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const NOW = new Date('2026-11-21T12:00:00.000Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms)

/** Two minutes old, sent once, still without an answer. */
const UNKNOWN: StepRow = {
  state: 'unknown',
  createdAt: inMs(-2 * MINUTE),
  updatedAt: inMs(-2 * MINUTE),
  sendCount: 1,
  earlierSends: 0,
  notFoundCount: 0,
  notFoundSince: null,
  absentAt: [],
  maybeElsewhere: false,
  endedByRequest: null,
  contradictedAt: null,
}
const HELD: StepRow = { ...UNKNOWN, state: 'held', sendCount: 0 }
const IN_FLIGHT: StepRow = { ...UNKNOWN, state: 'in_flight' }
const SETTLED: StepRow = { ...UNKNOWN, state: 'settled' }
const RELEASED: StepRow = { ...UNKNOWN, state: 'released' }
const LATE = { createdAt: inMs(-LATE_AFTER_MS) }
/** The wait between two verifications of an order two minutes old. */
const NEXT_CHECK = inMs(10 * SECOND)

const REQUEST = { ready: true, reference: 'ref', send: () => Promise.reject(new Error('not here')) } satisfies Prepared
const NOT_READY = { ready: false, refused: null } satisfies Prepared
const NO = { note: 'no', failure: 'It says no.' }
const REFUSED_BEFORE = { ready: false, refused: NO } satisfies Prepared
const REFUSAL = { outcome: 'refused', ...NO, alarm: null } satisfies Sent

type Turn = Extract<Seen, { seen: 'turn' }>
const turn = (...reasons: Turn['stops'][number]['reason'][]): Turn => ({
  seen: 'turn',
  stops: reasons.map((reason) => ({ reason })),
  isOurs: false,
  now: NOW,
})
const prepared = (by: Preparing, prepared: Prepared): Seen => ({ seen: 'prepared', by, prepared, now: NOW })
const finding = (event: VerificationResult['event'], of: Partial<VerificationResult> = {}): VerificationResult => ({
  event,
  note: event,
  ...of,
})

describe('an order whose turn it is', () => {
  it.each<[what: string, order: StepRow, seen: Turn, next: object]>([
    ['held: is prepared', HELD, turn(), { call: 'prepare' }],
    ['held, books stopped: waits', HELD, turn('books'), { due: inMs(SUSPENDED_RETRY_MS) }],
    ['held, restored: waits', HELD, turn('restored'), { due: inMs(SUSPENDED_RETRY_MS) }],
    [
      'held, stopped for long: its owner is told',
      { ...HELD, ...LATE },
      turn('books'),
      { due: inMs(SUSPENDED_RETRY_MS), tell: 'late' },
    ],
    ['sent, books stopped: is verified', UNKNOWN, turn('books'), { call: 'verify' }],
    ['sent, restored: is verified', UNKNOWN, turn('restored'), { call: 'verify' }],
    ['held, clock in doubt: waits', HELD, turn('clock'), { due: inMs(SUSPENDED_RETRY_MS) }],
    [
      'held for long, clock in doubt: how long?',
      { ...HELD, ...LATE },
      turn('clock'),
      { due: inMs(SUSPENDED_RETRY_MS) },
    ],
    ['sent, clock in doubt: waits', UNKNOWN, turn('clock'), { due: inMs(SUSPENDED_RETRY_MS) }],
    ['our own, clock in doubt: waits', HELD, { ...turn('clock'), isOurs: true }, { due: inMs(SUSPENDED_RETRY_MS) }],
    [
      'our own: is delivered',
      { ...HELD, state: 'awaiting_payment' },
      { ...turn('books'), isOurs: true },
      { call: 'deliver' },
    ],
    ['never sent and given back: is over', { ...RELEASED, sendCount: 0 }, turn(), { due: null }],
    ['returned: is over', { ...SETTLED, state: 'returned' }, turn(), { due: null }],
    [
      'returned, sent under two references: is verified',
      { ...SETTLED, state: 'returned', sendCount: 2, earlierSends: 1 },
      turn(),
      { call: 'verify' },
    ],
  ])('%s', (_what, order, seen, next) => {
    expect(step(order, seen)).toEqual(next)
  })

  it.each(orderState.options.filter((state) => state !== 'held' && state !== 'returned'))(
    'is verified when it was sent and is %s, and never sent again before that',
    (state) => {
      expect(step({ ...UNKNOWN, state }, turn())).toEqual({ call: 'verify' })
    },
  )
})

describe('a request', () => {
  const goesOut = { note: 'request goes out', reference: 'ref' }

  it.each<[what: string, order: StepRow, by: Preparing, as: Prepared, next: object]>([
    [
      'is written first',
      HELD,
      'prepare',
      REQUEST,
      { write: 'request', event: 'send', evidence: goesOut, request: REQUEST },
    ],
    [
      'is written again',
      UNKNOWN,
      'prepare-again',
      REQUEST,
      { write: 'request', event: 'send', evidence: goesOut, request: REQUEST },
    ],
    [
      'is written anew',
      UNKNOWN,
      'prepare-anew',
      REQUEST,
      {
        write: 'request',
        event: 'send-anew',
        evidence: { note: expect.any(String), reference: 'ref' },
        request: REQUEST,
      },
    ],
    ['waits for its provider', HELD, 'prepare', NOT_READY, { due: NEXT_CHECK }],
    ['waits for long', { ...HELD, ...LATE }, 'prepare', NOT_READY, { due: inMs(MINUTE), tell: 'late' }],
    ['waits to go again', UNKNOWN, 'prepare-again', NOT_READY, { due: NEXT_CHECK }],
    ['waits to go anew', UNKNOWN, 'prepare-anew', NOT_READY, { due: NEXT_CHECK }],
    [
      'that would be refused gives back',
      HELD,
      'prepare',
      REFUSED_BEFORE,
      { write: 'event', event: 'refused', evidence: NO },
    ],
    // Something went out under this reference: what is refused now proves nothing of that.
    ['that would now be refused waits', UNKNOWN, 'prepare-again', REFUSED_BEFORE, { due: NEXT_CHECK }],
    [
      'that never arrived and would now be refused gives back',
      UNKNOWN,
      'prepare-anew',
      REFUSED_BEFORE,
      { write: 'event', event: 'never-arrived', evidence: NO },
    ],
  ])('%s', (_what, order, by, as, next) => {
    expect(step(order, prepared(by, as))).toEqual(next)
  })

  it('leaves once that is durable, not if it was taken back, and not before its time', () => {
    const written = (changed: boolean, notBefore: Date | null = null) =>
      step(IN_FLIGHT, { seen: 'request-written', request: REQUEST, changed, notBefore, now: NOW })
    expect(written(true)).toEqual({ call: 'send', request: REQUEST })
    expect(written(false)).toEqual({ due: null })
    expect(written(false, inMs(31 * SECOND))).toEqual({ due: inMs(31 * SECOND) })
  })

  it.each<[what: string, order: StepRow, sent: Sent, next: object]>([
    [
      'accepted',
      IN_FLIGHT,
      { outcome: 'accepted', note: 'taken' },
      { write: 'event', event: 'accepted', evidence: { note: 'taken' } },
    ],
    [
      'unanswered',
      IN_FLIGHT,
      { outcome: 'unanswered', note: 'silence' },
      { write: 'event', event: 'unanswered', evidence: { note: 'silence' } },
    ],
    ['refused at first: is that so?', IN_FLIGHT, REFUSAL, { call: 'check-refusal', refusal: REFUSAL }],
    [
      'refused when repeated: proves nothing',
      { ...IN_FLIGHT, sendCount: 2 },
      REFUSAL,
      { write: 'event', event: 'unanswered', evidence: { note: 'no' } },
    ],
    [
      'refused at first under the second reference: is that so?',
      { ...IN_FLIGHT, sendCount: 2, earlierSends: 1 },
      REFUSAL,
      { call: 'check-refusal', refusal: REFUSAL },
    ],
  ])('%s', (_what, order, sent, next) => {
    expect(step(order, { seen: 'sent', sent, now: NOW })).toEqual(next)
  })

  it.each(['paid', 'failed', 'reversed', 'still-pending', 'mismatch', 'no-answer'] as const)(
    'that was refused gives nothing back while verification says %s',
    (event) => {
      const seen = { seen: 'refusal-checked', refusal: REFUSAL, finding: finding(event), now: NOW } as const
      expect(step(IN_FLIGHT, seen)).toEqual({ write: 'event', event: 'unanswered', evidence: { note: 'no' } })
    },
  )

  it('that was refused gives the money back when verification does not know it', () => {
    const seen = { seen: 'refusal-checked', refusal: REFUSAL, finding: finding('not-found'), now: NOW } as const
    expect(step(IN_FLIGHT, seen)).toEqual({
      write: 'event',
      event: 'refused',
      evidence: { note: 'refused: no, and verification knows nothing of it', failure: 'It says no.' },
    })
  })

  it('is verified whatever its answer was, and looked back at when it was refused', () => {
    const written = (order: StepRow, event: 'accepted' | 'unanswered' | 'refused' | 'never-arrived') =>
      step({ ...order, updatedAt: NOW }, { seen: 'event-written', event, now: NOW })
    expect(written({ ...UNKNOWN, state: 'pending' }, 'accepted')).toEqual({ call: 'verify' })
    expect(written(UNKNOWN, 'unanswered')).toEqual({ call: 'verify' })
    expect(written(RELEASED, 'refused')).toEqual({ due: inMs(10 * MINUTE) })
    expect(written(RELEASED, 'never-arrived')).toEqual({ due: inMs(10 * MINUTE) })
    expect(written({ ...RELEASED, sendCount: 0 }, 'refused')).toEqual({ due: null })
  })
})

describe('a finding', () => {
  const found = (order: StepRow, of: VerificationResult, endsAt: Date | null = null) =>
    step(order, { seen: 'found', finding: of, endsAt, now: NOW })
  const OLD = { createdAt: inMs(-ORDER_REVIEW_AFTER_MS) }
  const COUNTED = { notFoundCount: 1, notFoundSince: inMs(-MINUTE), absentAt: [inMs(-MINUTE)] }
  const OF_A_DAY = ['order-waiting-15-minutes', 'order-waiting-2-hours', 'order-waiting-24-hours']

  it.each<[what: string, order: StepRow, of: VerificationResult, written: object]>([
    ['paid', UNKNOWN, finding('paid'), { event: 'paid', notFound: 'unchanged', absences: 'unchanged', alarms: [] }],
    ['failed', UNKNOWN, finding('failed'), { event: 'failed', alarms: [] }],
    [
      'no answer while it was maybe sent',
      IN_FLIGHT,
      finding('no-answer'),
      { event: 'unanswered', notFound: 'unchanged' },
    ],
    ['no answer later', UNKNOWN, finding('no-answer'), { event: null, notFound: 'unchanged', absences: 'unchanged' }],
    ['not found', UNKNOWN, finding('not-found'), { event: 'not-found', notFound: 'one-more', absences: 'unchanged' }],
    [
      'no answer leaves what was counted',
      { ...UNKNOWN, ...COUNTED },
      finding('no-answer'),
      { notFound: 'unchanged', absences: 'unchanged' },
    ],
    [
      'pending after "not found" begins the counts again',
      { ...UNKNOWN, ...COUNTED },
      finding('still-pending'),
      { event: 'still-pending', notFound: 'none', absences: 'none' },
    ],
    ['pending for a day', { ...UNKNOWN, ...OLD }, finding('still-pending'), { event: 'overdue', alarms: OF_A_DAY }],
    ['paid after a day', { ...UNKNOWN, ...OLD }, finding('paid'), { event: 'paid', alarms: OF_A_DAY }],
    [
      'pending for fifteen minutes',
      { ...UNKNOWN, createdAt: inMs(-15 * MINUTE) },
      finding('still-pending'),
      { event: 'still-pending', alarms: ['order-waiting-15-minutes'] },
    ],
    [
      'pending for a second less',
      { ...UNKNOWN, createdAt: inMs(-15 * MINUTE + SECOND) },
      finding('still-pending'),
      { alarms: [] },
    ],
    ['something else', UNKNOWN, finding('mismatch'), { event: 'mismatch', alarms: ['order-mismatch'] }],
    // advance.ts raises that one: it is no transition of the state.
    ['something else after it was settled', SETTLED, finding('mismatch'), { event: 'mismatch', alarms: [] }],
    ['paid, known twice', UNKNOWN, finding('paid', { knownTwice: 'a; b' }), { alarms: ['order-known-twice'] }],
    ['settled for a day', { ...SETTLED, ...OLD }, finding('paid'), { event: 'paid', alarms: [] }],
    [
      'failed after two operators ended it as paid',
      { ...SETTLED, endedByRequest: 'orq_two' as OperatorRequestId },
      finding('failed'),
      { event: 'failed-after-all' },
    ],
  ])('%s', (_what, order, of, written) => {
    expect(found(order, of)).toMatchObject({ write: 'finding', finding: of, ...written })
  })

  it('counts as absence once its reference is over for long enough, by the provider’s clock', () => {
    const absent = finding('not-found', { saidAt: NOW })
    const over = inMs(-LATE_ARRIVAL_MAX_MS - CLOCKS_APART_MAX_MS)
    const counts = { notFound: 'one-more', absences: 'one-more' }
    expect(found(UNKNOWN, absent, over)).toMatchObject(counts)
    expect(found(UNKNOWN, absent, inMs(1 + over.getTime() - NOW.getTime()))).toMatchObject({ absences: 'unchanged' })
    expect(found(UNKNOWN, finding('not-found'), over)).toMatchObject({ absences: 'unchanged' })
    expect(found({ ...UNKNOWN, earlierSends: 1 }, absent, over)).toMatchObject({ absences: 'unchanged' })
  })
})

describe('after a finding is written', () => {
  const written = (order: StepRow, of: Partial<Extract<Seen, { seen: 'finding-written' }>> = {}) => {
    const beside = { endsAt: null, wasSpokenOf: false, waiting: 0, isMissing: false, now: NOW }
    return step(order, { seen: 'finding-written', finding: finding('not-found'), ...beside, ...of })
  }
  const MISSED = { ...UNKNOWN, notFoundCount: RESEND_CHECKS_MIN, notFoundSince: inMs(-RESEND_AFTER_MS) }

  it.each<[what: string, order: StepRow, next: object]>([
    ['often and for long: goes again', MISSED, { call: 'prepare-again' }],
    ['not often: waits', { ...MISSED, notFoundCount: RESEND_CHECKS_MIN - 1 }, { due: NEXT_CHECK, found: 'not-found' }],
    ['not for long: waits', { ...MISSED, notFoundSince: inMs(1 - RESEND_AFTER_MS) }, { due: NEXT_CHECK }],
    ['sent as often as it may be: waits', { ...MISSED, sendCount: SEND_MAX }, { due: NEXT_CHECK }],
    ['in review: waits', { ...MISSED, state: 'manual_review' }, { due: NEXT_CHECK }],
    ['pending: waits', { ...MISSED, state: 'pending' }, { due: NEXT_CHECK }],
  ])('not found %s', (_what, order, next) => {
    expect(written(order)).toMatchObject(next)
  })

  it('not found by a provider that would refuse it goes out anew, unless a callback named it', () => {
    const endsAt = inMs(-LATE_ARRIVAL_MAX_MS - CLOCKS_APART_MAX_MS)
    const of = { finding: finding('not-found', { saidAt: NOW }), endsAt }
    const proved: StepRow = { ...MISSED, absentAt: Array.from({ length: ABSENCES_MIN }, () => NOW) }
    expect(written(proved, of)).toEqual({ call: 'prepare-anew' })
    expect(written(proved, { ...of, wasSpokenOf: true })).toEqual({ due: NEXT_CHECK })
    expect(written({ ...proved, absentAt: proved.absentAt.slice(1) }, of)).toMatchObject({ due: NEXT_CHECK })
    expect(written({ ...proved, maybeElsewhere: true }, of)).toMatchObject({ due: NEXT_CHECK })
    expect(written({ ...proved, sendCount: 2, earlierSends: 1 }, of)).toMatchObject({ due: NEXT_CHECK })
    expect(written(proved, { ...of, finding: finding('no-answer') })).toMatchObject({ due: NEXT_CHECK })
  })

  it('is asked about less often in a crowd', () => {
    const old = { ...UNKNOWN, createdAt: inMs(-2 * 60 * MINUTE) }
    expect(written(old, { waiting: 10_000 })).toEqual({ due: inMs(CHECK_AT_LEAST_EVERY_MS), found: 'not-found' })
  })

  it('an end is looked back at, sooner while what it hands over is missing', () => {
    const paid = { finding: finding('paid') }
    const settled = { ...SETTLED, updatedAt: NOW }
    expect(written(settled, paid)).toEqual({ due: inMs(10 * MINUTE) })
    expect(written(settled, { ...paid, isMissing: true })).toEqual({ due: inMs(5 * SECOND) })
    const long = { ...SETTLED, updatedAt: inMs(-MISSING_ALARM_AFTER_MS) }
    expect(written(long, { ...paid, isMissing: true })).toMatchObject({ tell: 'missing' })
    expect(written(long, paid)).not.toHaveProperty('tell')
    expect(written({ ...SETTLED, updatedAt: inMs(-72 * 60 * MINUTE) }, paid)).toEqual({ due: null })
  })
})
