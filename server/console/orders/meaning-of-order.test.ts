import { describe, expect, it } from 'vitest'
import type { OperatorRequestId } from '#contract/ids.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { meaningOf } from './meaning-of-order.ts'

const PLAIN = { undoneByRequest: null, returnedLate: false }
const BY_TWO = 'orq_by-two-people' as OperatorRequestId

describe('what the state of an order means', () => {
  it('is proof alone where no operator ended it', () => {
    expect(meaningOf({ ...PLAIN, state: 'settled', endedByRequest: null })).toBe(
      'Proved paid or delivered. A proved reversal or a return can follow.',
    )
    expect(meaningOf({ ...PLAIN, state: 'released', endedByRequest: null })).toBe(
      'Proved not paid or not delivered. The money is available again.',
    )
  })

  it('claims no proof where two operators ended it, and says what a later one does', () => {
    expect(meaningOf({ ...PLAIN, state: 'settled', endedByRequest: BY_TWO })).toBe(
      'Ended as paid by two operators. If it is proved that it failed or came back, the money is returned.',
    )
    expect(meaningOf({ ...PLAIN, state: 'released', endedByRequest: BY_TWO })).toBe(
      'Ended as not paid by two operators. The money is available again, and taken again if it is proved that it was paid.',
    )
  })

  it('says that a late success came back, and that two operators undid what was contradicted', () => {
    expect(meaningOf({ state: 'returned', endedByRequest: null, undoneByRequest: null, returnedLate: true })).toBe(
      'Was released, paid after all, and came back. The money is available again.',
    )
    for (const returnedLate of [false, true])
      expect(meaningOf({ state: 'returned', endedByRequest: null, undoneByRequest: BY_TWO, returnedLate })).toMatch(
        /^Its provider had proved it, and then contradicted that\. Two operators ended it as not paid\./,
      )
    expect(
      meaningOf({ state: 'returned', endedByRequest: BY_TWO, undoneByRequest: BY_TWO, returnedLate: false }),
    ).toMatch(/^Two operators had ended it as paid, and its provider contradicted that\./)
  })

  it.each(['manual_review', 'returned', 'late_success'] as const)('is that of the state for %s', (state) => {
    expect(meaningOf({ ...PLAIN, state, endedByRequest: null })).toBe(STATES[state].meaning)
    expect(meaningOf({ ...PLAIN, state, endedByRequest: BY_TWO })).toBe(STATES[state].meaning)
  })
})
