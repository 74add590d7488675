import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HealthAnswer } from '#contract/console/health.ts'
import { HEALTH_MINUTES } from '#contract/console/limits.ts'
import { atConsole, type ConsolePerson, recorded } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'

const MINUTE_MS = 60_000

describe.each(featureDatabases)('the health of an installation, on %s', (kind) => {
  let jara: TestJara
  let finance: ConsolePerson
  let support: ConsolePerson
  let ada: Person

  const lookAs = async ({ browser, authenticator }: ConsolePerson) => {
    await browser.signIn(authenticator)
    return (await browser.send('GET', '/api/admin/today/health')).json<HealthAnswer>()
  }
  let atFirst: HealthAnswer
  let health: HealthAnswer

  /**
   * Two transfers two minutes before the end, one of them declined; one a minute before the end that gets no clear answer; and
   * airtime in the last minute. Another transfer was made more than an hour before all of them and is still pending.
   */
  beforeAll(async () => {
    jara = await startJara(kind, { settings: { FLOAT_THRESHOLDS: 'paystack=500000' } })
    finance = await atConsole(jara, 'Fin Obi', { role: 'finance' })
    support = await atConsole(jara, 'Sup Obi', { role: 'support', confirmedBy: finance.operator })
    ada = await jara.person('Ada Obi')
    await jara.database.query('delete from provider_positions')
    atFirst = await lookAs(finance)
    const transfer = async (fault?: string) => {
      if (fault !== undefined) await jara.sandbox.fault({ operation: 'transfer', fault })
      const order = await ada.withdraw(150_000n)
      await jara.settle()
      return order
    }
    const old = await transfer('pending')
    jara.clock.advance((HEALTH_MINUTES + 5) * MINUTE_MS)
    await ada.unlock()
    await transfer('decline')
    const proved = await transfer('pending')
    jara.clock.advance(40_000)
    await jara.sandbox.decide(proved.reference, 'success')
    await jara.settle()
    // A webhook about an order more than an hour old says nothing about webhook delays.
    await jara.sandbox.decide(old.reference, 'success')
    await jara.settle()
    jara.clock.advance(20_000)
    await transfer('timeout')
    jara.clock.advance(MINUTE_MS)
    await ada.buy(airtime())
    await jara.settle()
    await jara.database.query("update jobs set due_at = $1 where kind = 'purge-expired'", [
      new Date(jara.clock.now().getTime() - 7 * MINUTE_MS),
    ])
    health = await lookAs(finance)
  })
  afterAll(() => jara.close())

  it('knows nothing before there is anything', () => {
    expect(atFirst).toMatchObject({ paces: [], waiting: [], webhooks: [], floats: [] })
  })

  it('shows the outcomes of the last hour’s orders, by provider and product', () => {
    const counts = health.paces.map(({ succeededByMinute: _, ...each }) => each)
    expect(counts).toEqual([
      { provider: 'paystack', kind: 'withdrawal', made: 3, succeeded: 1, failed: 1, unknown: 1 },
      { provider: 'vtpass', kind: 'airtime', made: 1, succeeded: 1, failed: 0, unknown: 0 },
    ])
  })

  it('shows how many orders of each minute have succeeded', () => {
    const [transfers = [], bills = []] = health.paces.map(({ succeededByMinute }) => succeededByMinute)
    expect([transfers.length, bills.length]).toEqual([HEALTH_MINUTES, HEALTH_MINUTES])
    expect([transfers.indexOf(1), bills.indexOf(1)]).toEqual([HEALTH_MINUTES - 3, HEALTH_MINUTES - 1])
    expect(transfers.reduce((sum, each) => sum + each)).toBe(1)
    const now = jara.clock.now().getTime()
    expect(health.from).toBe(new Date(now - (now % MINUTE_MS) - (HEALTH_MINUTES - 1) * MINUTE_MS).toISOString())
  })

  it('shows what is waiting and since when, what is due, and how late webhooks were', () => {
    expect(health.waiting).toMatchObject([{ provider: 'paystack', kind: 'withdrawal', count: 1, heldKobo: '151000' }])
    expect(['unknown', 'pending', 'in_flight']).toContain(health.waiting[0]?.state)
    expect(health.webhooks.find(({ provider }) => provider === 'paystack')).toEqual({
      provider: 'paystack',
      orders: expect.any(Number),
      middleMs: expect.any(Number),
      slowestMs: 40_000,
    })
    const purge = health.queues.find((queue) => queue.kind === 'purge-expired')
    expect(purge).toEqual({
      kind: 'purge-expired',
      count: 1,
      oldestDueAt: new Date(jara.clock.now().getTime() - 7 * MINUTE_MS).toISOString(),
    })
  })

  it('shows floats as last reported, with the threshold if one is set', async () => {
    const at = jara.clock.now()
    await jara.database.query('delete from provider_positions')
    await jara.database.query('delete from provider_opening_balances')
    await jara.database.query(
      `insert into provider_positions (provider, held_kobo, ledger_kobo, read_at)
       values ('paystack', 49999999, 100, $1), ('vtpass', 7, 7, $1)`,
      [at],
    )
    const said = { ownKobo: null, readAt: at.toISOString() }
    expect((await lookAs(finance)).floats).toEqual([
      { ...said, provider: 'paystack', heldKobo: '49999999', ledgerKobo: '100', thresholdKobo: '50000000' },
      { ...said, provider: 'vtpass', heldKobo: '7', ledgerKobo: '7', thresholdKobo: null },
    ])
    await jara.database.query('delete from provider_positions')
  })

  it('hides floats, and nothing else, from a role that may not see the reconciliation', async () => {
    const answer = await lookAs(support)
    expect(answer.floats).toBeNull()
    expect(answer.paces).toHaveLength(2)
  })

  it('records each look', async () => {
    const looks = (await recorded(jara)).filter(({ act }) => act === 'look-at-health').length
    await lookAs(support)
    expect((await recorded(jara)).at(-1)).toEqual({ act: 'look-at-health', by: 'Sup Obi', subject: null })
    expect((await recorded(jara)).filter(({ act }) => act === 'look-at-health')).toHaveLength(looks + 1)
  })
})
