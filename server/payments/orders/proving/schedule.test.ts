import { describe, expect, it } from 'vitest'
import { seededRandomBytes } from '#tests/support/ids.ts'
import {
  CHECK_AT_LEAST_EVERY_MS,
  countedUntil,
  FIRST_LOOKS_BESIDE_MAX,
  FIRST_LOOKS_EVERY_MS,
  FIRST_LOOKS_MS,
  nextCheckAt,
  nextLookBackAt,
  ORDER_REVIEW_AFTER_MS,
} from './schedule.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const createdAt = new Date('2026-11-21T11:00:00.000Z')
const at = (ageMs: number) => new Date(createdAt.getTime() + ageMs)

/** The ages at which an order is verified within its first day, ms. */
function checksOfTheFirstDay(waiting: number): number[] {
  const ages: number[] = []
  for (let ageMs = 0; ageMs < ORDER_REVIEW_AFTER_MS; ) {
    ages.push(ageMs)
    ageMs = nextCheckAt({ createdAt }, at(ageMs), waiting).getTime() - createdAt.getTime()
  }
  return [...ages, ORDER_REVIEW_AFTER_MS]
}

/**
 * How long a result stays unknown that the provider learns at an instant of the first day without telling us; sorted,
 * ms.
 */
function waitsFor(instants: readonly number[], waiting: number): number[] {
  const checks = checksOfTheFirstDay(waiting)
  return instants
    .map((learntMs) => (checks.find((checkMs) => checkMs >= learntMs) ?? Number.POSITIVE_INFINITY) - learntMs)
    .toSorted((one, other) => one - other)
}

function randomInstants(count: number): number[] {
  const bytes = seededRandomBytes('time to truth')
  return Array.from({ length: count }, () => Buffer.from(bytes(6)).readUIntBE(0, 6) % ORDER_REVIEW_AFTER_MS)
}

describe('the schedule of verifications', () => {
  it('asks once a minute about an order that a clock ahead has dated, for as long as that lies ahead', () => {
    for (const aheadMs of [5 * MINUTE_MS, HOUR_MS, 30 * HOUR_MS])
      expect(nextCheckAt({ createdAt }, at(-aheadMs))).toEqual(at(-aheadMs + MINUTE_MS))
    expect(nextCheckAt({ createdAt }, at(-1))).toEqual(at(999))
  })

  it('asks about a resolved order for three days, and about one that its provider contradicts once a day until that is over', () => {
    const asked = (contradictedAt: Date | null, ageMs: number) =>
      nextLookBackAt({ updatedAt: createdAt, contradictedAt }, at(ageMs))
    for (const contradictedAt of [null, at(MINUTE_MS)]) {
      expect(asked(contradictedAt, 0)).toEqual(at(10 * MINUTE_MS))
      expect(asked(contradictedAt, 71 * HOUR_MS)).toEqual(at(72 * HOUR_MS))
    }
    expect(asked(null, 72 * HOUR_MS)).toBeNull()
    expect(asked(at(MINUTE_MS), 72 * HOUR_MS)).toEqual(at(96 * HOUR_MS))
    expect(asked(at(MINUTE_MS), 1_000 * HOUR_MS)).toEqual(at(1_024 * HOUR_MS))
  })

  it('knows within a minute what the provider learns at any instant of the first day, without a webhook', () => {
    const waits = waitsFor(randomInstants(10_000), 1)
    expect(waits.at(-1)).toBeLessThanOrEqual(MINUTE_MS)
    expect(waits[9_500]).toBeLessThanOrEqual(58_000)
  })

  it.each([
    [120, MINUTE_MS],
    [240, 2 * MINUTE_MS],
    [600, CHECK_AT_LEAST_EVERY_MS],
    [100_000, CHECK_AT_LEAST_EVERY_MS],
  ])('with %i waiting for long asks about each every %i ms', (waiting, everyMs) => {
    expect(nextCheckAt({ createdAt }, at(2 * HOUR_MS), waiting)).toEqual(at(2 * HOUR_MS + everyMs))
  })

  it('looks often at an order that was just sent, while few others are looked at', () => {
    for (const ageMs of [0, 1, FIRST_LOOKS_MS - 1]) {
      const next = (waiting: number) => nextCheckAt({ createdAt }, at(ageMs), waiting)
      expect(next(FIRST_LOOKS_BESIDE_MAX)).toEqual(at(ageMs + FIRST_LOOKS_EVERY_MS))
      expect(next(FIRST_LOOKS_BESIDE_MAX + 1)).toEqual(at(ageMs + 1_000))
    }
    expect(nextCheckAt({ createdAt }, at(FIRST_LOOKS_MS), 0)).toEqual(at(FIRST_LOOKS_MS + 1_000))
  })

  it('counts who is due within a second beside a new order, and within five minutes beside an old one', () => {
    expect(countedUntil({ createdAt }, at(100))).toEqual(at(1_100))
    expect(countedUntil({ createdAt }, at(FIRST_LOOKS_MS))).toBeNull()
    expect(countedUntil({ createdAt }, at(HOUR_MS - 1))).toBeNull()
    expect(countedUntil({ createdAt }, at(HOUR_MS))).toEqual(at(HOUR_MS + CHECK_AT_LEAST_EVERY_MS))
    expect(countedUntil({ createdAt }, at(-1))).toBeNull()
  })

  it('asks about a young order as often however many wait', () => {
    for (const ageMs of [FIRST_LOOKS_MS, 9_000, MINUTE_MS, 4 * MINUTE_MS, HOUR_MS - 1]) {
      expect(nextCheckAt({ createdAt }, at(ageMs), 100_000)).toEqual(nextCheckAt({ createdAt }, at(ageMs)))
    }
  })

  it('continues to ask once an hour when a person has been alerted', () => {
    expect(nextCheckAt({ createdAt }, at(25 * HOUR_MS), 1)).toEqual(at(26 * HOUR_MS))
  })
})
