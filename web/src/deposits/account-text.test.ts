import { expect, test } from 'vitest'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { accountText } from './account-text.ts'

const account = { accountNumber: '0123456789', bankName: 'Providus Bank', accountName: 'JARA / ADA OBI' }

test('an account number is shared with its bank and name', () => {
  expect(accountText(account, false)).toBe('0123456789\nProvidus Bank\nJARA / ADA OBI')
})

test('in a sandbox the text says that the money is practice money', () => {
  expect(accountText(account, true)).toContain(SANDBOX_BANNER)
})
