import { describe, expect, it } from 'vitest'
import { LATE_AFTER_MS } from '#contract/constants.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import {
  combineFindings,
  countsAsAbsence,
  eventOf,
  isAbsence,
  isFirstRequest,
  isLate,
  isProvedAbsent,
  mayResend,
  sendsAfter,
} from './decisions.ts'
import {
  ABSENCES_APART_MS,
  ABSENCES_MIN,
  CLOCKS_APART_MAX_MS,
  LATE_ARRIVAL_MAX_MS,
  RESEND_AFTER_MS,
  RESEND_CHECKS_MIN,
  SEND_MAX,
} from './schedule.ts'

const ENDS_AT = new Date('2026-11-21T23:00:00Z')
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)
/** The first instant at which "not found" counts. */
const COUNTS_FROM = later(ENDS_AT, LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS)
const notFound = (saidAt: Date | null) => ({ event: 'not-found', saidAt }) as const

describe('an absence', () => {
  it.each<[what: string, saidAt: Date | null, now: Date, isOne: boolean]>([
    ['said when it counts', COUNTS_FROM, COUNTS_FROM, true],
    ['said a second before it counts', later(COUNTS_FROM, -1_000), COUNTS_FROM, false],
    ['said right after the end', later(ENDS_AT, 1), later(ENDS_AT, 1), false],
    ['said at no time', null, COUNTS_FROM, false],
    ['said when our clock is as far ahead as it may be', COUNTS_FROM, later(COUNTS_FROM, CLOCKS_APART_MAX_MS), true],
    ['said when our clock is too far ahead', COUNTS_FROM, later(COUNTS_FROM, CLOCKS_APART_MAX_MS + 1), false],
    ['said when our clock is as far behind as it may be', COUNTS_FROM, later(COUNTS_FROM, -CLOCKS_APART_MAX_MS), true],
    ['said when our clock is too far behind', COUNTS_FROM, later(COUNTS_FROM, -CLOCKS_APART_MAX_MS - 1), false],
    ['said yesterday and told now', later(ENDS_AT, -60_000), COUNTS_FROM, false],
  ])('%s: %s at %s is %s', (_what, saidAt, now, isOne) => {
    expect(isAbsence(notFound(saidAt), ENDS_AT, now)).toBe(isOne)
  })

  it('is nothing but "not found", of a reference that ends', () => {
    expect(isAbsence(notFound(COUNTS_FROM), null, COUNTS_FROM)).toBe(false)
    const others = ['paid', 'failed', 'reversed', 'still-pending', 'mismatch', 'no-answer'] as const
    for (const event of others) expect(isAbsence({ event, saidAt: COUNTS_FROM }, ENDS_AT, COUNTS_FROM)).toBe(false)
  })

  it('counts when it is far enough from the previous one, of an order that may be sent again', () => {
    const order = { state: 'unknown', earlierSends: 0, absentAt: [COUNTS_FROM] } as const
    const counts = (over: object, at: Date) => countsAsAbsence({ ...order, ...over }, notFound(at), ENDS_AT, at)
    const next = later(COUNTS_FROM, ABSENCES_APART_MS)
    expect(counts({}, later(next, -1_000))).toBe(false)
    expect(counts({}, next)).toBe(true)
    expect(counts({ absentAt: [] }, COUNTS_FROM)).toBe(true)
    expect(counts({ earlierSends: 1 }, next)).toBe(false)
    expect(counts({ state: 'pending' }, next)).toBe(false)
    expect(counts({ state: 'manual_review' }, next)).toBe(false)
    // The provider's clock was set back: what it says is not later than what it said.
    expect(counts({ absentAt: [later(next, 1)] }, next)).toBe(false)
  })
})

describe('an order that is proved to be nowhere', () => {
  const proved = {
    state: 'unknown',
    sendCount: 1,
    earlierSends: 0,
    maybeElsewhere: false,
    absentAt: Array.from({ length: ABSENCES_MIN }, (_, n) => later(COUNTS_FROM, n * ABSENCES_APART_MS)),
  } as const
  const NOW = later(COUNTS_FROM, ABSENCES_MIN * ABSENCES_APART_MS)
  const isProved = (over: object, said: { event: VerificationResult['event']; saidAt: Date | null } = notFound(NOW)) =>
    isProvedAbsent({ ...proved, ...over }, said, ENDS_AT, NOW)

  it('has been looked for often enough, and just now', () => {
    expect(isProved({})).toBe(true)
    expect(isProved({ absentAt: proved.absentAt.slice(1) })).toBe(false)
    expect(isProved({}, { event: 'no-answer', saidAt: null })).toBe(false)
    expect(isProved({}, notFound(later(NOW, -CLOCKS_APART_MAX_MS - 1)))).toBe(false)
  })

  it('waits for an answer, has sends left, had one reference, and none that a restore lost', () => {
    for (const state of ['in_flight', 'pending', 'manual_review', 'settled', 'released']) {
      expect(isProved({ state })).toBe(false)
    }
    expect(isProved({ sendCount: SEND_MAX - 1 })).toBe(true)
    expect(isProved({ sendCount: SEND_MAX })).toBe(false)
    expect(isProved({ sendCount: 2, earlierSends: 1 })).toBe(false)
    expect(isProved({ maybeElsewhere: true })).toBe(false)
  })

  it('is sent again under the reference it has until that ends, and not afterwards', () => {
    const order = {
      state: 'unknown',
      sendCount: 1,
      notFoundCount: RESEND_CHECKS_MIN,
      notFoundSince: later(ENDS_AT, -RESEND_AFTER_MS - 1_000),
    } as const
    expect(mayResend(order, ENDS_AT, later(ENDS_AT, -1))).toBe(true)
    expect(mayResend(order, ENDS_AT, ENDS_AT)).toBe(false)
    expect(mayResend(order, null, ENDS_AT)).toBe(true)
  })

  it('has a first request again under its second reference, and the others are repeated ones', () => {
    const first = [1, 2, 3].filter((sendCount) => isFirstRequest({ sendCount, earlierSends: 0 }))
    const firstAnew = [2, 3].filter((sendCount) => isFirstRequest({ sendCount, earlierSends: 1 }))
    expect([first, firstAnew]).toEqual([[1], [2]])
  })
})

