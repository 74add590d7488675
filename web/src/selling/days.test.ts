import { describe, expect, it } from 'vitest'
import { eachDay, lastDays } from './days.ts'

describe('the last days in Lagos', () => {
  it('end with the day it is there', () => {
    expect(lastDays(1, new Date('2026-11-21T22:59:59Z'))).toEqual({ from: '2026-11-21', to: '2026-11-21' })
    expect(lastDays(14, new Date('2026-11-21T23:00:00Z'))).toEqual({ from: '2026-11-09', to: '2026-11-22' })
  })

  it('are all there, over the end of a month', () => {
    expect(eachDay({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })
})
