import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { orderNow, startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'
import { OTHER_BILLS, OTHER_PAYMENTS, type SecondWorld, startSecondWorld } from '#tests/support/second-provider.ts'
import { openStops, stopRestored } from '#tests/support/stops.ts'
import { listExceptions } from './list-exceptions.ts'
import type { Restored } from './our-orders.ts'
import { type Report, reconcile } from './reconcile.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Our opening balance in each sandbox world. */
const OPENING_KOBO = 100_000_000_000n

describe.each(featureDatabases)('books compared with several providers on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let other: SecondWorld

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    other = await startSecondWorld(jara)
  })
  afterEach(async () => {
    await other.close()
    await jara.close()
  })

  const elsewhere = () => other.restart({ payments: [other.payments], bills: [other.bills] })
  const both = () => other.restart({ payments: [other.payments, jara.payments], bills: [other.bills, jara.bills] })
  const compare = (deps: Deps, restored: Restored | null = null): Promise<Report> =>
    reconcile(deps, { from: new Date(jara.clock.now().getTime() - DAY_MS), to: 'now' }, restored)
  const open = async () =>
    (await listExceptions(jara.database, false)).map((each) => `${each.provider} ${each.kind} ${each.differenceKobo}`)
  const own = () =>
    jara.database.query('select provider, own_kobo as own from provider_opening_balances order by provider')
  const alarms = () =>
    jara.database.query<{ subject: string }>(
      "select subject_id as subject from alarms where kind = 'provider-not-configured' order by 1",
    )

  it('each of them is, by its own lists, its own verification and its own balance', async () => {
    const { deps, call, approve, pass } = await both()
    await compare(deps)
    const mine = [await ada.withdraw(150_000n), await ada.buy(airtime())]
    const { body } = await call(ada, '/api/quotes', airtime({ phone: '08035000001' }))
    const order = (await approve(ada, body.quote as never)).body.order as { id: string }
    await pass(5 * MINUTE_MS)
    for (const each of [...mine, order]) expect((await orderNow(ada, each as never)).state).toBe('settled')
    expect(await compare(deps)).toMatchObject({ lines: 3, matched: 3, exceptions: 0, gaps: [] })
    expect(await own()).toEqual(
      [OTHER_BILLS, OTHER_PAYMENTS, 'paystack', 'vtpass'].map((provider) => ({ provider, own: OPENING_KOBO })),
    )
    // Money leaves both silently: each has its own difference.
    jara.world.state.balanceKobo -= 1n
    other.world.state.vtpassWalletKobo -= 2n
    expect(await compare(deps)).toMatchObject({ exceptions: 2, gaps: [] })
    expect(await open()).toEqual(['paystack balance-differs -1', `${OTHER_BILLS} balance-differs -2`])
  })

  it('one that is not configured and that an order waits for is a gap and an alarm, and keeps no other from being compared', async () => {
    await ada.withdraw(150_000n)
    const { deps } = await elsewhere()
    const { gaps, againSoon } = await compare(deps)
    expect(gaps).toEqual(['paystack: not configured, and something open waits for it'])
    expect(againSoon).toBe(false)
    expect(await alarms()).toEqual([{ subject: 'paystack 2026-11-21' }])
    expect(await own()).toEqual([OTHER_BILLS, OTHER_PAYMENTS].map((provider) => ({ provider, own: OPENING_KOBO })))
    other.world.state.balanceKobo -= 1n
    await compare(deps)
    expect(await open()).toEqual([`${OTHER_PAYMENTS} balance-differs -1`])
  })

  it('one that is not configured and should hold money of ours is a gap, and none once all of it is out', async () => {
    const before = await both()
    await ada.withdraw(150_000n)
    await before.pass(MINUTE_MS)
    await compare(before.deps)
    const { deps } = await elsewhere()
    expect((await compare(deps)).gaps).toEqual([
      'paystack: not configured, and money of ours waits for it',
      'vtpass: not configured, and money of ours waits for it',
    ])
    // Two people closed the differences of what was taken out.
    await jara.database.query(
      `update provider_opening_balances set own_kobo = case provider when 'paystack' then 151000 else 0 end
       where provider in ('paystack', 'vtpass')`,
    )
    expect((await compare(deps)).gaps).toEqual([])
  })

  it('the first run after a provider was away goes back to the last one that reached it', async () => {
    const before = await both()
    await before.worker.runNow('reconcile', 'all')
    const lastAt = jara.clock.now()
    await ada.withdraw(150_000n)
    const away = await elsewhere()
    for (let day = 0; day < 10; day++) {
      jara.clock.advance(DAY_MS)
      await away.worker.runNow('reconcile', 'all')
    }
    await (await both()).worker.runNow('reconcile', 'all')
    const runs = await jara.database.query<{ from: Date; reached: string[] }>(
      'select window_from as from, reached from reconciliation_runs order by began_at',
    )
    expect(runs.at(-2)).toEqual({
      from: new Date(jara.clock.now().getTime() - DAY_MS - 72 * HOUR_MS),
      reached: [OTHER_PAYMENTS, OTHER_BILLS],
    })
    expect(runs.at(-1)?.from).toEqual(new Date(lastAt.getTime() - 72 * HOUR_MS))
  })

  it('the first run after one was silent for days goes back to the last one that reached it', async () => {
    const { worker } = await other.restart({})
    await worker.runNow('reconcile', 'all')
    const lastAt = jara.clock.now()
    await jara.sandbox.fault({ operation: '*', fault: 'down', count: 1_000 })
    for (let day = 0; day < 5; day++) {
      jara.clock.advance(DAY_MS)
      await worker.runNow('reconcile', 'all')
    }
    const runs = await jara.database.query<{ from: Date; reached: string[] }>(
      'select window_from as from, reached from reconciliation_runs order by began_at',
    )
    expect(runs.map(({ reached }) => reached.includes('paystack'))).toEqual([true, false, false, false, false, false])
    expect(runs.at(-1)?.from).toEqual(new Date(lastAt.getTime() - 72 * HOUR_MS))
  })

  it('a line that cannot be read, or an order without an answer, makes no run longer than the one before', async () => {
    const { worker } = await other.restart({})
    await jara.sandbox.fault({ operation: 'transfers', fault: 'html-502', count: 1_000 })
    for (let day = 0; day < 3; day++) {
      jara.clock.advance(DAY_MS)
      await worker.runNow('reconcile', 'all')
    }
    const [run] = await jara.database.query<{ from: Date; gaps: string[] }>(
      'select window_from as from, gaps from reconciliation_runs order by began_at desc limit 1',
    )
    expect(run?.gaps).toEqual([expect.stringContaining('the list of transfers')])
    expect(run?.from).toEqual(new Date(jara.clock.now().getTime() - DAY_MS - 72 * HOUR_MS))
  })

  it('a restored purchase that may have been sent is listed at its own provider, and the stop waits for that one', async () => {
    await compare((await both()).deps)
    const order = await ada.buy(airtime())
    await stopRestored(jara, jara.clock.now())
    const away = await elsewhere()
    await compare(away.deps, { since: jara.clock.now(), at: jara.clock.now() })
    expect(await open()).toEqual(['vtpass maybe-sent 0'])
    await jara.database.query(`update jobs set due_at = $1 where kind = 'reconcile'`, [jara.clock.now()])
    await away.pass(3 * MINUTE_MS)
    expect(await openStops(jara)).toHaveLength(1)
    expect((await orderNow(ada, order)).state).toBe('held')
    const sent = [jara.world, other.world].flatMap(({ state }) => [...state.deliveries.keys()])
    expect(sent).toEqual([])
  })
})
