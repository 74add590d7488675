import { expect, test } from 'vitest'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import { savingsWords } from './savings-words.ts'

const words = (savedKobo: bigint, days = 30) =>
  savingsWords({
    days,
    saved: savedKobo === 0n ? [] : [{ kind: 'withdrawal', count: 3, savedKobo: savedKobo.toString() }],
  })

test.each([
  [BPC_PRICE_KOBO, 'Pays for itself within a month'],
  [BPC_PRICE_KOBO - 1n, 'Pays for itself in about 1½ months'],
  [191_200n, 'Pays for itself in about 3½ months'],
  [BPC_PRICE_KOBO / 2n, 'Pays for itself in about 2 months'],
  [27_084n, 'Pays for itself in about 24 months'],
  [27_083n, 'At your pace it does not pay for itself within two years'],
  [1n, 'At your pace it does not pay for itself within two years'],
])('who saved %i kobo in 30 days reads: %s', (savedKobo, heading) => {
  expect(words(savedKobo).heading).toBe(heading)
})

test('names the sum, its share of the price, and each kind of payment', () => {
  const of = savingsWords({
    days: 30,
    saved: [
      { kind: 'withdrawal', count: 58, savedKobo: '88500' },
      { kind: 'tv', count: 1, savedKobo: '102700' },
    ],
  })
  expect(of.text).toBe('In your last 30 days a BPC would have saved you ₦1,912 of its ₦6,500.')
  expect(of.percent).toBe(29)
  expect([words(1n).percent, words(10n * BPC_PRICE_KOBO).percent]).toEqual([1, 100])
  expect(of.rows).toEqual([
    { label: 'Bank transfers: 58 payments', amount: '₦885' },
    { label: 'TV: 1 payment', amount: '₦1,027' },
  ])
})

test('a newer account gets no forecast', () => {
  expect(words(191_200n, 29)).toMatchObject({
    heading: 'Will it pay for itself?',
    text: 'In your first 29 days a BPC would have saved you ₦1,912 of its ₦6,500.',
  })
  expect(words(191_200n, 1).text).toContain('In your first day a BPC')
})

test('says so when a BPC would have made no payment cheaper', () => {
  expect(words(0n)).toEqual({
    heading: 'Will it pay for itself?',
    text: 'In your last 30 days you made no payment that a BPC makes cheaper.',
    percent: 0,
    rows: [],
  })
})
