import { expect, test } from 'vitest'
import { checkWithdrawal, type WithdrawalForm, walletNumberOf } from './check-withdrawal.ts'

const known = { status: 'known', name: 'ADA OBI', detail: null } as const
const filled: WithdrawalForm = {
  accountNumber: '0123456789',
  bank: { code: '058', name: 'GTBank', open: true },
  amount: '1,500.50',
  bpcCode: ' BPC-1 ',
}

test('a filled form becomes a quote in whole kobo', () => {
  expect(checkWithdrawal(filled, known)).toEqual({
    body: { kind: 'withdrawal', bankCode: '058', accountNumber: '0123456789', amountKobo: '150050', bpcCode: 'BPC-1' },
  })
})

test('an emptied BPC code is sent as none', () => {
  expect(checkWithdrawal({ ...filled, bpcCode: '  ' }, known)).toMatchObject({ body: { bpcCode: null } })
})

test('names every required field that is empty', () => {
  expect(checkWithdrawal({ accountNumber: '', bank: null, amount: ' ', bpcCode: null }, { status: 'missing' })).toEqual(
    {
      toast: 'Please fill in all required fields',
      problems: { accountNumber: 'Enter the account number', bank: 'Choose the bank', amount: 'Enter the amount' },
    },
  )
})

test.each([
  ['99.99', 'The least you can send is ₦100'],
  ['5,000,000.01', 'The most you can send at once is ₦5,000,000'],
  ['1e5', 'Please enter a valid amount'],
  ['-5', 'Please enter a valid amount'],
])('refuses the amount %s', (amount, sentence) => {
  expect(checkWithdrawal({ ...filled, amount }, known)).toMatchObject({
    problems: { amount: expect.stringContaining(sentence) },
  })
})

test.each(['100', '5000000'])('takes the exact bound %s', (amount) => {
  expect(checkWithdrawal({ ...filled, amount }, known)).toHaveProperty('body')
})

test('refuses nine digits', () => {
  expect(checkWithdrawal({ ...filled, accountNumber: '012345678' }, known)).toMatchObject({
    problems: { accountNumber: expect.stringContaining('10 digits') },
  })
})

test('never continues without a name from the bank', () => {
  expect(checkWithdrawal(filled, { status: 'asking' })).toMatchObject({
    toast: expect.stringContaining('still checking'),
    nameStatus: 'asking',
  })
  expect(checkWithdrawal(filled, { status: 'refused', message: 'The bank does not know it.' })).toMatchObject({
    toast: 'The bank does not know it.',
    nameStatus: 'refused',
  })
})

test('a sentence in the account number field is refused with a message', () => {
  expect(checkWithdrawal({ ...filled, accountNumber: 'ten digits' }, known)).toEqual({
    problems: { accountNumber: 'Enter digits only.' },
    toast: 'Enter digits only.',
  })
})

test('eleven digits are refused as eleven, and as a phone number offered without their 0', () => {
  const sentence = 'You typed 11 digits. An account number has 10.'
  expect(checkWithdrawal({ ...filled, accountNumber: '08031234567' }, known)).toEqual({
    problems: { accountNumber: sentence },
    toast: sentence,
  })
  for (const digits of ['08031234567', '2348031234567', '23408031234567'])
    expect(walletNumberOf(digits)).toBe('8031234567')
})

test.each(['0803123456', '8031234567', '08031234567890', '01234567890'])('offers no wallet number for %s', (digits) => {
  expect(walletNumberOf(digits)).toBeNull()
})
