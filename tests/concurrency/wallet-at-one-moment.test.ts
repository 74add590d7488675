import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RECENT_TRANSACTIONS } from '#contract/constants.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { Wallet } from '#contract/wallet.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { PATIENT_TIMEOUT_MS, startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, phoneOf } from '#tests/support/purchases.ts'

const PEOPLE = 8
/** How many transfers the bank declines, for everyone together. */
const DECLINED = 3
/** The number of pages that one person has open. */
const READERS = 3
const ROUNDS = Number(process.env.JARA_ROUNDS ?? 1)

/** What a line takes from the wallet, negative if it adds money. Kobo. */
const costOf = ({ amountKobo, feeKobo, dutyKobo, discountKobo }: Transaction) =>
  BigInt(feeKobo) + BigInt(dutyKobo) - BigInt(discountKobo) - BigInt(amountKobo)
const sumOf = (lines: readonly Transaction[], of: (line: Transaction) => bigint) =>
  lines.reduce((sum, line) => sum + of(line), 0n)
const isSpent = ({ amountKobo, status }: Transaction) =>
  amountKobo.startsWith('-') && (status === 'pending' || status === 'completed')

/**
 * What every reply must agree on while the list is the whole history: all lines add up to the available balance, the
 * pending ones to the amount held, and today's, except those that came back, to the amount spent.
 */
function expectOneMoment({ recent, availableKobo, heldKobo, spentTodayKobo }: Wallet): void {
  expect(recent.length).toBeLessThanOrEqual(RECENT_TRANSACTIONS)
  const pending = recent.filter(({ status }) => status === 'pending')
  const agreed = {
    availableKobo: String(-sumOf(recent, costOf)),
    heldKobo: String(sumOf(pending, costOf)),
    spentTodayKobo: String(
      sumOf(recent.filter(isSpent), (line) => -BigInt(line.amountKobo) - BigInt(line.discountKobo)),
    ),
  }
  expect({ availableKobo, heldKobo, spentTodayKobo }).toEqual(agreed)
}

// Races are invisible on the embedded database: it runs one transaction at a time.
describe.runIf(databaseKinds.includes('postgres'))('the figures of a wallet', { timeout: 600_000 }, () => {
  let jara: TestJara
  beforeEach(async () => {
    jara = await startJara('postgres', { providerTimeoutMs: PATIENT_TIMEOUT_MS })
  })
  afterEach(() => jara.close())

  /** Prepares three lines beside the grant, or four: two orders, a deposit, and a declined transfer's refund. */
  async function prepare(person: Person, n: number): Promise<() => Promise<void>> {
    const { account } = await fundingOf(person)
    const quotes = [
      await person.quote(150_000n + BigInt(n * 100)),
      await person.quoteOf(airtime({ phone: phoneOf(n), amountKobo: '20000' })),
    ]
    return async () => {
      const paid = jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: `70${n}01` })
      for (const quote of quotes) expect((await person.approve(quote)).status).toBe(201)
      await paid
    }
  }

  it('are of one moment in every answer, while orders and deposits come and end', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, (_, n) => jara.person(`Ada Obi ${'I'.repeat(n + 1)}`)),
      )
      jara.clock.advance(1_000)
      const acts: (() => Promise<void>)[] = []
      for (const [n, person] of people.entries()) acts.push(await prepare(person, round * PEOPLE + n))
      await jara.sandbox.fault({ operation: 'transfer', fault: 'decline', count: DECLINED })
      let isApproved = false
      let isOver = false
      const answers: Wallet[] = []
      const readers = people.flatMap((person) =>
        Array.from({ length: READERS }, async () => {
          while (!isOver) answers.push(await person.wallet())
        }),
      )
      const work = (async () => {
        while (!isApproved) await jara.settle()
      })()
      await Promise.all(acts.map((act) => act()))
      isApproved = true
      await work
      await jara.pass(10_000)
      isOver = true
      await Promise.all(readers)
      for (const answer of answers) expectOneMoment(answer)
      const different = new Set(answers.map(({ availableKobo, heldKobo }) => `${availableKobo} ${heldKobo}`))
      expect(different.size).toBeGreaterThan(3 * PEOPLE)
      const ended = await Promise.all(people.map((person) => person.wallet()))
      expect(ended.map(({ heldKobo }) => heldKobo)).toEqual(people.map(() => '0'))
      const refunds = ended.flatMap(({ recent }) => recent.filter(({ kind }) => kind === 'refund'))
      expect([refunds.length, ended.flatMap(({ recent }) => recent).length]).toEqual([DECLINED, 4 * PEOPLE + DECLINED])
    }
  })
})
