import { expect, test } from 'vitest'
import type { Transaction } from '#contract/transactions.ts'
import { dayTotals } from './day-totals.ts'

const line = (of: Partial<Transaction> & { amountKobo: string; createdAt: string }): Transaction => ({
  id: 'txn_1',
  kind: 'withdrawal',
  title: 'Bank Transfer',
  counterparty: null,
  counterpartyDetail: null,
  feeKobo: '0',
  dutyKobo: '0',
  discountKobo: '0',
  status: 'completed',
  orderId: null,
  ...of,
})
const FIRST = '2026-03-01T10:00:00.000Z'
/** 00:30 on 2 March in Lagos. */
const SECOND = '2026-03-01T23:30:00.000Z'
const NAMES = ['Mon, 2 March', 'Sun, 1 March'] as const

test('adds up each Lagos day, with fees and discounts', () => {
  const totals = dayTotals(
    [
      line({ createdAt: SECOND, amountKobo: '-100000', discountKobo: '1000', kind: 'airtime' }),
      line({ createdAt: SECOND, amountKobo: '500000', kind: 'deposit' }),
      line({ createdAt: SECOND, amountKobo: '-150000', feeKobo: '1000', status: 'pending' }),
      line({ createdAt: FIRST, amountKobo: '-200000', status: 'reversed' }),
    ],
    false,
  )
  expect([...totals]).toEqual([
    [NAMES[0], { inKobo: 500_000n, outKobo: 99_000n + 151_000n }],
    [NAMES[1], { inKobo: 0n, outKobo: 200_000n }],
  ])
})

test('leaves out a failed payment and its refund, and counts a returned one both ways', () => {
  const [failed, back] = ['ord_1', 'ord_2']
  const totals = dayTotals(
    [
      line({ createdAt: SECOND, amountKobo: '201000', kind: 'refund', orderId: failed }),
      line({ createdAt: SECOND, amountKobo: '300000', kind: 'refund', orderId: back }),
      line({ createdAt: SECOND, amountKobo: '-200000', feeKobo: '1000', status: 'failed', orderId: failed }),
      line({ createdAt: SECOND, amountKobo: '-300000', status: 'reversed', orderId: back }),
    ],
    false,
  )
  expect([...totals]).toEqual([[NAMES[0], { inKobo: 300_000n, outKobo: 300_000n }]])
})

test('counts a payment once that failed, was refunded and then succeeded', () => {
  const orderId = 'ord_1'
  const totals = dayTotals(
    [
      line({ createdAt: SECOND, amountKobo: '-200000', kind: 'airtime', orderId }),
      line({ createdAt: SECOND, amountKobo: '200000', kind: 'refund', orderId }),
      line({ createdAt: SECOND, amountKobo: '-200000', kind: 'airtime', status: 'failed', orderId }),
    ],
    false,
  )
  expect([...totals.values()]).toEqual([{ inKobo: 0n, outKobo: 200_000n }])
})

test('leaves out a day that is only partly loaded', () => {
  const lines = [
    line({ createdAt: SECOND, amountKobo: '300000', kind: 'refund', orderId: 'ord_9' }),
    line({ createdAt: FIRST, amountKobo: '-200000' }),
  ]
  expect([...dayTotals(lines, true)]).toEqual([])
  expect([...dayTotals(lines, false).keys()]).toEqual([NAMES[1]])
})
