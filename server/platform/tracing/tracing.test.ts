import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics, createRegistry } from '#server/platform/metrics/instruments.ts'
import { type CollectedSpan, type Collector, startCollector } from '#tests/support/collector.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { airtimeList, approveList, checkList } from '#tests/support/lists.ts'
import { PASSWORD, type Person, PIN, RECIPIENT } from '#tests/support/person.ts'
import { airtime, buyByTransfer, codesOf, payInto, phoneOf } from '#tests/support/purchases.ts'
import { traceOfOrder } from './order-trace.ts'

const PHONE = phoneOf(88_412)
/** Generous, for a busy machine. */
const NAME = 'Kanarie Spoorzoeker'

describe.each(featureDatabases)('traces on %s', (kind) => {
  let jara: TestJara
  let collector: Collector
  let ada: Person
  const registry = createRegistry()

  beforeAll(async () => {
    collector = await startCollector()
    jara = await startJara(kind, {
      settings: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=jara,authorization=Bearer%20a%20key',
      },
      metrics: createMetrics(registry),
    })
    ada = await jara.person(NAME)
  })
  afterEach(() => {
    collector.mood = 'takes'
  })
  afterAll(async () => {
    await jara.close()
    await collector.close()
  })

  const traceOf = (orderId: string) => collector.trace(traceOfOrder(orderId).traceId)
  const named = (spans: readonly CollectedSpan[], name: string) => spans.filter((each) => each.name === name)
  function only(spans: readonly CollectedSpan[], name: string): CollectedSpan {
    const [one, ...others] = named(spans, name)
    if (one === undefined || others.length > 0) throw new Error(`${name}: ${spans.map((each) => each.name).join(', ')}`)
    return one
  }
  /** Waits until the collector has a span of this name in the order's trace. */
  async function traceWith(orderId: string, name: string): Promise<CollectedSpan[]> {
    await expect.poll(() => traceOf(orderId).map((each) => each.name)).toContain(name)
    return traceOf(orderId)
  }

  it('lead from the request that approved an order to its proof, each span a child of its cause', async () => {
    const { id } = await ada.buy(airtime({ phone: PHONE }))
    await jara.settle()
    expect((await ada.order(id)).state).toBe('settled')
    const spans = await traceWith(id, 'order work')
    const request = only(spans, 'POST /api/orders')
    const placed = only(spans, 'order placed')
    const work = only(spans, 'order work')
    const sent = only(spans, 'vtpass buy')
    const verification = only(spans, 'order verification')
    const proof = only(spans, 'vtpass verifyPurchase')
    const settled = only(spans, 'order settled')
    expect(request).toMatchObject({ parentId: null, kind: 2 })
    expect(placed).toMatchObject({ parentId: request.spanId, spanId: traceOfOrder(id).approvalId })
    expect(work).toMatchObject({ parentId: placed.spanId, kind: 5 })
    expect(sent).toMatchObject({ parentId: work.spanId, kind: 3 })
    expect(verification.parentId).toBe(work.spanId)
    expect(proof.parentId).toBe(verification.spanId)
    expect(settled.parentId).toBe(work.spanId)
    expect(request.facts).toMatchObject({
      'jara.order.id': id,
      'jara.request.id': expect.stringMatching(/^[\w-]{12}$/),
      'http.route': '/api/orders',
      'http.request.method': 'POST',
      'http.response.status_code': '201',
    })
    expect(sent.facts).toEqual({
      'jara.provider': 'vtpass',
      'jara.provider.operation': 'buy',
      'http.request.method': 'POST',
      'http.response.status_code': '200',
    })
    expect(verification.facts).toMatchObject({ 'jara.finding': 'paid' })
    expect(settled.facts).toEqual({
      'jara.order.id': id,
      'jara.order.kind': 'airtime',
      'jara.order.state': 'settled',
    })
    expect(spans.filter((each) => each.hasFailed)).toEqual([])
    for (const span of spans) expect(span.endNs).toBeGreaterThanOrEqual(span.startNs)
    expect(request.process).toMatchObject({ 'service.name': 'jara', 'jara.role': 'all' })
    expect(collector.requests[0]?.headers).toMatchObject({ 'x-tenant': 'jara', authorization: 'Bearer a key' })
  })

  it('include the webhook that made a verification due', async () => {
    const { id } = await ada.withdraw(150_000n)
    await jara.pass(2_000)
    const spans = await traceWith(id, 'POST /webhooks/paystack')
    const webhook = named(spans, 'POST /webhooks/paystack')[0]
    expect(webhook).toMatchObject({ parentId: traceOfOrder(id).approvalId, facts: { 'jara.order.id': id } })
    await traceWith(id, 'order settled')
  })

  it('show that a provider gave no answer, and that money was released', async () => {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'reset' })
    const silent = await ada.withdraw(160_000n)
    await jara.settle()
    const [transfer] = named(await traceWith(silent.id, 'order work'), 'paystack sendTransfer')
    expect(transfer).toMatchObject({ hasFailed: true, facts: { 'error.type': 'unanswered' } })
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    const declined = await ada.withdraw(170_000n)
    await jara.pass(60_000)
    expect((await ada.order(declined.id)).state).toBe('released')
    await traceWith(declined.id, 'order released')
  })

  it('have each order of a list in its own trace, linked to the request that approved them', async () => {
    const batch = await checkList(ada, airtimeList(3))
    expect((await approveList(ada, batch)).status).toBe(201)
    await jara.settle()
    const rows = await jara.database.query<{ id: string }>(
      "select id from orders where user_id = $1 and approval->>'batchId' = $2 order by id",
      [ada.id, batch.id],
    )
    expect(rows).toHaveLength(3)
    for (const { id } of rows) await traceWith(id, 'order settled')
    const requests = rows.flatMap(({ id }) => named(traceOf(id), 'POST /api/batches/:id/approve'))
    expect(requests).toHaveLength(1)
    const [request] = requests
    const links = rows.map(({ id }) => only(traceOf(id), 'order placed').links)
    expect(links.filter((each) => each.length === 0)).toHaveLength(1)
    expect(links.flat()).toEqual(
      Array.from({ length: 2 }, () => ({ traceId: request?.traceId, spanId: request?.spanId })),
    )
  })

  it('follow a code paid by bank transfer to the payment', async () => {
    const order = await buyByTransfer(jara, ada)
    await payInto(jara, order)
    await jara.settle()
    expect(await codesOf(ada)).not.toEqual([])
    expect(only(await traceWith(order.id, 'payment booked'), 'payment booked').parentId).toBe(
      traceOfOrder(order.id).approvalId,
    )
  })

  it('include a repeated approval, and a request by their owner', async () => {
    const quote = await ada.quote(180_000n)
    const first = await ada.approve(quote)
    const again = await ada.approve(quote)
    expect([first.status, again.status]).toEqual([201, 200])
    const { id } = first.body.order
    await ada.call('POST', `/api/orders/${id}/check`)
    const spans = await traceWith(id, 'POST /api/orders/:id/check')
    expect(named(spans, 'POST /api/orders').map((each) => each.parentId)).toEqual([null, traceOfOrder(id).approvalId])
  })

  it('leave out requests that are about no order and ask no provider', async () => {
    await jara.settle()
    const before = collector.spans.length
    await ada.call('GET', '/api/wallet')
    await ada.call('GET', '/api/transactions')
    await fetch(`${jara.url}/healthz`)
    const { id } = await ada.buy(airtime({ phone: PHONE, amountKobo: '8000' }))
    await jara.pass(2_000)
    await traceWith(id, 'order settled')
    const names = collector.spans.slice(before).map((each) => each.name)
    expect(names.filter((name) => /wallet|transactions|healthz|GET \/api\/orders/.test(name))).toEqual([])
  })

  it.each([400, 500, 503, 'hang'] as const)(
    'cost a payment nothing if the collector responds with %s',
    async (mood) => {
      collector.mood = mood
      const asked = collector.requests.length
      const startedMs = performance.now()
      const { id } = await ada.withdraw(190_000n)
      await jara.pass(2_000)
      expect((await ada.order(id)).state).toBe('settled')
      expect(performance.now() - startedMs).toBeLessThan(4_000)
      await expect.poll(() => collector.requests.length).toBeGreaterThan(asked)
      expect(traceOf(id)).toEqual([])
    },
  )

  it('contain nothing about a person, an account or an amount, not even for refused requests', async () => {
    await ada.approve(await ada.quote(210_000n), '9999')
    const account = await jara.database.query<{ n: string }>('select account_number as n from funding_accounts')
    const codes = (await codesOf(ada)).map(({ code }) => code)
    const rows = await jara.database.query<{ reference: string; terms: string; total: bigint }>(
      'select reference, terms, total_kobo as total from orders where user_id = $1',
      [ada.id],
    )
    const canaries = [
      ...[PHONE, PHONE.slice(1), NAME, 'Kanarie', ada.email, ada.id, PASSWORD, PIN, RECIPIENT.accountNumber],
      ...[ada.deviceId, ada.cookie().split('=')[1] ?? '', await ada.device.pinProof(PIN)],
      ...account.map(({ n }) => n),
      ...codes,
      ...rows.flatMap(({ terms, total }) => [terms, `"${total}"`]),
      ...[
        jara.deps.config.paystack.secretKey,
        jara.deps.config.vtpass.secretKey,
        jara.deps.config.vtpass.callbackSecret,
      ],
    ]
    expect(canaries.length).toBeGreaterThan(25)
    expect(collector.requests.length).toBeGreaterThan(5)
    const exported = collector.requests
      .map(({ text }) => text)
      .join('\n')
      // These contain times and random values, so short numbers occur in them by chance.
      .replaceAll(/"(?:traceId|spanId|parentSpanId|startTimeUnixNano|endTimeUnixNano)":"\w+"/g, '')
      .replaceAll(/"stringValue":"(?:ord_\w{35}|[\w-]{12}|[0-9a-f]{16})"/g, '')
    expect(exported).toContain('jara.order.id')
    expect(canaries.filter((canary) => exported.includes(canary))).toEqual([])
    const keys = new Set([...exported.matchAll(/"key":"([^"]+)"/g)].map(([, key]) => key))
    expect([...keys].toSorted()).toEqual([
      ...[
        'deployment.environment.name',
        'error.type',
        'http.request.method',
        'http.response.status_code',
        'http.route',
      ],
      ...['jara.finding', 'jara.job.attempt', 'jara.order.id', 'jara.order.kind', 'jara.order.state', 'jara.provider'],
      ...['jara.provider.operation', 'jara.request.id', 'jara.role', 'service.instance.id', 'service.name'],
      'service.version',
    ])
  })

  it('are counted: those sent and those lost', async () => {
    const text = await registry.metrics()
    expect(text.match(/jara_trace.*/g)?.join('\n')).toMatch(/jara_trace_spans_total\{outcome="sent"\} [1-9]/)
    expect(text.match(/jara_trace.*/g)?.join('\n')).toMatch(/jara_trace_spans_total\{outcome="dropped"\} [1-9]/)
  })
})
