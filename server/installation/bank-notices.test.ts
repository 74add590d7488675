import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/platform/config/config.ts'
import { testClock } from '#tests/support/clock.ts'
import { bankNotices } from './bank-notices.ts'

const said = {
  bank: 'OPay',
  meaning: 'Transfers from OPay arrive some hours late.',
  by: 'Ada Obi, operations',
  at: '2026-11-21T12:00:00+01:00',
  expiresAt: '2026-11-21T20:00:00+01:00',
}
const trouble = {
  code: '035',
  name: 'Wema Bank',
  since: new Date('2026-11-21T10:00:00Z'),
  until: new Date('2026-11-21T10:05:00Z'),
}

const saying = (notice: unknown) => readConfig({ BANK_NOTICE: JSON.stringify(notice) })
/** The banks with a notice at an instant. */
const banksAt = (instant: string, config = saying(said)) =>
  bankNotices({ clock: testClock(new Date(instant)), config }, []).map(({ bank }) => bank)

test("an operator's notice in force says bank, meaning, who says it, from when and until when", () => {
  const deps = { clock: testClock(new Date('2026-11-21T13:00:00Z')), config: saying(said) }
  expect(bankNotices(deps, [])).toEqual([
    {
      id: `operator-${Date.parse(said.at)}`,
      bank: 'OPay',
      source: 'Ada Obi, operations',
      meaning: 'Transfers from OPay arrive some hours late.',
      at: '2026-11-21T11:00:00.000Z',
      expiresAt: '2026-11-21T19:00:00.000Z',
    },
  ])
})

test.each([
  ['2026-11-21T10:59:59.999Z', []],
  ['2026-11-21T11:00:00.000Z', ['OPay']],
  ['2026-11-21T18:59:59.999Z', ['OPay']],
  ['2026-11-21T19:00:00.000Z', []],
])("an operator's notice counts from its first instant to before its last: at %s %j", (instant, banks) => {
  expect(banksAt(instant)).toEqual(banks)
})

test("an operator's notice comes before those of the provider's bank list, and hides none of them", () => {
  const at = (instant: string) => ({ clock: testClock(new Date(instant)), config: saying(said) })
  const sources = (instant: string) => bankNotices(at(instant), [trouble]).map(({ source }) => source)
  expect(sources('2026-11-21T12:00:00Z')).toEqual(['Ada Obi, operations', "Paystack's bank list"])
  expect(sources('2026-11-21T19:00:00Z')).toEqual(["Paystack's bank list"])
})

test("a bank of the provider's list is named with its own times, and as a report", () => {
  const deps = { clock: testClock(), config: readConfig({}) }
  expect(bankNotices(deps, [trouble])).toEqual([
    {
      id: `list-035-${trouble.since.getTime()}`,
      bank: 'Wema Bank',
      source: "Paystack's bank list",
      meaning: expect.stringMatching(/^Wema Bank is reported as not working right now\./),
      at: '2026-11-21T10:00:00.000Z',
      expiresAt: '2026-11-21T10:05:00.000Z',
    },
  ])
})

test.each([undefined, ''])('a setting left out (%j) says nothing', (setting) => {
  expect(banksAt('2026-11-21T13:00:00Z', readConfig({ BANK_NOTICE: setting }))).toEqual([])
})

test.each<[string, string]>([
  ['no JSON', 'OPay is slow'],
  ['half of it', JSON.stringify(said).slice(0, 40)],
  ['no object', '[]'],
  ['no bank', JSON.stringify({ ...said, bank: undefined })],
  ['nobody who says it', JSON.stringify({ ...said, by: ' ' })],
  ['a meaning of two lines', JSON.stringify({ ...said, meaning: 'Late.\nVery late.' })],
  ['a meaning that is too long', JSON.stringify({ ...said, meaning: 'x'.repeat(301) })],
  ['a time without its zone', JSON.stringify({ ...said, at: '2026-11-21T12:00:00' })],
  ['a day for an end', JSON.stringify({ ...said, expiresAt: '2026-11-21' })],
  ['an unknown key', JSON.stringify({ ...said, until: said.expiresAt })],
])('a notice with %s is refused at the start, and the variable is named', (_, setting) => {
  const start = () => readConfig({ BANK_NOTICE: setting })
  expect(start).toThrow(ConfigError)
  expect(start).toThrow(/^BANK_NOTICE: JSON with bank, meaning, by, at and expiresAt is needed$/)
})
