import { expect, test } from 'vitest'
import type { Transaction } from '#contract/transactions.ts'
import { chargesText, fullDetail, maskedDetail, onOneLine, rowWords } from './row-words.ts'

const LINE: Transaction = {
  id: 'txn_1',
  kind: 'withdrawal',
  title: 'Bank Transfer',
  counterparty: 'MUSA BELLO',
  counterpartyDetail: '0123456784 · GTBank',
  amountKobo: '-150000',
  feeKobo: '1000',
  dutyKobo: '0',
  discountKobo: '0',
  status: 'completed',
  createdAt: '2026-11-21T11:00:00.000Z',
  orderId: 'ord_1',
}

test.each([
  ['MUSA BELLO', '0123456784 · GTBank', '•••• 6784 · GTBank', '0123456784 · GTBank'],
  ['0803 123 4567', '08031234567', '', ''],
  ['0803 123 4567', '08031234567 · 1GB (30 Days)', '1GB (30 Days)', '1GB (30 Days)'],
  ['ADA OBI', 'Ikeja Electric · 04123456789', 'Ikeja Electric · •••• 6789', 'Ikeja Electric · 04123456789'],
  ['ADA OBI', 'GOtv Max · 2005000001', 'GOtv Max · •••• 0001', 'GOtv Max · 2005000001'],
  [null, 'Paid from your wallet', 'Paid from your wallet', 'Paid from your wallet'],
  [null, null, '', ''],
])('of %s, %s a list shows "%s" and its own page "%s"', (counterparty, counterpartyDetail, listed, whole) => {
  const line = { ...LINE, counterparty, counterpartyDetail }
  expect([maskedDetail(line), fullDetail(line)]).toEqual([listed, whole])
})

test.each<[Partial<Transaction>, string, string, string | null]>([
  [{}, 'MUSA BELLO', 'GTBank', 'Bank Transfer'],
  [{ kind: 'deposit', title: 'Deposit', counterpartyDetail: 'Bank transfer' }, 'MUSA BELLO', 'Deposit', null],
  [
    { kind: 'airtime', title: 'MTN Airtime', counterparty: '0803 123 4567', counterpartyDetail: '08031234567' },
    'MTN Airtime',
    '0803 123 4567',
    null,
  ],
  [
    { kind: 'electricity', title: 'Electricity', counterpartyDetail: 'Ikeja Electric · 04123456789' },
    'Electricity',
    'Ikeja Electric · MUSA BELLO',
    null,
  ],
  [{ kind: 'grant', title: 'Sandbox grant', counterparty: null, counterpartyDetail: null }, 'Sandbox grant', '', null],
  [{ counterpartyDetail: null }, 'MUSA BELLO', 'Bank Transfer', null],
])('of %o a row says "%s" first, then "%s"', (of, who, details, unsaid) => {
  const words = rowWords({ ...LINE, ...of })
  expect([words.who, words.details.join(' · '), words.unsaid]).toEqual([who, details, unsaid])
})

test.each([
  ['1000', '0', 'with ₦10.00 fee'],
  ['2500', '5000', 'with ₦75.00 fee and duty'],
  ['0', '5000', 'with ₦50.00 stamp duty'],
  ['0', '0', null],
])('with a fee of %s and stamp duty of %s a row says "%s"', (feeKobo, dutyKobo, text) => {
  expect(chargesText({ ...LINE, feeKobo, dutyKobo })).toBe(text)
})

test.each([
  ['0803 123 4567', '0803\u00a0123\u00a04567'],
  ['MUSA BELLO', 'MUSA BELLO'],
  ['1GB 30 days', '1GB 30 days'],
])('of "%s" only the groups of a number stay together', (part, shown) => {
  expect(onOneLine(part)).toBe(shown)
})
