import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TIME_ZONE } from './constants.ts'
import { formatMoment, formatTime, lagosDay, nextLagosMidnight } from './time.ts'

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

it('begins the Lagos day at 23:00 UTC', () => {
  expect(lagosDay(new Date('2026-11-21T22:59:59.999Z'))).toBe('2026-11-21')
  expect(lagosDay(new Date('2026-11-21T23:00:00.000Z'))).toBe('2026-11-22')
})

it('agrees with the time zone database on every instant', () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' })
  fc.assert(fc.property(instants, (at) => lagosDay(at) === day.format(at)))
})

it('writes every instant as Nigerian English does, in Lagos', () => {
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const time = new Intl.DateTimeFormat('en-NG', { timeZone: TIME_ZONE, ...clock })
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const moment = new Intl.DateTimeFormat('en-NG', { timeZone: TIME_ZONE, ...date, ...clock })
  fc.assert(
    fc.property(instants, (at) => {
      expect(formatTime(at.getTime())).toBe(time.format(at))
      expect(formatMoment(at.toISOString())).toBe(moment.format(at))
    }),
  )
})

it('resets at the next midnight, never now and never more than a day away', () => {
  fc.assert(
    fc.property(instants, (at) => {
      const reset = nextLagosMidnight(at)
      const waitMs = reset.getTime() - at.getTime()
      expect(waitMs).toBeGreaterThan(0)
      expect(waitMs).toBeLessThanOrEqual(24 * 60 * 60_000)
      expect(lagosDay(reset)).not.toBe(lagosDay(at))
      expect(lagosDay(new Date(reset.getTime() - 1))).toBe(lagosDay(at))
    }),
  )
})

it('crosses the end of a year', () => {
  expect(nextLagosMidnight(new Date('2026-12-31T22:30:00Z'))).toEqual(new Date('2026-12-31T23:00:00Z'))
  expect(lagosDay(new Date('2026-12-31T23:00:00Z'))).toBe('2027-01-01')
})
