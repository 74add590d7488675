import { describe, expect, test } from 'vitest'
import type { SaleLine } from '#contract/selling.ts'
import { describeSales, NEWEST_FIRST, needsAll, type SalesSort, sortSales } from './sales-order.ts'

function sale(of: Partial<SaleLine>): SaleLine {
  return {
    orderId: 'ord_1',
    transactionId: 'txn_1',
    title: 'MTN Airtime',
    customerName: null,
    phone: '08031234567',
    costKobo: '49500',
    priceKobo: '52000',
    status: 'completed',
    createdAt: '2026-11-21T11:00:00.000Z',
    ...of,
  }
}

const SALES = [
  sale({ orderId: 'c', customerName: 'Chidi', priceKobo: '9000', createdAt: '2026-11-23T11:00:00.000Z' }),
  sale({ orderId: 'b', customerName: 'amina', priceKobo: '103000', createdAt: '2026-11-22T11:00:00.000Z' }),
  sale({ orderId: 'a', status: 'failed', priceKobo: '52000', createdAt: '2026-11-21T11:00:00.000Z' }),
]

const LARGEST_FIRST: SalesSort = { column: 'price', direction: 'descending' }

describe('sales', () => {
  test.each([
    ['date', 'ascending', 'abc'],
    ['date', 'descending', 'cba'],
    ['price', 'descending', 'bac'],
    ['customer', 'ascending', 'abc'],
    ['status', 'descending', 'acb'],
  ] as const)('sorted by %s, %s, are in the order %s', (column, direction, ids) => {
    const sorted = sortSales(SALES, { column, direction })
    expect(sorted.map(({ orderId }) => orderId).join('')).toBe(ids)
  })

  test('need all of them in every order but the server’s own', () => {
    expect(needsAll(NEWEST_FIRST)).toBe(false)
    expect(needsAll({ column: 'date', direction: 'ascending' })).toBe(true)
    expect(needsAll(LARGEST_FIRST)).toBe(true)
  })
})

describe('what the table says of itself', () => {
  const known = { count: 50, hasMore: true, isReading: false }

  test('is "all" only when no other sale is left unread', () => {
    expect(describeSales({ ...known, hasMore: false }, LARGEST_FIRST)).toBe(
      'All 50 sales of these days, highest price first.',
    )
    expect(describeSales({ ...known, count: 1, hasMore: false }, NEWEST_FIRST)).toBe('The only sale of these days.')
  })

  test('names what is missing', () => {
    expect(describeSales(known, LARGEST_FIRST)).toBe(
      'The newest 50 sales of these days, highest price first. Older sales are not in this table.',
    )
    expect(describeSales({ ...known, isReading: true }, LARGEST_FIRST)).toMatch(/^Loading all sales .* 50 so far…$/)
  })
})
