import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EVERYBODY } from '#server/platform/events.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { changesIn, openStream, type Stream } from '#tests/support/streams.ts'

describe.each(featureDatabases)('the stream of changes on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let streams: Stream[]

  beforeEach(async () => {
    streams = []
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(async () => {
    for (const each of streams) each.leave()
    await jara.close()
  })

  async function open(cookie = ada.cookie()): Promise<Stream> {
    const stream = await openStream(jara.url, cookie)
    streams.push(stream)
    return stream
  }
  const statusOf = async (cookie?: string) => (await open(cookie)).response.status
  const never = () => false

  it('tells after a deposit was credited, and then the wallet holds it', async () => {
    const stream = await open()
    expect(stream.response.status).toBe(200)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('cache-control')).toBe('no-store')
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
    await jara.settle()
    const [change] = await stream.changes()
    expect(change).toEqual({ topics: ['wallet', 'transactions', 'funding'] })
    expect((await ada.wallet()).availableKobo).toBe('20250000')
  })

  it('tells of each step of an order, by its id, and of nothing else', async () => {
    const stream = await open()
    const order = await ada.withdraw(150_000n)
    await jara.pass(2_000)
    expect((await ada.order(order.id)).state).toBe('settled')
    const told = await stream.changes(4)
    for (const change of told) {
      expect(change).toEqual({ topics: ['wallet', 'transactions', 'order'], orderId: order.id })
    }
  })

  it('notifies everybody when something is suspended for everybody', async () => {
    const stream = await open()
    jara.deps.events.publish(EVERYBODY, { topics: ['installation'] })
    expect(await stream.changes()).toEqual([{ topics: ['installation'] }])
  })

  it("tells nobody about anybody else's money", async () => {
    const bola = await jara.person('Bola Ahmed')
    const his = await open(bola.cookie())
    await ada.withdraw(150_000n)
    await jara.pass(2_000)
    await bola.withdraw(150_000n)
    const told = await his.changes()
    const [hers] = await jara.database.query<{ id: string }>('select id from orders where user_id = $1', [ada.id])
    expect(told.map((each) => each.orderId)).not.toContain(hers?.id)
    await jara.pass(2_000)
  })

  it('needs a session that is not locked', async () => {
    expect(await statusOf('')).toBe(401)
    expect(await statusOf('jara=wrong')).toBe(401)
    await ada.call('POST', '/api/lock')
    expect(await statusOf()).toBe(423)
  })

  it('ends when the session locks, and may be opened again after the PIN', async () => {
    const stream = await open()
    await ada.call('POST', '/api/lock')
    expect(changesIn(await stream.read(never))).toEqual([{ topics: ['session'] }])
    await ada.unlock()
    expect(await statusOf()).toBe(200)
  })

  it('ends ten seconds after another page of the browser unlocked, and opens again with the new token', async () => {
    const [stream, before] = [await open(), ada.cookie()]
    await ada.unlock()
    jara.clock.advance(10_000)
    jara.deps.events.publish(ada.id, { topics: ['session'] })
    await stream.read(never)
    expect(await statusOf(before)).toBe(401)
    expect(await statusOf()).toBe(200)
  })

  it('ends when the person signs out', async () => {
    const stream = await open()
    await ada.call('DELETE', '/api/sessions/current')
    expect(await stream.read(never)).toContain('session')
  })

  it('does not keep a session from locking', async () => {
    const stream = await open()
    jara.clock.advance(5 * 60_000 + 1)
    jara.deps.events.publish(ada.id, { topics: ['session'] })
    await stream.read(never)
    expect((await ada.call('GET', '/api/wallet')).status).toBe(423)
  })

  it('is open six times for one person; a seventh is refused while all six are younger than half a minute', async () => {
    const opened = await Promise.all(Array.from({ length: 9 }, () => open()))
    const statuses = opened.map(({ response }) => response.status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429])
    const refused = opened.find(({ response }) => response.status === 429)?.response
    expect(await refused?.json()).toMatchObject({ error: { code: 'request.too-many', retryAfterS: 30 } })
    expect(refused?.headers.get('retry-after')).toBe('30')
    const bola = await jara.person('Bola Ahmed')
    expect(await statusOf(bola.cookie())).toBe(200)
    for (const each of streams) each.leave()
    await expect.poll(() => statusOf()).toBe(200)
  })

  it('is never kept from a person by six that may be dead: after half a minute the oldest ends', async () => {
    const oldest = await open()
    const others = await Promise.all(Array.from({ length: 5 }, () => open()))
    jara.clock.advance(29_999)
    expect(await statusOf()).toBe(429)
    jara.clock.advance(1)
    const seventh = await open()
    expect(seventh.response.status).toBe(200)
    expect(await oldest.read(never)).toBe('retry: 2000\n\n')
    jara.deps.events.publish(ada.id, { topics: ['wallet'] })
    for (const each of [...others, seventh]) expect(await each.changes()).toEqual([{ topics: ['wallet'] }])
  })

  it('gives every place back when people leave while they connect', async () => {
    for (let round = 0; round < 20; round++) {
      const leaving = new AbortController()
      const asked = fetch(`${jara.url}/api/events`, { headers: { cookie: ada.cookie() }, signal: leaving.signal })
      leaving.abort()
      await asked.catch(() => null)
    }
    await expect.poll(() => statusOf()).toBe(200)
  })
})
