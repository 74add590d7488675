import { describe, expect, test } from 'vitest'
import type { OrderOf } from '#contract/orders.ts'
import { orderLines } from '#web/payments/orders/order-lines.ts'
import { deliveredToast } from '#web/payments/orders/order-words.ts'
import { resultText } from '#web/payments/orders/result-text.ts'
import { checkEducation, type EducationForm } from './check-education.ts'
import { missingPins } from './missing-pins.ts'

const form: EducationForm = {
  plan: {
    id: 'waec waecdirect',
    name: 'WAEC result checker, WASSCE',
    amountKobo: '390000',
    exam: 'waec',
    planId: 'waecdirect',
  },
  quantity: 2,
  phone: '+234 803 123 4567',
  bpcCode: ' BPC-1 ',
}
const order: OrderOf<'education'> = {
  kind: 'education',
  id: 'ord_1',
  status: 'completed',
  state: 'settled',
  endedByTeam: false,
  amountKobo: '780000',
  feeKobo: '0',
  dutyKobo: '0',
  discountKobo: '3900',
  totalKobo: '776100',
  reference: 'ref',
  transactionId: 'txn_1',
  failure: null,
  explanation: 'WAEC is confirming.',
  token: null,
  units: null,
  sale: null,
  payTo: null,
  strayPayments: [],
  boughtBpcId: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  recipient: {
    exam: 'waec',
    examName: 'WAEC result checker',
    planId: 'waecdirect',
    planName: 'WASSCE',
    quantity: 2,
    unitKobo: '390000',
    phone: '08031234567',
  },
}

describe('the form of exam PINs', () => {
  test('becomes a quote with exam, plan and how many, and the number as its 11 digits', () => {
    expect(checkEducation(form)).toEqual({
      body: {
        kind: 'education',
        exam: 'waec',
        planId: 'waecdirect',
        quantity: 2,
        phone: '08031234567',
        bpcCode: 'BPC-1',
      },
    })
  })

  test('names every required field that is empty', () => {
    expect(checkEducation({ ...form, plan: null, phone: ' ' })).toEqual({
      toast: 'Please fill in all required fields',
      problems: { plan: 'Choose the exam', phone: 'Enter the phone number' },
    })
  })

  test('refuses a number that is none', () => {
    expect(checkEducation({ ...form, phone: '0803' })).toMatchObject({ problems: { phone: expect.any(String) } })
  })
})

describe('an order of exam PINs', () => {
  test('says how many at which price, and that they are for their buyer alone', () => {
    expect(resultText(order)).toEqual({
      title: 'Your exam PINs are paid',
      sentences: ['Keep these private: anyone who has a PIN can use it.'],
    })
    expect(orderLines(order)).toEqual([
      { label: 'Exam', value: 'WAEC result checker, WASSCE' },
      { label: 'PINs', value: '2 at ₦3,900' },
      { label: 'Phone number', value: '0803 123 4567' },
      { label: 'Amount', value: '₦7,800' },
      { label: 'Discount', value: '-₦39' },
      { label: 'Price paid', value: '₦7,761' },
    ])
  })

  test('has a result of its own instead of a message on the way to the wallet', () => {
    expect(deliveredToast(order)).toBeNull()
  })

  test('that failed says that the money is back', () => {
    const explanation = '₦7,761 is back in your wallet.'
    const failed = { ...order, status: 'failed', failure: 'This could not be delivered.', explanation } as const
    expect(resultText(failed)).toEqual({
      title: 'Your exam PIN purchase failed',
      sentences: ['This could not be delivered.', explanation],
    })
  })

  test('says what is missing, never that it is there', () => {
    const pin = { serial: 'WRN123456790', pin: '098765432112' }
    const answer = { bought: 2, pins: [pin], asking: true }
    expect(missingPins({ ...answer, pins: [pin, pin] })).toBeNull()
    expect(missingPins(answer)).toBe(
      '1 of your 2 PINs has not come yet. Your purchase is confirmed. We ask again for three days after that. If nothing comes, give support the reference in your receipt.',
    )
    expect(missingPins({ ...answer, pins: [] })).toContain('no PIN has come yet')
    expect(missingPins({ ...answer, bought: 3, asking: false })).toBe(
      '2 of your 3 PINs have not come yet. Your purchase is confirmed. We asked for three days. Please give support the reference in your receipt.',
    )
  })
})
