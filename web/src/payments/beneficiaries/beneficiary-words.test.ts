import { expect, test } from 'vitest'
import type { Beneficiary } from '#contract/beneficiaries.ts'
import { listWordsOf, wordsOf } from './beneficiary-words.ts'

const SAVED: readonly Beneficiary[] = [
  {
    kind: 'bank',
    details: { accountNumber: '0123456784', accountName: 'MUSA BELLO', bankCode: '058', bankName: 'GTBank' },
  },
  { kind: 'phone', details: { phone: '08031234567', network: 'mtn', networkName: 'MTN' } },
  { kind: 'phone', name: 'Mama', details: { phone: '08051234567', network: 'glo', networkName: 'Glo' } },
  {
    kind: 'meter',
    details: {
      biller: 'ikeja',
      billerName: 'Ikeja Electric',
      meterNumber: '04123456789',
      meterType: 'prepaid',
      customerName: 'ADA OBI',
    },
  },
  {
    kind: 'smartcard',
    details: { biller: 'gotv', billerName: 'GOtv', smartcardNumber: '2005000001', customerName: 'ADA OBI' },
  },
].map((saved) => ({ name: null, ...saved, id: 'ben_1', lastUsedAt: '2026-11-21T11:00:00.000Z' }) as Beneficiary)

test('a saved recipient is called by name and whole number where it is chosen', () => {
  expect(SAVED.map((saved) => Object.values(wordsOf(saved)))).toEqual([
    ['MUSA BELLO', '0123 4567 84 · GTBank'],
    ['0803 123 4567', 'MTN'],
    ['Mama', '0805 123 4567 · Glo'],
    ['ADA OBI', '04123456789 · Ikeja Electric'],
    ['ADA OBI', '2005000001 · GOtv'],
  ])
})

test('a saved recipient shows the last four digits beside its name in the list, and a phone number whole', () => {
  expect(SAVED.map((saved) => Object.values(listWordsOf(saved)))).toEqual([
    ['MUSA BELLO', '•••• 6784 · GTBank'],
    ['0803 123 4567', 'MTN'],
    ['Mama', '0805 123 4567 · Glo'],
    ['ADA OBI', '•••• 6789 · Ikeja Electric'],
    ['ADA OBI', '•••• 0001 · GOtv'],
  ])
})

test('two numbers never look the same, whatever they are called', () => {
  const numbers = ['08031234567', '08051234567'].flatMap((phone) =>
    [null, 'Mama'].map((name) => ({ ...phoneNamed(name), details: { phone, network: 'mtn', networkName: 'MTN' } })),
  )
  const shown = numbers.map((saved) => Object.values(listWordsOf(saved as Beneficiary)).join())
  expect(new Set(shown).size).toBe(numbers.length)
})

function phoneNamed(name: string | null) {
  return { id: 'ben_1', kind: 'phone', name, lastUsedAt: '2026-11-21T11:00:00.000Z' }
}
