import { describe, expect, it } from 'vitest'
import { BUNDLE_MS, decideNotice, type OpenAlarm, REPEAT_MS } from './decide-notices.ts'

const NOW = new Date('2026-11-21T11:00:00Z')
const KIND = 'order-mismatch'
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const alarm = (subjectId: string, toldAt: Date | null, lasts = true): OpenAlarm => ({
  kind: KIND,
  subjectId,
  toldAt,
  lasts,
})

/** The notice to operators, as `phase: subjects`. */
function told(...alarms: OpenAlarm[]): string | null {
  const notice = decideNotice(KIND, alarms, NOW)
  return notice === null ? null : `${notice.phase}: ${notice.alarms.map(({ subjectId }) => subjectId).join(' ')}`
}

describe('operators are notified', () => {
  it('of a new alarm at once, even if it is over already', () => {
    expect(told(alarm('a', null))).toBe('raised: a')
    expect(told(alarm('a', null, false))).toBe('raised: a')
  })

  it('of further ones of its kind together, ten minutes after the last notice of that kind', () => {
    expect(told(alarm('a', ago(BUNDLE_MS - 1)), alarm('b', null), alarm('c', null))).toBeNull()
    expect(told(alarm('a', ago(BUNDLE_MS)), alarm('b', null), alarm('c', null))).toBe('raised: b c')
  })

  it('again each hour while it lasts', () => {
    expect(told(alarm('a', ago(REPEAT_MS - 1)))).toBeNull()
    expect(told(alarm('a', ago(REPEAT_MS)))).toBe('lasting: a')
    expect(told(alarm('a', ago(REPEAT_MS)), alarm('b', ago(2 * REPEAT_MS)))).toBe('lasting: a b')
  })

  it('that it is over: of the last of its kind at once, of others together', () => {
    expect(told(alarm('a', ago(1), false))).toBe('over: a')
    expect(told(alarm('a', ago(1), false), alarm('b', ago(1), false))).toBe('over: a b')
    expect(told(alarm('a', ago(BUNDLE_MS - 1), false), alarm('b', ago(BUNDLE_MS)))).toBeNull()
    expect(told(alarm('a', ago(BUNDLE_MS), false), alarm('b', ago(BUNDLE_MS)))).toBe('over: a')
  })

  it('of what is new before what lasts or is over', () => {
    expect(told(alarm('a', ago(REPEAT_MS)), alarm('b', null), alarm('c', ago(REPEAT_MS), false))).toBe('raised: b')
  })

  it('nothing while nothing is open', () => {
    expect(told()).toBeNull()
  })
})