describe('findings about one order under two references', () => {
  const ORDER = { reference: 'new' }
  const finding = (event: VerificationResult['event'], note = event): VerificationResult => ({ event, note })
  const together = (old: VerificationResult['event'], now: VerificationResult['event'], order = ORDER) =>
    combineFindings(order, [
      { reference: 'old', finding: finding(old, `old ${old}` as never) },
      { reference: 'new', finding: finding(now, `new ${now}` as never) },
    ])

  it.each<[old: VerificationResult['event'], now: VerificationResult['event'], decides: string]>([
    ['not-found', 'paid', 'new paid'],
    ['paid', 'not-found', 'old paid'],
    ['paid', 'failed', 'old paid'],
    ['paid', 'no-answer', 'old paid'],
    ['not-found', 'failed', 'new failed'],
    ['failed', 'not-found', 'new not-found'],
    ['not-found', 'not-found', 'new not-found'],
    ['no-answer', 'failed', 'old no-answer'],
    ['no-answer', 'not-found', 'old no-answer'],
    ['still-pending', 'failed', 'old still-pending'],
    ['mismatch', 'failed', 'old mismatch'],
    ['reversed', 'failed', 'new failed'],
    ['failed', 'reversed', 'new reversed'],
  ])('%s under the earlier one and %s under its own is "%s"', (old, now, note) => {
    expect(together(old, now)).toMatchObject({ event: note.split(' ')[1], note })
    expect(together(old, now).knownTwice).toBeUndefined()
  })

  it('name the reference it was delivered under, where that is not its own', () => {
    expect(together('paid', 'not-found').reference).toBe('old')
    expect(together('not-found', 'paid').reference).toBeUndefined()
    expect(together('paid', 'not-found', { reference: 'old' }).reference).toBeUndefined()
    expect(together('still-pending', 'not-found').reference).toBeUndefined()
  })

  it.each<[VerificationResult['event'], VerificationResult['event']]>([
    ['paid', 'paid'],
    ['still-pending', 'paid'],
    ['paid', 'mismatch'],
    ['still-pending', 'still-pending'],
  ])('%s and %s say that the provider has it twice', (old, now) => {
    expect(together(old, now).knownTwice).toBe(`old: old ${old}; new: new ${now}`)
  })

  it('of which both are delivered settle from its own', () => {
    const costKobo = kobo(97_000n)
    const both = combineFindings(ORDER, [
      { reference: 'old', finding: { event: 'paid', note: 'old', costKobo: kobo(1n) } },
      { reference: 'new', finding: { event: 'paid', note: 'new', costKobo } },
    ])
    expect(both).toMatchObject({ event: 'paid', costKobo, note: 'new' })
    expect(both.reference).toBeUndefined()
  })
})

describe('proof of failure', () => {
  const BY_TWO = 'orq_by-two-people' as OperatorRequestId
  it.each([
    ['settled', BY_TWO, 'failed-after-all'],
    ['settled', null, 'failed'],
    ['manual_review', null, 'failed'],
    ['released', BY_TWO, 'failed'],
    ['returned', BY_TWO, 'failed'],
  ] as const)('about a %s order that was ended by request %s is "%s"', (state, endedByRequest, event) => {
    const order = { state, endedByRequest, createdAt: ENDS_AT }
    expect(eventOf(order, { event: 'failed' }, later(ENDS_AT, 1))).toBe(event)
  })
})

describe('the requests of an order', () => {
  const order = { sendCount: 1, earlierSends: 0, absentAt: [ENDS_AT] }

  it('are counted when one goes out, and what was not found before is forgotten', () => {
    expect(sendsAfter(order, 'send')).toEqual({ sent: 1, sendCount: 2, earlierSends: 0, absentAt: [] })
    expect(sendsAfter(order, 'send-anew')).toEqual({ sent: 1, sendCount: 2, earlierSends: 1, absentAt: [] })
    expect(sendsAfter({ ...order, earlierSends: 1 }, 'send')).toMatchObject({ sendCount: 2, earlierSends: 1 })
  })

  it('stay as they are otherwise', () => {
    for (const event of ['accepted', 'not-found', 'paid', 'never-arrived'] as const)
      expect(sendsAfter(order, event)).toEqual({ ...order, sent: 0 })
  })
})

describe('an order that is open for long', () => {
  const ages = (state: Parameters<typeof isLate>[0]['state']) =>
    [-1, 0].map((ms) => isLate({ state, createdAt: ENDS_AT }, later(ENDS_AT, LATE_AFTER_MS + ms)))

  it('is late to the millisecond, unless it has ended or people look at it', () => {
    for (const state of ['held', 'in_flight', 'pending', 'unknown'] as const) expect(ages(state)).toEqual([false, true])
    for (const state of ['manual_review', 'settled', 'released', 'awaiting_payment'] as const)
      expect(ages(state)).toEqual([false, false])
  })
})
