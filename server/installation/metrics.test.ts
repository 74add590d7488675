import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { createRegistry } from '#server/platform/metrics/instruments.ts'
import { suspendMoney } from '#server/suspension/suspensions.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { samplesIn, startWatchedJara, type WatchedJara } from '#tests/support/watched.ts'
import { FIGURES_KEPT_MS, showFigures } from './show-figures.ts'

describe.each(featureDatabases)('/metrics on %s', (kind) => {
  let jara: WatchedJara
  let ada: Person
  beforeEach(async () => {
    jara = await startWatchedJara(kind)
    ada = await jara.person('Adaeze Okonkwo')
    jara.clock.advance(1_000)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await jara.close()
  })
  const later = () => jara.clock.advance(FIGURES_KEPT_MS)

  it('is OpenMetrics text, ended as that asks', async () => {
    const response = await fetch(jara.metricsUrl)
    expect(response.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    expect(await response.text()).toMatch(/# EOF\n$/)
  })

  it('counts responses by route pattern and status class, with how long they took', async () => {
    const route = { method: 'GET', route: '/api/orders/:id' }
    const missing = 'ord_0123456789abcdefghjkmnpqrstvwxyz012'
    expect((await ada.call('GET', `/api/orders/${missing}`)).status).toBe(404)
    expect((await ada.call('GET', `/api/orders/${missing}x`)).status).toBe(404)
    expect(await jara.read('jara_http_requests_total', { ...route, status: '4xx' })).toBe(2)
    expect(await jara.read('jara_http_request_duration_seconds_count', route)).toBe(2)
    expect(await jara.read('jara_http_request_duration_seconds_sum', route)).toBeGreaterThan(0)
  })

  it('counts an order through its states, with the time to proof and to the webhook', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    const approvedAt = jara.clock.now().getTime() / 1_000
    const order = await ada.withdraw(500_000n)
    await jara.settle()
    expect(await jara.read('jara_group_commit_size_count', { batch: 'approvals' })).toBe(1)
    const open = { provider: 'paystack', kind: 'withdrawal', state: 'pending' }
    expect(await jara.read('jara_open_orders', open)).toBe(1)
    expect(await jara.read('jara_held_kobo', open)).toBe(501_000)
    expect(await jara.read('jara_open_orders_oldest_timestamp_seconds', open)).toBe(approvedAt)

    jara.clock.advance(40_000)
    await jara.sandbox.decide(order.reference, 'success')
    await jara.settle()
    for (const state of ['held', 'in_flight', 'pending', 'settled'])
      expect({ state, count: await jara.read('jara_orders_total', { kind: 'withdrawal', state }) }).toEqual({
        state,
        count: 1,
      })
    expect(await jara.read('jara_order_proof_seconds_sum', { provider: 'paystack' })).toBe(40)
    expect(await jara.read('jara_webhook_delay_seconds_sum', { provider: 'paystack' })).toBe(40)
    later()
    expect(await jara.read('jara_open_orders', open)).toBeUndefined()
    expect(await jara.read('jara_held_kobo', open)).toBeUndefined()
  })

  it('counts a repeated webhook once', async () => {
    await jara.sandbox.fault({ operation: 'webhook', fault: 'duplicate' })
    await ada.withdraw(500_000n)
    await jara.pass(60_000)
    expect(await jara.read('jara_webhook_delay_seconds_count', { provider: 'paystack' })).toBe(1)
  })

  it('shows the jobs that are due and since when, whatever nobody has in hand', async () => {
    const dueAt = jara.clock.now().getTime() / 1_000
    await ada.withdraw(500_000n)
    jara.clock.advance(90_000)
    expect(await jara.read('jara_due_jobs', { kind: 'order' })).toBe(1)
    expect(await jara.read('jara_due_jobs_oldest_timestamp_seconds', { kind: 'order' })).toBe(dueAt)
    later()
    await jara.settle()
    expect(await jara.read('jara_due_jobs', { kind: 'order' })).toBeUndefined()
  })

  it('shows suspensions in force, the check of the books, and both sides of a reconciliation', async () => {
    await jara.worker.runNow('check-books', 'all')
    await jara.worker.runNow('reconcile', 'all')
    await jara.database.transaction((tx) =>
      suspendMoney(tx, {
        id: jara.deps.newId('stp'),
        reason: 'books',
        detail: 'a test',
        since: null,
        stoppedAt: jara.clock.now(),
      }),
    )
    const now = jara.clock.now().getTime() / 1_000
    expect(await jara.read('jara_suspension', { reason: 'books' })).toBe(1)
    expect(await jara.read('jara_suspension', { reason: 'clock' })).toBe(0)
    expect(await jara.read('jara_book_check_timestamp_seconds')).toBe(now)
    expect(await jara.read('jara_book_check_round_timestamp_seconds')).toBe(now)
    expect(await jara.read('jara_reconciliation_timestamp_seconds')).toBe(now)
    for (const provider of ['paystack', 'vtpass']) {
      const [held = 0, ledger = 0, own = 0] = [
        await jara.read('jara_provider_held_kobo', { provider }),
        await jara.read('jara_provider_ledger_kobo', { provider }),
        await jara.read('jara_provider_own_kobo', { provider }),
      ]
      expect({ provider, unexplained: held - ledger - own, isThere: held > 0 }).toEqual({
        provider,
        unexplained: 0,
        isThere: true,
      })
    }
  })

  it('shows alarms that are open', async () => {
    const alarm = { kind: 'deposit-recalled', detail: 'a test', at: jara.clock.now() } as const
    for (const subjectId of ['dep_1', 'dep_2'])
      await raiseAlarm(jara.deps.database, jara.deps.log, { ...alarm, subjectId })
    expect(await jara.read('jara_open_alarms', { kind: 'deposit-recalled' })).toBe(2)
    await jara.pass(60_000)
    expect(await jara.read('jara_open_alarms', { kind: 'deposit-recalled' })).toBeUndefined()
  })

  it('shows the connections of this process to PostgreSQL', async () => {
    const open = await jara.read('jara_database_connections_open')
    expect(open === undefined ? null : open > 0).toBe(kind === 'postgres' ? true : null)
    expect(await jara.read('jara_database_waiting')).toBe(kind === 'postgres' ? 0 : undefined)
  })

  it('shows nothing of a person, and no label that anybody outside could make up', async () => {
    const { body } = await ada.call<{ account: { accountNumber: string } }>('GET', '/api/funding-account')
    const order = await ada.withdraw(500_000n)
    await jara.pass(60_000)
    await jara.worker.runNow('check-books', 'all')
    const seriesOf = async () =>
      (await jara.scrape()).samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
    await fetch(`${jara.url}/first-stranger-address`)
    const before = new Set(await seriesOf())
    for (const address of ['/second-stranger', '/api/invented/9', '/api/orders/xyz?who=ada', '/.env'])
      for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) await fetch(jara.url + address, { method })
    const { text, samples } = await jara.scrape()
    for (const personal of [ada.id, ada.email, order.id, order.reference, RECIPIENT.accountNumber, 'Adaeze', 'Okonkwo'])
      expect(text).not.toContain(personal)
    expect(text).not.toContain(JSON.stringify(body.account?.accountNumber ?? 'no number was issued'))
    expect(text).not.toMatch(/stranger|invented|PROPFIND|[a-z]{3}_[0-9a-hjkmnp-tv-z]{35}|@|\b\d{10,11}\b(?=")/)
    // A new kind of garbage collection may first occur at any moment.
    const fresh = (await seriesOf()).filter((each) => !before.has(each) && !each.startsWith('nodejs_gc_'))
    // Only patterns and status classes seen for the first time: far fewer than the addresses tried.
    for (const each of fresh) expect(each).toMatch(/^jara_http_\w+ \{.*"route":"(?:none|\/api\/orders\/:id|[^"]*\*)"/)
    expect(new Set(samples.flatMap(({ labels }) => Object.keys(labels)))).toEqual(new Set(KNOWN_LABELS))
  })

  it('asks the database once for ten scrapers, and not again before ten seconds have passed', async () => {
    const asked = vi.spyOn(jara.deps.database, 'connection')
    await Promise.all(Array.from({ length: 10 }, () => jara.scrape()))
    expect(asked).toHaveBeenCalledTimes(1)
    jara.clock.advance(FIGURES_KEPT_MS - 1)
    await jara.scrape()
    expect(asked).toHaveBeenCalledTimes(1)
    jara.clock.advance(1)
    await Promise.all(Array.from({ length: 10 }, () => jara.scrape()))
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('shows what the process counts, and no old figure, while the database does not answer', async () => {
    await ada.withdraw(500_000n)
    expect(await jara.read('jara_figures_up')).toBe(1)
    expect(await jara.read('jara_due_jobs', { kind: 'order' })).toBe(1)
    later()
    vi.spyOn(jara.deps.database, 'connection').mockRejectedValue(new Error('the database is away'))
    const { samples } = await jara.scrape()
    const named = (name: string) => samples.filter((each) => each.name === name)
    expect(named('jara_figures_up')[0]?.value).toBe(0)
    expect(named('jara_orders_total')).not.toEqual([])
    expect([
      ...named('jara_due_jobs'),
      ...named('jara_suspension'),
      ...named('jara_book_check_timestamp_seconds'),
    ]).toEqual([])
  })

  it('waits three seconds for a database that hangs, and then shows the rest', async () => {
    const registry = createRegistry()
    const database = { ...jara.deps.database, connection: () => new Promise<never>(() => undefined) }
    const update = showFigures(registry, { ...jara.deps, database })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const updated = update()
    await vi.advanceTimersByTimeAsync(3_000)
    vi.useRealTimers()
    await updated
    expect(samplesIn(await registry.metrics()).filter(({ name }) => name.startsWith('jara_figures'))).toEqual([
      { name: 'jara_figures_up', labels: {}, value: 0 },
    ])
  })

  it('is at its own address alone, and nothing else is', async () => {
    const own = await fetch(`${jara.url}/metrics`)
    expect({ status: own.status, isMetrics: (await own.text()).includes('jara_http') }).toEqual({
      status: 404,
      isMetrics: false,
    })
    for (const path of ['/', '/healthz', '/metrics/', '/metrics?x=1', '/api/installation'])
      expect({ path, status: (await fetch(new URL(path, jara.metricsUrl))).status }).toEqual({ path, status: 404 })
    expect((await fetch(jara.metricsUrl, { method: 'POST' })).status).toBe(405)
  })
})

/** Every label. Each new one could leak personal data: check its values first. */
const KNOWN_LABELS = [
  ...['method', 'route', 'status', 'kind', 'state', 'provider', 'batch', 'reason', 'le'],
  // Of Node's own: parts of the heap, and the version.
  ...['space', 'type', 'version', 'major', 'minor', 'patch'],
]
