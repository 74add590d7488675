import { expect, it } from 'vitest'
import type { Transaction } from '#contract/transactions.ts'
import { ARRIVAL_NEW_MS, arrivalsIn, arrivalText } from './arrival-text.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const deposit = (id: string, more: Partial<Transaction> = {}) =>
  ({
    id,
    kind: 'deposit',
    status: 'completed',
    amountKobo: '500000',
    counterparty: 'Bola Ade',
    createdAt: new Date(NOW - 1_000).toISOString(),
    ...more,
  }) as Transaction

it('names the sender of one payment, and adds up several', () => {
  expect(arrivalText([])).toBeNull()
  expect(arrivalText([deposit('a')])).toBe('+₦5,000 from Bola Ade')
  expect(arrivalText([deposit('a', { counterparty: null, amountKobo: '50050' })])).toBe('+₦500.50 arrived')
  expect(arrivalText([deposit('a'), deposit('b', { amountKobo: '100000' })])).toBe('+₦6,000 in 2 payments')
})

it('only new, completed deposits count as arriving money', () => {
  const old = deposit('old')
  const late = deposit('late', { createdAt: new Date(NOW - ARRIVAL_NEW_MS).toISOString() })
  const refund = deposit('refund', { kind: 'refund' })
  const pending = deposit('pending', { status: 'pending' })
  expect(arrivalsIn([deposit('new'), refund, pending, late, old], [old], NOW).map(({ id }) => id)).toEqual(['new'])
})
