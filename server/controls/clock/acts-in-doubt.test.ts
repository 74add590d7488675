import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PIN_WAIT_MS, PIN_WRONG_BEFORE_WAIT } from '#contract/constants.ts'
import type { Order } from '#contract/orders.ts'
import { DAY_MS } from '#contract/time.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import { SUSPENDED_RETRY_MS } from '#server/suspension/suspensions.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'
import { signInAgain } from '#tests/support/busy-months.ts'
import { moneyOf, orderNow, startWithBuyer } from '#tests/support/buyer.ts'
import { openedBy } from '#tests/support/cases.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { buyByTransfer, codesOf, payInto } from '#tests/support/purchases.ts'
import { putUpNotice, putUpPause, setLimitsTo } from '#tests/support/settings.ts'
import { openStops, stopFor } from '#tests/support/stops.ts'
import { liftClockSuspension, readClockSuspension } from './clock-suspension.ts'
import { cutTimesAhead } from './times-ahead.ts'

/**
 * What people, operators and jobs can do while the clock is a day off and known to be wrong, and what happens
 * afterwards.
 */
describe.each(featureDatabases)('while the clock is in doubt, on %s', (kind) => {
  describe.each([
    ['ahead', DAY_MS],
    ['behind', -DAY_MS],
  ])('a day %s', (_, offMs) => {
    let jara: TestJara
    let ada: Person
    let pending: Order
    let awaiting: Order
    let off = 0

    beforeAll(async () => {
      ;({ jara, ada } = await startWithBuyer(kind, { outside: (now) => new Date(now.getTime() - off) }))
      await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
      pending = await ada.withdraw(100_000n)
      await jara.settle()
      awaiting = await buyByTransfer(jara, ada)
      off = offMs
      jara.clock.advance(off)
      await stopFor(jara, 'clock')
      await ada.unlock()
    })
    afterAll(() => jara.close())

    const answerOf = async (method: string, path: string, body?: unknown) => {
      const answer = await ada.call(method, path, body)
      return answer.status < 300 ? answer.status : answer.body.error.message
    }
    const wrong = () => operatorNamed(jara.database, 'Rita Requests')

    it('opens no wallet with practice money, asks no provider, and says why', async () => {
      await expect(joinAs(jara.url, 'Obi Ada')).rejects.toThrow(
        'No account can be opened while our server’s clock is wrong',
      )
      expect(await answerOf('POST', `/api/orders/${pending.id}/check`)).toMatch(/^We cannot check this while/)
    })

    it('ends, settles and credits nothing, and raises no alarm by the age of anything', async () => {
      await jara.sandbox.decide(pending.reference, 'success')
      const { account } = await fundingOf(ada)
      await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
      await jara.settle()
      expect([(await orderNow(ada, pending)).state, (await orderNow(ada, awaiting)).state]).toEqual([
        'pending',
        'awaiting_payment',
      ])
      expect(await jara.database.query('select kind from alarms')).toEqual([])
    })

    it('sets nothing that begins or ends at a moment', async () => {
      for (const set of [
        async () => setLimitsTo(jara),
        async () => putUpNotice(jara, await wrong()),
        async () => putUpPause(jara, { by: await wrong() }),
      ]) {
        await expect(set()).rejects.toThrow('our server’s clock is wrong: confirm this once payments continue')
      }
    })

    it('still lets people in, and takes what they report, tries and ask for', async () => {
      await openedBy(ada)
      expect(await answerOf('POST', '/api/alerts/test', { channel: 'email' })).toBeLessThan(300)
      expect(await answerOf('POST', '/api/password-resets', { email: ada.email })).toBeLessThan(300)
      for (let i = 0; i < PIN_WRONG_BEFORE_WAIT; i++) await ada.unlock('9999')
      await jara.settle()
    })

    it('keeps nobody waiting once it is right, and nothing that moves money is dated by it', async () => {
      jara.clock.advance(-off)
      off = 0
      await cutTimesAhead(jara.database, jara.clock.now())
      const open = await readClockSuspension(jara.database)
      if (open !== null) await liftClockSuspension(jara.database, open, jara.clock.now())
      expect(await openStops(jara)).toEqual([])
      expect(await aheadOf(jara)).toEqual([])

      jara.clock.advance(PIN_WAIT_MS)
      await signInAgain(ada)
      expect((await ada.unlock()).status).toBe(204)
      await payInto(jara, awaiting)
      const { availableKobo } = await moneyOf(ada)
      await jara.pass(SUSPENDED_RETRY_MS)
      await ada.unlock()
      expect((await orderNow(ada, pending)).state).toBe('settled')
      expect((await orderNow(ada, awaiting)).state).toBe('settled')
      expect(await codesOf(ada)).toHaveLength(2)
      expect(BigInt((await moneyOf(ada)).availableKobo)).toBe(BigInt(availableKobo) + 250_000n)
      expect((await ada.withdraw(50_000n)).state).toBe('held')
      await openedBy(ada)
      await setLimitsTo(jara)
      await putUpPause(jara, { by: await wrong() })
      expect(jara.emails(ada.email).map(({ subject }) => subject)).toEqual(
        expect.arrayContaining([expect.stringMatching(/test/i), expect.stringMatching(/password/i)]),
      )
    })
  })
})

/** Columns in rows dated ahead of the clock, among those that only a process in no doubt writes. */
async function aheadOf({ database, clock }: TestJara): Promise<string[]> {
  const trusted = EVERY_TABLE.flatMap(({ name: table, times = {} }) =>
    Object.entries(times)
      .filter(([, { writtenBy }]) => ['a process in no doubt', 'the ledger', 'operators'].includes(writtenBy))
      .map(([column]) => ({ table, column })),
  )
  expect(trusted.length).toBeGreaterThan(20)
  const found: string[] = []
  for (const { table, column } of trusted) {
    const ahead = await database.query(`select 1 from ${table} where ${column} > $1::timestamptz limit 1`, [
      new Date(clock.now().getTime() + CLOCK_BOUND_MS),
    ])
    if (ahead.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
