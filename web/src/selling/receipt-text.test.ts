import { describe, expect, it } from 'vitest'
import type { Receipt } from '#contract/selling.ts'
import { receiptText } from './receipt-text.ts'

const receipt: Receipt = {
  orderId: 'ord_x',
  sellerName: 'Ada Obi',
  customerName: 'Chidi',
  what: 'MTN airtime ₦500',
  phone: '08031234567',
  priceKobo: '52000',
  status: 'pending',
  sentence: 'On its way. The network has not confirmed it yet.',
  createdAt: '2026-11-21T13:05:00.000Z',
}

describe('a receipt as text', () => {
  it('says what was sold, for how much, by whom, and its status', () => {
    expect(receiptText(receipt, false).split('\n')).toEqual([
      'Sold by: Ada Obi',
      'For: Chidi',
      'Product: MTN airtime ₦500',
      'Number: 0803 123 4567',
      'Price: ₦520.00',
      expect.stringMatching(/^Time: 21 Nov 2026.*14:05/),
      'Status: Pending',
      'Receipt: ord_x',
      'On its way. The network has not confirmed it yet.',
    ])
  })

  it('says first that practice money has no value', () => {
    expect(receiptText({ ...receipt, customerName: null }, true)).toMatch(
      /^Sandbox · practice money, no real value\nSold by: Ada Obi\nProduct:/,
    )
  })
})
