import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { READER_LIMITS, type ReaderLimits } from '#server/platform/http/slow-readers.ts'
import { WEB_FILES } from '#tests/attacks/route-table.ts'
import { type Route, startWithRoutes } from '#tests/attacks/router.ts'
import { openedBy, uploadedBy } from '#tests/support/cases.ts'
import { atConsole, TOUCHED } from '#tests/support/console.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { checkList } from '#tests/support/lists.ts'
import type { Person } from '#tests/support/person.ts'
import { noise, smallPicture } from '#tests/support/pictures.ts'
import { phoneOf } from '#tests/support/purchases.ts'
import { isUnread, requestTo, stall } from '#tests/support/stalled.ts'

/** Readers who drop their connection, or keep it and read nothing. */

const MIB = 1024 * 1024
const WAITS = { interval: 10 }

/** Everything that can be requested, by the names of the ids in the addresses below. */
type Ids = Readonly<Record<'transaction' | 'batch' | 'picture' | 'asset', string>>
type Asked = { readonly by: 'customer' | 'operator'; readonly id?: keyof Ids; readonly body?: object }

const DAYS = { from: '2026-01-01', to: '2026-01-02' }

/** Every response that may be long: those without a schema for their content. */
const LONG: Readonly<Record<string, Asked>> = {
  'GET /api/events': { by: 'customer' },
  'GET /api/me/image': { by: 'customer' },
  'POST /api/me/export': { by: 'customer' },
  'POST /api/statements/csv': { by: 'customer', body: DAYS },
  'POST /api/statements/pdf': { by: 'customer', body: DAYS },
  'POST /api/transactions/:id/receipt.pdf': { by: 'customer', id: 'transaction' },
  'GET /api/batches/:id/csv': { by: 'customer', id: 'batch' },
  'GET /api/case-pictures/:id': { by: 'customer', id: 'picture' },
  'GET /api/openapi.json': { by: 'customer' },
  'GET /api/admin/case-pictures/:id': { by: 'operator', id: 'picture' },
  'POST /api/admin/reports/daily/csv': { by: 'operator', body: { day: DAYS.from } },
  'POST /api/admin/reports/daily/pdf': { by: 'operator', body: { day: DAYS.from } },
  'POST /api/admin/audit/export': { by: 'operator', body: {} },
  'GET /assets/:file': { by: 'customer', id: 'asset' },
  'GET /faq': { by: 'customer' },
}

/** Responses that are empty, one line, or a short page: no reader can make them long. */
const BRIEF = [
  /^GET \/(healthz|readyz|r\/:code)$/,
  /^GET \/api\/alerts\/unsubscribe$/,
  /^POST \/(webhooks|api\/csp-reports)/,
  /^POST \/api\/(sessions|freeze|lock|touch|password-resets|email-proofs|freeze-links|me\/email|unlock|passkeys|alerts|visitors)/,
  /^POST \/api\/admin\/(touch|lock|unlock|enrolment|recoveries|freezes|access|requests)/,
]

