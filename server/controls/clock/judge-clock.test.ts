import { describe, expect, it } from 'vitest'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import { judgeClock } from './judge-clock.ts'

const NOW_MS = Date.parse('2026-11-21T11:00:00.000Z')
const DAY_MS = 24 * 60 * 60_000
const TEN_MINUTES_MS = 10 * 60_000

/** A source whose clock is this far ahead of ours and counts whole seconds. */
const says = (source: string, aheadMs: number) => ({
  source,
  earliestMs: NOW_MS + aheadMs,
  latestMs: NOW_MS + aheadMs + 1_000,
})
const judge = (stepMs: number, ...references: ReturnType<typeof says>[]) => {
  const { isStepRight, against } = judgeClock({ nowMs: NOW_MS, stepMs, references })
  return { isStepRight, against: against.map(({ source }) => source) }
}

describe('a clock that nobody has set', () => {
  it('is right when nobody says anything else', () => {
    expect(judge(0)).toEqual({ isStepRight: false, against: [] })
    expect(judge(0, says('paystack', 0), says('vtpass', 900))).toEqual({ isStepRight: false, against: [] })
  })

  it('is right to the millisecond within the bound, and wrong beyond it', () => {
    expect(judge(0, says('paystack', CLOCK_BOUND_MS)).against).toEqual([])
    expect(judge(0, says('paystack', CLOCK_BOUND_MS + 1)).against).toEqual(['paystack'])
    expect(judge(0, says('paystack', -CLOCK_BOUND_MS - 1_000)).against).toEqual([])
    expect(judge(0, says('paystack', -CLOCK_BOUND_MS - 1_001)).against).toEqual(['paystack'])
  })

  it.each([
    ['ahead', -DAY_MS],
    ['behind', DAY_MS],
  ])('is wrong when everybody else says it is a day %s', (_, aheadMs) => {
    expect(judge(0, says('the database', aheadMs), says('paystack', aheadMs)).against).toEqual([
      'the database',
      'paystack',
    ])
  })

  it('is wrong when as many say so as say the opposite, and right when fewer do', () => {
    expect(judge(0, says('the database', 0), says('paystack', DAY_MS)).against).toEqual(['paystack'])
    expect(judge(0, says('the database', 0), says('vtpass', 0), says('paystack', DAY_MS)).against).toEqual([])
  })
})

describe('a machine’s clock that was set', () => {
  it('is followed where nobody can be asked', () => {
    expect(judge(DAY_MS)).toEqual({ isStepRight: true, against: [] })
    expect(judge(-TEN_MINUTES_MS)).toEqual({ isStepRight: true, against: [] })
  })

  it('is followed when others say the same', () => {
    expect(judge(-TEN_MINUTES_MS, says('paystack', -TEN_MINUTES_MS))).toEqual({ isStepRight: true, against: [] })
    expect(judge(DAY_MS, says('paystack', DAY_MS), says('the database', DAY_MS))).toEqual({
      isStepRight: true,
      against: [],
    })
  })

  it('is not followed when others say that it was right before', () => {
    expect(judge(DAY_MS, says('the database', 0), says('paystack', 0))).toEqual({ isStepRight: false, against: [] })
  })

  it('is followed by a little, where both are within the bound', () => {
    expect(judge(5_000, says('the database', 0))).toEqual({ isStepRight: true, against: [] })
  })

  it('is followed and still wrong when others say a third time', () => {
    expect(judge(DAY_MS, says('paystack', -DAY_MS))).toEqual({ isStepRight: true, against: ['paystack'] })
  })
})
