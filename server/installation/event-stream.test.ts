import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EVERYBODY } from '#server/platform/events.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'

describe.each(featureDatabases)('the stream of changes on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let streams: AbortController[]

  beforeEach(async () => {
    streams = []
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(async () => {
    for (const each of streams) each.abort()
    await jara.close()
  })

  /** Opens the stream as a page does. */
  async function open(cookie = ada.cookie()): Promise<Response> {
    const abort = new AbortController()
    streams.push(abort)
    return await fetch(`${jara.url}/api/events`, { headers: { cookie }, signal: abort.signal })
  }

  /** Reads until the text so far fulfils `enough`, or the stream ends. */
  async function read(answer: Response, enough: (text: string) => boolean): Promise<string> {
    const reader = answer.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    while (reader !== undefined && !enough(text)) {
      const { value, done } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
    }
    reader?.releaseLock()
    return text
  }

  const changes = (text: string) =>
    [...text.matchAll(/event: change\ndata: (.*)\n\n/g)].map((match) => JSON.parse(match[1] ?? ''))
  const hasChange = (text: string) => changes(text).length > 0
  const never = () => false

  it('tells after a deposit was credited, and then the wallet holds it', async () => {
    const stream = await open()
    expect(stream.status).toBe(200)
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers.get('cache-control')).toBe('no-store')
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
    await jara.settle()
    const [change] = changes(await read(stream, hasChange))
    expect(change).toEqual({ topics: ['wallet', 'transactions', 'funding'] })
    expect((await ada.wallet()).availableKobo).toBe('20250000')
  })

  it('tells of each step of an order, by its id, and of nothing else', async () => {
    const stream = await open()
    const order = await ada.withdraw(150_000n)
    await jara.pass(2_000)
    expect((await ada.order(order.id)).state).toBe('settled')
    const told = changes(await read(stream, (text) => changes(text).length >= 4))
    for (const change of told) {
      expect(change).toEqual({ topics: ['wallet', 'transactions', 'order'], orderId: order.id })
    }
  })

  it('notifies everybody when something is suspended for everybody', async () => {
    const stream = await open()
    jara.deps.events.publish(EVERYBODY, { topics: ['installation'] })
    expect(changes(await read(stream, hasChange))).toEqual([{ topics: ['installation'] }])
  })

  it("tells nobody about anybody else's money", async () => {
    const bola = await jara.person('Bola Ahmed')
    const his = await open(bola.cookie())
    await ada.withdraw(150_000n)
    await jara.pass(2_000)
    await bola.withdraw(150_000n)
    const told = changes(await read(his, hasChange))
    const [hers] = await jara.database.query<{ id: string }>('select id from orders where user_id = $1', [ada.id])
    expect(told.map((each) => each.orderId)).not.toContain(hers?.id)
    await jara.pass(2_000)
  })

  it('needs a session that is not locked', async () => {
    expect((await open('')).status).toBe(401)
    expect((await open('jara=wrong')).status).toBe(401)
    await ada.call('POST', '/api/lock')
    expect((await open()).status).toBe(423)
  })

  it('ends when the session locks, and may be opened again after the PIN', async () => {
    const stream = await open()
    await ada.call('POST', '/api/lock')
    expect(changes(await read(stream, never))).toEqual([{ topics: ['session'] }])
    await ada.unlock()
    expect((await open()).status).toBe(200)
  })

  it('ends ten seconds after another page of the browser unlocked, and opens again with the new token', async () => {
    const [stream, before] = [await open(), ada.cookie()]
    await ada.unlock()
    jara.clock.advance(10_000)
    jara.deps.events.publish(ada.id, { topics: ['session'] })
    await read(stream, never)
    expect((await open(before)).status).toBe(401)
    expect((await open()).status).toBe(200)
  })

  it('ends when the person signs out', async () => {
    const stream = await open()
    await ada.call('DELETE', '/api/sessions/current')
    expect(await read(stream, never)).toContain('session')
  })

  it('does not keep a session from locking', async () => {
    const stream = await open()
    jara.clock.advance(5 * 60_000 + 1)
    jara.deps.events.publish(ada.id, { topics: ['session'] })
    await read(stream, never)
    expect((await ada.call('GET', '/api/wallet')).status).toBe(423)
  })

  it('is open six times at most for one person, and a closed one makes room', async () => {
    const opened = await Promise.all(Array.from({ length: 9 }, () => open()))
    expect(opened.map((each) => each.status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429])
    const refused = opened.find((each) => each.status === 429)
    expect(await refused?.json()).toMatchObject({ error: { code: 'request.too-many', retryAfterS: 30 } })
    expect(refused?.headers.get('retry-after')).toBe('30')
    const bola = await jara.person('Bola Ahmed')
    expect((await open(bola.cookie())).status).toBe(200)
    for (const each of streams) each.abort()
    await expect.poll(async () => (await open()).status).toBe(200)
  })

  it('gives every place back when people leave while they connect', async () => {
    for (let round = 0; round < 20; round++) {
      const leaving = open().catch(() => null)
      streams.at(-1)?.abort()
      await leaving
    }
    await expect.poll(async () => (await open()).status).toBe(200)
  })
})