describe('every long response', () => {
  /** Short limits, so that a slow reader loses the connection soon. */
  const limits: ReaderLimits = { ...READER_LIMITS, stalledMs: 500, slowMs: 1_000, lookEveryMs: 20 }
  /** One concurrent request per browser. */
  const settings = { REQUESTS_AT_ONCE: '64' }
  let jara: TestJara
  let routes: readonly Route[]
  let ada: Person
  let ids: Ids
  let operatorCookie: string

  beforeAll(async () => {
    ;({ jara, routes } = await startWithRoutes('pglite', { readerLimits: limits, settings }))
    ada = await jara.person('Ada Obi')
    const order = await ada.withdraw(150_000n)
    await jara.settle()
    const picture = await uploadedBy(jara.url, ada)
    await openedBy(ada, { pictures: [picture] })
    const { transactions } = (await ada.call<TransactionsAnswer>('GET', '/api/transactions')).body
    await fetch(`${jara.url}/api/me/image`, {
      method: 'PUT',
      headers: { cookie: ada.cookie(), 'content-type': 'image/jpeg' },
      body: new Uint8Array(await smallPicture()),
    })
    // More than one page of an export.
    await jara.database.query(
      `insert into order_steps (user_id, order_id, seq, state, event, at)
       select $1, 'ord_' || n / 3, n % 3, 'held', 'send', now() from generate_series(1, 2000) as n`,
      [ada.id],
    )
    const assets = fs.readdirSync(path.join(import.meta.dirname, '../../web/dist/assets'))
    ids = {
      transaction: transactions.find((each) => each.orderId === order.id)?.id ?? '',
      batch: (await checkList(ada, `${phoneOf(9)},500`)).id,
      picture,
      asset: assets.find((file) => /^react-.*\.js$/.test(file)) ?? '',
    }
    const { browser } = await atConsole(jara, 'Mary Manager')
    const reason = { heading: 'payment', words: 'JR-7K2M-9QTX', withheld: false }
    await browser.send('POST', `/api/admin/customers/${ada.id}/open`, reason, TOUCHED)
    operatorCookie = browser.cookie()
  })
  afterAll(() => jara.close())

  const cookieOf = ({ by }: Asked) => (by === 'customer' ? ada.cookie() : operatorCookie)
  const addressOf = (name: string, { id }: Asked) => name.replace(/:\w+/, id === undefined ? '' : ids[id])
  const events = (person: Person) => requestTo('GET /api/events', { cookie: person.cookie() })
  /** A request behind an endless stream: no part of its response can be sent. */
  async function stallOn(name: string, asked: Asked, person = ada): Promise<ServerResponse & { drop(): void }> {
    const request = requestTo(addressOf(name, asked), { ...asked, cookie: cookieOf(asked) })
    const { socket, responses } = await stall(jara, [events(person), request])
    return Object.assign(responses[1] as ServerResponse, { drop: () => socket.destroy() })
  }
  async function statusOf(name: string, asked: Asked): Promise<number> {
    const [method = '', address = ''] = addressOf(name, asked).split(' ')
    const leaving = new AbortController()
    const answer = await fetch(jara.url + address, {
      method,
      headers: { cookie: cookieOf(asked), ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      signal: leaving.signal,
    })
    if (name.endsWith('/events')) leaving.abort()
    else await answer.arrayBuffer()
    return answer.status
  }

  it('is in this list, or known to be brief', () => {
    const unsaid = routes.filter(({ method, name, schema }) => {
      const isRead = method === 'GET' || method === 'POST'
      const isSaid = schema !== undefined && 'response' in schema
      return isRead && !isSaid && !BRIEF.some((each) => each.test(name)) && !(name in LONG)
    })
    const files = unsaid.filter(({ name }) => WEB_FILES.some((file) => file.test(name)))
    expect(unsaid.filter((each) => !files.includes(each)).map(({ name }) => name)).toEqual([])
    expect(Object.keys(LONG).filter((name) => !routes.some((route) => route.name === name))).toEqual([])
  })

  it.each(Object.entries(LONG))(
    'of %s holds nothing that others need while it is unread, and gives all back',
    async (name, asked) => {
      const response = await stallOn(name, asked)
      await expect.poll(() => isUnread(response), WAITS).toBe(true)
      // This browser's only allowed request, and the only possible transaction.
      expect((await ada.call('GET', '/api/wallet')).status).toBe(200)
      response.drop()
      await expect.poll(() => response.closed, WAITS).toBe(true)
      await expect.poll(() => statusOf(name, asked), WAITS).toBe(200)
    },
  )

  it('loses a reader who leaves it unread', async () => {
    const people = await Promise.all(['Bola Ahmed', 'Chidi Eze', 'Dele Ojo'].map((name) => jara.person(name)))
    const entries = Object.entries(LONG)
    const stalled = await Promise.all(
      entries.map(([name, asked], n) => stallOn(name, asked, people[n % people.length] ?? ada)),
    )
    for (const response of stalled) await expect.poll(() => response.closed, WAITS).toBe(true)
    // On a busy machine the connection may time out between two requests: then another one is opened.
    for (const [name, asked] of entries) {
      await expect.poll(() => statusOf(name, asked), { ...WAITS, message: name }).toBe(200)
    }
  })

  it('loses a reader whose buffers are full, whatever fills them', async () => {
    const asset = requestTo(`GET /assets/${ids.asset}`, { cookie: '' })
    const { responses } = await stall(
      jara,
      Array.from({ length: 60 }, () => asset),
    )
    await expect.poll(() => responses.every(({ closed }) => closed), WAITS).toBe(true)
    expect(responses.some(({ writableFinished }) => !writableFinished)).toBe(true)
  })
})

describe('a process whose readers read nothing', () => {
  const limits: ReaderLimits = { ...READER_LIMITS, ownMaxBytes: MIB, allMaxBytes: 4 * MIB, lookEveryMs: 20 }
  const STREAMS_EACH = 6
  const PEOPLE = 34
  const PICTURES_EACH = 2
  let jara: TestJara
  let people: Person[]
  beforeAll(async () => {
    jara = await startJara('pglite', { readerLimits: limits })
    people = await Promise.all(Array.from({ length: PEOPLE }, () => jara.person('Ada Obi')))
    const picture = await noise({ width: 200, height: 200 }, 'webp')
    await jara.database.query(
      `insert into profile_images (user_id, version, image, changed_at)
       select id, '0123456789abcdef', $1, $2 from users`,
      [picture, jara.clock.now()],
    )
  })
  afterAll(() => jara.close())

  it('keeps what waits for two hundred within its limit, and answers everybody else', async () => {
    const bola = await jara.person('Bola Ahmed')
    const stalled = people.flatMap((person) =>
      Array.from({ length: STREAMS_EACH }, () => {
        const cookie = person.cookie()
        const picture = requestTo('GET /api/me/image', { cookie })
        return stall(jara, [requestTo('GET /api/events', { cookie }), ...Array(PICTURES_EACH).fill(picture)])
      }),
    )
    const readers = await Promise.all(stalled)
    const responses = readers.flatMap((each) => each.responses)
    for (let n = 0; n < 20; n++) expect((await bola.call('GET', '/api/wallet')).status).toBe(200)
    const open = () => responses.filter(({ destroyed }) => !destroyed)
    const waiting = () => open().reduce((sum, { writableLength }) => sum + writableLength, 0)
    // Every response has been made, and those above the limit have been dropped.
    const isMade = (response: ServerResponse) => response.writableEnded || response.headersSent
    await expect.poll(() => open().every(isMade) && waiting() <= limits.allMaxBytes, WAITS).toBe(true)
    expect(open().length).toBeGreaterThan(0)
    expect(open().length).toBeLessThan(responses.length)
    for (const { socket } of readers) socket.destroy()
    await expect.poll(() => responses.every(({ closed }) => closed), WAITS).toBe(true)
  })

  it('drops what has waited longest of a reader who leaves too much, and nothing of anybody else', async () => {
    const [ada, bola] = people as [Person, Person]
    const events = (person: Person) => requestTo('GET /api/events', { cookie: person.cookie() })
    const picture = (person: Person) => requestTo('GET /api/me/image', { cookie: person.cookie() })
    const hers = await stall(jara, [events(bola), picture(bola)])
    const first = await stall(jara, [events(ada), ...Array(20).fill(picture(ada))])
    const last = await stall(jara, [events(ada), ...Array(20).fill(picture(ada))])
    await expect.poll(() => first.responses.every(({ closed }) => closed), WAITS).toBe(true)
    await expect.poll(() => last.responses.filter(({ writableEnded }) => writableEnded).length, WAITS).toBe(20)
    expect([...last.responses, ...hers.responses].filter(({ destroyed }) => destroyed)).toEqual([])
    for (const { socket } of [hers, last]) socket.destroy()
    await expect.poll(() => [...last.responses, ...hers.responses].every(({ closed }) => closed), WAITS).toBe(true)
  })

  it('keeps little of what a seller’s lists tell a page, and no lock of its session ends the process', async () => {
    const ada = await jara.person('Ada Obi')
    const { responses } = await stall(jara, [requestTo('GET /api/events', { cookie: ada.cookie() })])
    const [stream] = responses as [ServerResponse]
    let mostBytes = 0
    // Repeats until the network's own buffers are full: some hundred sales, each with its steps.
    while (!isUnread(stream)) {
      for (let n = 0; n < 200; n++) {
        const orderId = `ord_${String(n).padStart(35, '0')}`
        jara.deps.events.publish(ada.id, { topics: ['wallet', 'transactions', 'order'], orderId })
      }
      mostBytes = Math.max(mostBytes, stream.writableLength)
      await new Promise(setImmediate)
    }
    for (let n = 0; n < 5_000; n++) jara.deps.events.publish(ada.id, { topics: ['wallet'] })
    mostBytes = Math.max(mostBytes, stream.writableLength)
    expect(mostBytes).toBeLessThan(80 * 1024)
    expect((await ada.call('POST', '/api/lock')).status).toBe(204)
    jara.deps.events.publish(ada.id, { topics: ['session'] })
    await expect.poll(() => stream.closed, WAITS).toBe(true)
    expect((await ada.unlock()).status).toBe(204)
  })

  it('writes nothing more to a stream that was ended', async () => {
    const ada = await jara.person('Ada Obi')
    const { socket, responses } = await stall(jara, [
      requestTo('GET /api/openapi.json', { cookie: '' }),
      requestTo('GET /api/events', { cookie: ada.cookie() }),
    ])
    const stream = responses[1] as ServerResponse
    await expect.poll(() => stream.headersSent, WAITS).toBe(true)
    await ada.call('POST', '/api/lock')
    await expect.poll(() => stream.writableEnded, WAITS).toBe(true)
    const written = stream.writableLength
    jara.deps.events.publish(ada.id, { topics: ['wallet'] })
    expect(stream.writableLength).toBe(written)
    socket.destroy()
    await expect.poll(() => stream.closed, WAITS).toBe(true)
    expect((await ada.unlock()).status).toBe(204)
  })
})
