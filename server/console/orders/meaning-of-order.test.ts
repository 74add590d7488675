import { describe, expect, it } from 'vitest'
import type { OperatorRequestId } from '#contract/ids.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { meaningOf } from './meaning-of-order.ts'

const BY_TWO = 'orq_by-two-people' as OperatorRequestId

describe('what the state of an order means', () => {
  it('is proof alone where no operator ended it', () => {
    expect(meaningOf({ state: 'settled', endedByRequest: null })).toBe(
      'Proved paid or delivered. Only a proved reversal or a return can follow.',
    )
    expect(meaningOf({ state: 'released', endedByRequest: null })).toBe(
      'Proved not paid or not delivered. The money is available again.',
    )
  })

  it('claims no proof where two operators ended it, and says what a later one does', () => {
    expect(meaningOf({ state: 'settled', endedByRequest: BY_TWO })).toBe(
      'Ended as paid by two operators. If it is proved that it failed or came back, the money is returned.',
    )
    expect(meaningOf({ state: 'released', endedByRequest: BY_TWO })).toBe(
      'Ended as not paid by two operators. The money is available again, and taken again if it is proved that it was paid.',
    )
  })

  it.each(['manual_review', 'returned', 'late_success'] as const)('is that of the state for %s', (state) => {
    expect(meaningOf({ state, endedByRequest: null })).toBe(STATES[state].meaning)
    expect(meaningOf({ state, endedByRequest: BY_TWO })).toBe(STATES[state].meaning)
  })
})
