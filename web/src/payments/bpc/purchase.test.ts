import { expect, test } from 'vitest'
import { notConfirmedText, plainAmount, stageOf, stepFor, strayText, timeLeftText } from './purchase.ts'

const payTo = {
  accountNumber: '0000012345',
  bank: 'Sandbox Bank',
  accountName: 'SANDBOX / ADA OBI',
  amountKobo: '650000',
  expiresAt: '2026-11-21T13:00:00.000Z',
}

const now = Date.parse('2026-11-21T12:30:00.000Z')

test.each([
  ['awaiting_payment', 'issuing', 'processing', null],
  ['awaiting_payment', 'awaiting', 'payment', payTo],
  ['expired', 'not-issued', 'processing', null],
  ['expired', 'time-over', 'payment', payTo],
  ['held', 'under-way', 'confirmation', null],
  ['unknown', 'under-way', 'confirmation', null],
  ['settled', 'bought', 'confirmation', payTo],
  ['released', 'failed', 'confirmation', null],
  ['returned', 'returned', 'confirmation', payTo],
] as const)('a purchase in %s is "%s" and belongs on /%s', (state, stage, step, account) => {
  expect(stageOf({ state, payTo: account }, now)).toBe(stage)
  expect(stepFor(stage)).toBe(step)
})

test('nobody is asked to pay from the moment the account closes', () => {
  const open = { state: 'awaiting_payment', payTo } as const
  const closesAt = Date.parse(payTo.expiresAt)
  expect(stageOf(open, closesAt - 1)).toBe('awaiting')
  expect(stageOf(open, closesAt)).toBe('time-over')
})

const stray = { amountKobo: '600000', went: 'wallet', why: 'less', at: '2026-11-21T12:00:00.000Z' } as const

test('too little says where it is and how to get the code', () => {
  expect(strayText(stray, 'awaiting')).toBe(
    '₦6,000 arrived. That is less than the price, so it is in your wallet. To get the code pay ₦6,500 to the account, or pay from your wallet.',
  )
})

test('nothing more is asked of a user who has the code, or whose time is over', () => {
  for (const stage of ['bought', 'time-over'] as const)
    expect(strayText(stray, stage)).toBe('₦6,000 arrived. That is less than the price, so it is in your wallet.')
})

test('what the provider sends back is never called money in the wallet', () => {
  for (const why of ['less', 'more', 'second', 'late'] as const) {
    const text = strayText({ ...stray, why, went: 'sent-back' }, 'awaiting')
    expect(text).toContain('it goes back to where it came from')
    expect(text).not.toContain('in your wallet')
    expect(text).not.toContain('code is yours')
  }
})

test('too late says that it bought no code and where it is', () => {
  for (const stage of ['time-over', 'bought'] as const)
    expect(strayText({ ...stray, amountKobo: '650000', why: 'late' }, stage)).toBe(
      '₦6,500 arrived after the time to pay was over. No code was bought with it, and it is in your wallet.',
    )
})

test('once the account has closed no page says that a transfer is waited for', () => {
  const explanation = 'We are waiting for your bank transfer.'
  expect(notConfirmedText({ state: 'awaiting_payment', explanation }, 'awaiting')).toBe(explanation)
  expect(notConfirmedText({ state: 'awaiting_payment', explanation }, 'time-over')).toBe(
    'No transfer of ₦6,500 that was made in time has reached us so far. Nothing was taken from your wallet.',
  )
  const atTheEnd = 'No transfer of ₦6,500 arrived in time.'
  expect(notConfirmedText({ state: 'expired', explanation: atTheEnd }, 'time-over')).toBe(atTheEnd)
})

test('too much says that the code is theirs and where the rest is', () => {
  expect(strayText({ ...stray, amountKobo: '50000', why: 'more' }, 'bought')).toBe(
    '₦500 more than the price arrived. The code is yours, and the ₦500 is in your wallet.',
  )
})

test.each([
  [59 * 60_000 + 59_999, '59 minutes'],
  [2 * 60_000, '2 minutes'],
  [2 * 60_000 - 1, '1 minute'],
  [59_999, 'Less than a minute'],
])('never says more time than there is: %d ms', (leftMs, text) => {
  expect(timeLeftText(leftMs)).toBe(text)
})

test('an amount for a bank app has neither sign nor commas', () => {
  expect(plainAmount(650_000n)).toBe('6500')
})
