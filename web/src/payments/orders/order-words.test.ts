import { expect, test } from 'vitest'
import type { Order, OrderOf } from '#contract/orders.ts'
import { orderLines } from './order-lines.ts'
import { deliveredToast } from './order-words.ts'
import { resultText } from './result-text.ts'

const fields = {
  id: 'ord_1',
  status: 'completed',
  state: 'settled',
  endedByTeam: false,
  amountKobo: '150000',
  feeKobo: '0',
  dutyKobo: '0',
  discountKobo: '1500',
  totalKobo: '148500',
  reference: 'ref',
  transactionId: 'txn_1',
  failure: null,
  explanation: 'MTN is confirming.',
  token: null,
  units: null,
  sale: null,
  payTo: null,
  strayPayments: [],
  boughtBpcId: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
} as const
const withdrawal: OrderOf<'withdrawal'> = {
  ...fields,
  strayPayments: [],
  kind: 'withdrawal',
  feeKobo: '1000',
  totalKobo: '151000',
  recipient: { accountName: 'ADA OBI', accountNumber: '0123456789', bankCode: '058', bankName: 'GTBank' },
}
const airtime: OrderOf<'airtime'> = {
  ...fields,
  strayPayments: [],
  kind: 'airtime',
  recipient: { network: 'mtn', networkName: 'MTN', phone: '08031234567' },
}
const electricity: OrderOf<'electricity'> = {
  ...fields,
  strayPayments: [],
  kind: 'electricity',
  token: '26362054405982757802',
  recipient: {
    biller: 'ikeja-electric',
    billerName: 'Ikeja Electric',
    customerName: 'ADA OBI',
    meterNumber: '11111111111',
    meterType: 'prepaid',
    phone: '08031234567',
  },
}

test('a transfer reads word for word', () => {
  expect(resultText(withdrawal)).toEqual({
    title: 'Transfer Successfully',
    sentences: ['Your transfer of ₦1,500 has been processed successfully.'],
  })
  expect(resultText({ ...withdrawal, status: 'pending' }).title).toBe('Your transfer is on its way')
})

test('where the money is, is what its explanation says, also of what repaid a debt or was ended by our team', () => {
  const explanation = '₦1,485 is back in your wallet. ₦100 of it repaid what you owed.'
  expect(resultText({ ...airtime, status: 'failed', failure: 'Refused.', explanation })).toEqual({
    title: 'Your airtime purchase failed',
    sentences: ['Refused.', explanation],
  })
  const returned = { ...withdrawal, status: 'reversed', explanation } as const
  expect(resultText(returned)).toEqual({ title: 'Your transfer came back', sentences: [explanation] })
  expect(resultText({ ...returned, failure: 'It failed after all.' }).sentences).toEqual([
    'It failed after all.',
    explanation,
  ])
  expect(resultText({ ...returned, endedByTeam: true }).title).toBe('The money for your transfer came back')
})

test('a BPC that was to be paid by bank transfer took nothing from the wallet, so nothing is back', () => {
  const bpc: Order = {
    ...airtime,
    kind: 'bpc',
    status: 'failed',
    failure: 'Nobody paid.',
    recipient: { fullName: 'Ada Obi', email: 'ada@example.ng', payWith: 'transfer' },
  }
  expect(resultText(bpc).sentences).toEqual(['Nobody paid.'])
})

test('says the price as paid only once it is proved', () => {
  expect(orderLines(airtime).map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Network MTN',
    'Phone number 0803 123 4567',
    'Amount ₦1,500',
    'Discount -₦15',
    'Price paid ₦1,485',
  ])
  expect(orderLines({ ...airtime, status: 'pending' }).at(-1)?.label).toBe('Price')
})

test('a token has a screen of its own, everything else that was bought leads back to the wallet', () => {
  expect(deliveredToast(airtime)).toBe('Airtime purchase successful!')
  expect(deliveredToast(electricity)).toBeNull()
  expect(deliveredToast({ ...electricity, recipient: { ...electricity.recipient, meterType: 'postpaid' } })).toBe(
    'Electricity purchase successful!',
  )
  expect(deliveredToast(withdrawal)).toBeNull()
})

test('a delivered prepaid payment says how many tokens there are, and that none has come', () => {
  expect(resultText(electricity).sentences).toEqual(['Enter this token on the meter of ADA OBI.'])
  expect(resultText({ ...electricity, token: null }).sentences).toEqual([
    'Ikeja Electric has confirmed the payment.',
    'No token has come yet. We ask for three days and show it here. If none comes, give support the reference.',
  ])
  const token = '02345678901234567890 52345678901234567891 26362054405982757802'
  expect(resultText({ ...electricity, token }).sentences).toEqual(['Enter these tokens on the meter of ADA OBI.'])
})
