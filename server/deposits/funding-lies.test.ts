import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf, ledgerSum } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { alarmsOf } from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const HOUR_MS = 60 * 60 * SECOND_MS
const DAY_MS = 24 * HOUR_MS
const POLL_MS = 5 * SECOND_MS

describe.each(featureDatabases)(
  'money that comes in through a provider that lies, on %s',
  { timeout: 180_000 },
  (kind) => {
    let jara: TestJara
    let ada: Person
    let bola: Person
    let accountNumber: string

    beforeEach(async () => {
      jara = await startJara(kind)
      ada = await jara.person('Ada Obi')
      bola = await jara.person('Bola Ahmed')
      accountNumber = (await fundingOf(ada)).account?.accountNumber ?? ''
      jara.clock.advance(SECOND_MS)
    })
    afterEach(() => jara.close())

    const lie = (operation: string, fault: string, more: { count?: number; delayMs?: number } = {}) =>
      jara.sandbox.fault({ operation, fault, ...more })
    const payIn = (amountKobo = '250000') => jara.sandbox.payIn({ accountNumber, amountKobo })
    const balanceOf = (person: Person) => ledgerSum(jara.database, `user:${person.id}:available`)
    const storedEvents = async () =>
      (await jara.database.query<{ times: number }>('select times from webhook_events')).map((each) => each.times)

    it('is credited as verified, once, whatever amount, customer or currency a signed webhook names', async () => {
      for (const fault of ['lying', 'lying-customer', 'lying-currency']) {
        const before = [await balanceOf(ada), await balanceOf(bola)]
        await lie('webhook', fault)
        await payIn()
        await jara.settle()
        const after = [await balanceOf(ada), await balanceOf(bola)]
        expect([fault, ...after]).toEqual([fault, (before[0] ?? 0n) + 250_000n, before[1]])
      }
      expect(await storedEvents()).toHaveLength(3)
      await jara.pass(2 * POLL_MS)
      expect(await balanceOf(ada)).toBe(20_750_000n)
    })

    it('is not known from a webhook whose signature is almost right, and credited by the next look', async () => {
      for (const fault of ['no-signature', 'cut-signature', 'upper-case-signature', 'other-algorithm', 'other-bytes']) {
        await lie('webhook', fault)
        await payIn()
        await jara.settle()
      }
      expect(await storedEvents()).toEqual([])
      expect(await balanceOf(ada)).toBe(20_000_000n)
      await jara.pass(POLL_MS)
      expect(await balanceOf(ada)).toBe(21_250_000n)
    })

    it('is credited once when each webhook comes 1 to 20 times, mixed', async () => {
      await lie('webhook', 'storm', { count: 5, delayMs: 20 * SECOND_MS })
      for (let n = 1; n <= 5; n++) await payIn(String(n * 100_000))
      await jara.pass(30 * SECOND_MS)
      expect(await storedEvents()).toHaveLength(5)
      expect(await balanceOf(ada)).toBe(21_500_000n)
      expect(await jara.database.query('select 1 from deposits')).toHaveLength(5)
    })

    it('is credited once when its webhook comes again after an hour, 13 hours, 8 days and 400 days', async () => {
      await lie('webhook', 'echo')
      await payIn()
      await jara.settle()
      for (const [times, ms] of [HOUR_MS, 12 * HOUR_MS, 8 * DAY_MS, 400 * DAY_MS].entries()) {
        expect(await storedEvents()).toEqual([times + 1])
        jara.clock.advance(ms)
        await jara.settle()
      }
      // By then the stored webhook event is gone; the deposit is not.
      expect(await storedEvents()).toEqual([])
      expect(await balanceOf(ada)).toBe(20_250_000n)
      expect(await jara.database.query('select 1 from deposits')).toHaveLength(1)
    })

    it('is credited by its own verification alone: not by one copied from another payment, of a strange reference or word', async () => {
      await payIn('100000')
      await jara.settle()
      for (const fault of ['copied', 'wrong-reference', 'other-word']) {
        const before = await balanceOf(ada)
        await lie('payment-verify', fault)
        await payIn()
        await jara.settle()
        expect([fault, await balanceOf(ada)]).toEqual([fault, before])
        await jara.pass(POLL_MS)
        expect([fault, await balanceOf(ada)]).toEqual([fault, before + 250_000n])
      }
      expect(await jara.database.query('select 1 from deposits')).toHaveLength(4)
    })

    it('is set aside with an alarm, and nobody is credited, when the verification names another account or currency', async () => {
      for (const fault of ['wrong-recipient', 'wrong-currency']) {
        await lie('payment-verify', fault)
        await payIn()
        await jara.settle()
      }
      await jara.pass(2 * POLL_MS)
      expect([await balanceOf(ada), await balanceOf(bola)]).toEqual([20_000_000n, 20_000_000n])
      expect(await ledgerSum(jara.database, 'suspense:in')).toBe(500_000n)
      expect(await alarmsOf(jara)).toEqual(['deposit-quarantined', 'deposit-quarantined'])
    })

    it('is found by the look after the one whose list lacked it', async () => {
      await lie('webhook', 'lost')
      await payIn()
      await lie('payments', 'list-missing-line')
      await jara.pass(POLL_MS)
      expect(await balanceOf(ada)).toBe(20_000_000n)
      await jara.pass(POLL_MS)
      expect(await balanceOf(ada)).toBe(20_250_000n)
    })

    it('is credited as verified when a list names another amount, and what a list invents is credited to nobody', async () => {
      await lie('webhook', 'lost')
      await payIn()
      await lie('payments', 'list-wrong-amount')
      await jara.pass(POLL_MS)
      expect(await balanceOf(ada)).toBe(20_250_000n)
      await lie('payments', 'list-extra-line', { count: 3 })
      for (let looks = 0; looks < 3; looks++) await jara.pass(POLL_MS)
      expect(await balanceOf(ada)).toBe(20_250_000n)
      expect(await jara.database.query('select 1 from deposits')).toHaveLength(1)
      expect(jara.world.state.faults).toEqual([])
    })
  },
)
