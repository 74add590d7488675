import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { hashToken } from '#server/identity/sessions/session-cookie.ts'
import { createLog } from '#server/platform/log.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { PASSWORD, type Person, RECIPIENT, type Refusal } from '#tests/support/person.ts'

const PLACES = 128
/** Of 128 places: two per browser, and 32 of a browser's requests may wait. */
const SHARE = 2
const MAY_WAIT = 32

/** Waits until it is true, however busy the machine is. */
const soon = <T>(isSo: () => T) => vi.waitFor(isSo, { timeout: 90_000, interval: 10 })

describe(`a process that works on ${PLACES} requests at once`, () => {
  let jara: TestJara
  let ada: Person
  let gate: PromiseWithResolvers<void>
  let log = ''
  const sockets: Socket[] = []

  beforeEach(async () => {
    log = ''
    const logger = createLog('warn', {
      write(line) {
        log += line
      },
    })
    jara = await startJara('pglite', { log: logger, settings: { REQUESTS_AT_ONCE: String(PLACES) } })
    ada = await jara.person('Ada Obi')
    gate = Promise.withResolvers<void>()
  })
  afterEach(async () => {
    gate.resolve()
    vi.restoreAllMocks()
    for (const socket of sockets.splice(0)) socket.destroy()
    await jara.close()
  })

  const hostOf = () => new URL(jara.url).host
  const tokenOf = (n: number) => String(n).padStart(43, 'A')
  const wallet = (cookie: string, signal?: AbortSignal) =>
    fetch(`${jara.url}/api/wallet`, { headers: { cookie }, ...(signal === undefined ? {} : { signal }) })

  /** Holds requests with one of these unknown tokens until the gate opens. Returns how many have come so far. */
  function hold(tokens: readonly string[]): () => number {
    const hashes = new Set(tokens.map((token) => Buffer.from(hashToken(token)).toString('hex')))
    const isOne = (each: unknown) => each instanceof Uint8Array && hashes.has(Buffer.from(each).toString('hex'))
    holdWhere((_, params) => params.some((each) => Array.isArray(each) && each.some(isOne)))
    let come = 0
    jara.app.server.on('request', ({ headers }: IncomingMessage) => {
      if (tokens.some((token) => headers.cookie?.includes(token))) come++
    })
    return () => come
  }

  /** The same for one person's reads of their history, which are not batched. */
  const holdHistoryOf = ({ id }: Person) =>
    holdWhere((text, params) => text.includes(' from transactions where user_id = $1 ') && params[0] === id)

  function holdWhere(isHeld: (text: string, params: readonly unknown[]) => boolean): () => number {
    const query = jara.deps.database.query.bind(jara.deps.database)
    let held = 0
    const queryWhenOpen = async <Row>(text: string, params: readonly unknown[] = []) => {
      if (isHeld(text, params)) {
        held++
        await gate.promise
      }
      return await query<Row>(text, params)
    }
    vi.spyOn(jara.deps.database, 'query').mockImplementation(queryWhenOpen)
    return () => held
  }

  /** Fills every place with a request, each from another browser, until the gate opens. */
  async function fill(signal?: AbortSignal): Promise<{ answers(): Promise<Response[]> }> {
    const tokens = Array.from({ length: PLACES }, (_, n) => tokenOf(n))
    const come = hold(tokens)
    const sent = tokens.map((token) => wallet(`jara=${token}`, signal))
    await soon(() => expect(come()).toBe(PLACES))
    return { answers: () => Promise.all(sent) }
  }

  /** Sends raw bytes and returns what comes back until it matches `enough`. */
  async function send(bytes: string, enough: RegExp): Promise<string> {
    const { hostname, port } = new URL(jara.url)
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.write(bytes)
    let text = ''
    for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += chunk
      if (enough.test(text)) break
    }
    return text
  }

  it('refuses the next one in the one shape, with the headers of every answer, and takes the one after an end', async () => {
    const sent = await fill()
    const refused = await wallet(ada.cookie())
    expect(refused.status).toBe(503)
    const retryAfterS = Number(refused.headers.get('retry-after'))
    expect([1, 2, 3]).toContain(retryAfterS)
    expect(await refused.json()).toEqual({
      error: {
        code: 'server.busy',
        message: ERRORS['server.busy'].message,
        id: expect.stringMatching(/^[\w-]{12}$/),
        retryAfterS,
      },
    })
    gate.resolve()
    for (const answer of await sent.answers()) expect(answer.status).toBe(401)
    const taken = await wallet(ada.cookie())
    expect(taken.status).toBe(200)
    for (const name of taken.headers.keys()) {
      if (!/^(?:x-ratelimit-.*|date)$/.test(name)) expect([...refused.headers.keys()]).toContain(name)
    }
    expect(refused.headers.get('content-security-policy')).toBe(taken.headers.get('content-security-policy'))
  })

  it('refuses on the head alone: no body is waited for', async () => {
    await fill()
    const head = `POST /api/orders HTTP/1.1\r\nhost: ${hostOf()}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`
    expect(await send(head, /\}\}$/)).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
  })

  it('answers health checks, pages and webhooks all the same', async () => {
    await fill()
    const statusOf = async (path: string, init?: RequestInit) => (await fetch(jara.url + path, init)).status
    expect(await statusOf('/healthz')).toBe(200)
    expect(await statusOf('/readyz')).toBe(200)
    expect(await statusOf('/robots.txt')).not.toBe(503)
    // 401: it was read, and is unsigned.
    expect(await statusOf('/webhooks/paystack', { method: 'POST', body: '{}' })).toBe(401)
  })

  it('says in the log how many it refused, in one line a second', async () => {
    await fill()
    for (let time = 0; time < 5; time++) await wallet(ada.cookie())
    jara.clock.advance(1_000)
    await wallet(ada.cookie())
    const lines = log.split('\n').filter((line) => line.includes('too much at once'))
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ busy: 1, tooMany: 0 }),
      expect.objectContaining({ busy: 5, tooMany: 0 }),
    ])
  })

  it('counts work whose caller has gone until it ends, and not after', async () => {
    const caller = new AbortController()
    const sent = await fill(caller.signal)
    caller.abort()
    await expect(sent.answers()).rejects.toThrow('abort')
    expect((await wallet(ada.cookie())).status).toBe(503)
    gate.resolve()
    await soon(async () => expect((await wallet(ada.cookie())).status).toBe(200))
  })

  it('gives no place to a body that is still arriving', async () => {
    const head = `POST /api/sessions HTTP/1.1\r\nhost: ${hostOf()}\r\nexpect: 100-continue\r\ncontent-type: application/json\r\n`
    for (let n = 0; n < PLACES + 1; n++) {
      // The server has started on it: it asks for the body.
      expect(await send(`${head}content-length: 100\r\n\r\n{`, /\r\n\r\n$/)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    }
    expect((await wallet(ada.cookie())).status).toBe(200)
    expect((await fetch(`${jara.url}/api/installation`)).status).toBe(200)
  })

  it('gives no place to a picture that is still arriving', async () => {
    const head = `PUT /api/me/image HTTP/1.1\r\nhost: ${hostOf()}\r\nexpect: 100-continue\r\ncookie: ${ada.cookie()}\r\n`
    for (let n = 0; n <= SHARE; n++) {
      const asked = `${head}content-type: image/jpeg\r\ncontent-length: 100\r\n\r\n\xff`
      expect(await send(asked, /\r\n\r\n$/)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    }
    expect((await wallet(ada.cookie())).status).toBe(200)
  })

  it('gives no place to streams that are open', async () => {
    const closing = new AbortController()
    const open = () => fetch(`${jara.url}/api/events`, { headers: { cookie: ada.cookie() }, signal: closing.signal })
    for (let n = 0; n <= SHARE; n++) expect((await open()).status).toBe(200)
    expect((await wallet(ada.cookie())).status).toBe(200)
    closing.abort()
  })

  it('lets one browser have its share and some wait, refuses the rest of it, and keeps nobody else waiting', async () => {
    const bola = await jara.person('Bola Ahmed')
    const held = holdHistoryOf(ada)
    const history = (cookie: string) => fetch(`${jara.url}/api/transactions?kind=deposit`, { headers: { cookie } })
    const statuses: number[] = []
    const sent = Array.from({ length: SHARE + MAY_WAIT + 1 }, async () => {
      const answer = await history(ada.cookie())
      statuses.push(answer.status)
      return answer
    })
    // The last to arrive is refused at once, the waiting ones at their timeout.
    await soon(() => expect(statuses).toContain(429))
    expect(held()).toBe(SHARE)
    expect((await history(bola.cookie())).status).toBe(200)
    expect((await wallet(bola.cookie())).status).toBe(200)
    expect((await fetch(`${jara.url}/api/installation`)).status).toBe(200)
    await soon(() => expect(statuses).toHaveLength(MAY_WAIT + 1))
    gate.resolve()
    const answers = await Promise.all(sent)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(SHARE)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(MAY_WAIT + 1)
    for (const answer of refused) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(((await answer.json()) as Refusal).error.code).toBe('request.too-many')
    }
  })

  it('answers balance, history and sign-in while a provider is silent and everybody asks it', async () => {
    const bola = await jara.person('Bola Ahmed')
    let asked = 0
    vi.spyOn(jara.payments, 'resolveAccount').mockImplementation(async () => {
      asked++
      await gate.promise
      return { outcome: 'unknown', cause: 'silence' }
    })
    // Each browser may have one such request in work; her others only wait.
    const statuses: number[] = []
    const hers = Array.from({ length: 1 + MAY_WAIT }, async () => {
      statuses.push((await ada.call('POST', '/api/banks/resolve', RECIPIENT)).status)
    })
    await soon(() => expect(asked).toBe(1))
    for (const person of [ada, bola]) {
      expect((await person.call('GET', '/api/wallet')).status).toBe(200)
      expect((await person.call('GET', '/api/transactions')).status).toBe(200)
      const signedIn = await fetch(`${jara.url}/api/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          email: person.email,
          password: PASSWORD,
          device: { publicKey: person.device.publicKey },
        }),
      })
      expect(signedIn.status).toBeLessThan(300)
    }
    await soon(() => expect(statuses).toEqual(Array(MAY_WAIT).fill(429)))
    expect(asked).toBe(1)
    gate.resolve()
    await Promise.all(hers)
  })
})

describe('a process in which everybody asks a silent provider', () => {
  it('keeps half of its slots for everything else', async () => {
    const jara = await startJara('pglite', { settings: { REQUESTS_AT_ONCE: '16' } })
    const people: Person[] = []
    for (let n = 0; n < 9; n++) people.push(await jara.person(`Person ${'ABCDEFGHI'[n]}`))
    const gate = Promise.withResolvers<void>()
    let asked = 0
    vi.spyOn(jara.payments, 'resolveAccount').mockImplementation(async () => {
      asked++
      await gate.promise
      return { outcome: 'unknown', cause: 'silence' }
    })
    const [last, ...others] = people
    const sent = others.map((person) => person.call('POST', '/api/banks/resolve', RECIPIENT))
    await soon(() => expect(asked).toBe(8))
    const refused = await last?.call('POST', '/api/banks/resolve', RECIPIENT)
    expect(refused?.status).toBe(503)
    expect(refused?.body.error.code).toBe('server.busy')
    expect((await last?.call('GET', '/api/wallet'))?.status).toBe(200)
    expect((await last?.call('GET', '/api/transactions'))?.status).toBe(200)
    expect((await fetch(`${jara.url}/api/installation`)).status).toBe(200)
    gate.resolve()
    await Promise.all(sent)
    vi.restoreAllMocks()
    await jara.close()
  })
})
