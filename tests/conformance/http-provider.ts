import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/log.ts'
import { BREAKER_FAILURES_MAX, BREAKER_PAUSE_MS } from '#server/providers/breaker.ts'
import { handClock, json, memoryLog, type Reaction, raw, type Stub, startStub } from './http-stub.ts'

type Call<Provider> = (provider: Provider) => Promise<{ outcome: string; cause?: string }>
type Timeouts = { readMs: number; listMs: number; writeMs: number; sendMs: number }

/** A provider that is called over HTTP, reduced to what the claims need. Paths are relative to its base URL. */
export type HttpProvider<Provider> = {
  adapter(baseUrl: string, options?: { clock?: Clock; log?: Logger; timeouts?: Timeouts }): Provider
  readonly calls: Readonly<Record<string, Call<Provider>>>
  /** The POST that sends money. */
  readonly send: Call<Provider>
  readonly sendPath: string
  readonly verify: Call<Provider>
  readonly verifyPath: string
  /** Calls that a person waits for, but nothing depends on. */
  readonly lookUps: readonly string[]
  /** The body that tells `send` and `verify` that it is done. */
  readonly done: object
  /** The body that tells `send` that nothing was done, for good. */
  readonly refusal: object
  /** The body that tells `balance` 5 kobo. */
  readonly fiveKobo: object
  /** Other replies to `send`: refusals, and unknown words. */
  readonly answers: readonly Reaction[]
  /** Faults that only this provider can have. */
  readonly breakages: readonly [string, Reaction][]
  /** All secret and personal values in one text, replies that contain it, and what they must not leave behind. */
  readonly canary: string
  readonly leaks: readonly Reaction[]
  readonly leaked: RegExp
}

type Adapter = { available(): boolean; balance(): Promise<{ outcome: string; cause?: string }> }

/** Nested fifty thousand levels deep. */
export const DEEP_JSON = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

const SHORT_MS = 150
const SHORT: Timeouts = { readMs: SHORT_MS, listMs: SHORT_MS, writeMs: SHORT_MS, sendMs: SHORT_MS }

/** Every way in which the network can break a reply, even one that would have been conclusive. */
function breakagesOf({ done, refusal }: { done: object; refusal: object }): [string, Reaction][] {
  const text = JSON.stringify(done)
  const cutOff: Reaction = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length + 1) })
    response.write(text, () => response.destroy())
  }
  return [
    ['a 502 with HTML', raw(502, '<html><h1>Bad gateway</h1></html>', 'text/html')],
    ['a 200 with HTML', raw(200, '<html>Welcome to the hotel network</html>', 'text/html')],
    ['a 400 with HTML', raw(400, '<html>Bad request</html>', 'text/html')],
    ['a 500 that names a refusal', json(500, refusal)],
    ['a 503 that claims success', json(503, done)],
    ['a rate limit that names a refusal', json(429, refusal)],
    ['a 408 that names a refusal', json(408, refusal)],
    ['a misdirected request', json(421, refusal)],
    ['an empty body', raw(200, '')],
    ['a 204', (response) => response.writeHead(204).end()],
    ['cut JSON', raw(200, text.slice(0, -2))],
    ['JSON cut off by a broken connection', cutOff],
    ['a reset', (response) => response.socket?.resetAndDestroy()],
    ['a connection closed without a word', (response) => response.destroy()],
    ['a redirect', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
    ['a redirect that claims success', json(302, done)],
    ['JSON that is not an envelope', json(200, [1, 2, 3])],
    ['null', json(200, null)],
    ['text', json(200, 'delivered')],
    ['an empty object', json(200, {})],
    ['a 404 without an envelope', json(404, { error: 'no such route' })],
    ['20 MB', raw(200, JSON.stringify({ ...done, more: 'x'.repeat(20 * 1024 * 1024) }))],
    ['headers without end', (response) => response.writeHead(200, { 'x-long': 'y'.repeat(40_000) }).end('{}')],
    ['bytes that are not HTTP', (response) => response.socket?.end('hello\r\n\r\n')],
  ]
}

/** What every adapter over HTTP must do: no broken reply may pass as conclusive, throw, hang or leak. */
export function claimsOfHttpProvider<Provider extends Adapter>(name: string, of: HttpProvider<Provider>): void {
  describe(`${name} over HTTP`, () => {
    let stub: Stub
    beforeEach(async () => {
      stub = await startStub()
    })
    afterEach(() => stub.close())

    const callNames = Object.keys(of.calls)
    const allUnknown = Object.fromEntries(callNames.map((each) => [each, 'unknown']))

    /** Uses a new adapter for each call, so that no circuit breaker skips one. */
    async function outcomes(options = {}): Promise<Record<string, string>> {
      const found: Record<string, string> = {}
      for (const [each, call] of Object.entries(of.calls)) {
        found[each] = (await call(of.adapter(stub.baseUrl, options))).outcome
      }
      return found
    }

    test.each([...breakagesOf(of), ...of.breakages])(
      '%s leaves every call unknown, and nothing is asked twice',
      async (_, reaction) => {
        stub.reaction = reaction
        expect(await outcomes()).toEqual(allUnknown)
        expect(stub.seen).toHaveLength(callNames.length)
      },
    )

    test('a provider that never answers leaves every call unknown within its timeout', async () => {
      stub.reaction = () => undefined
      const started = performance.now()
      expect(await outcomes({ timeouts: SHORT })).toEqual(allUnknown)
      expect(performance.now() - started).toBeLessThan(SHORT_MS * callNames.length + 2_000)
    })

    test('a provider that never stops answering leaves every call unknown within its timeout', async () => {
      stub.reaction = (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      }
      expect(await outcomes({ timeouts: SHORT })).toEqual(allUnknown)
    })

    test('a port where nobody listens leaves every call unknown', async () => {
      await stub.close()
      expect(await outcomes()).toEqual(allUnknown)
      stub = await startStub()
    })

    test('a redirect says so, and nobody follows it', async () => {
      stub.reaction = (response) => response.writeHead(302, { location: '/balance' }).end(JSON.stringify(of.fiveKobo))
      expect(await of.adapter(stub.baseUrl).balance()).toEqual({
        outcome: 'unknown',
        cause: 'http 302: redirects are refused',
      })
      expect(stub.seen).toHaveLength(1)
    })

    test('a GET on a kept connection that has just been closed is asked once more, a POST has its own connection', async () => {
      let isClosing = false
      stub.reaction = (response, seen) => {
        if (isClosing && seen.method === 'GET') {
          isClosing = false
          response.socket?.resetAndDestroy()
        } else json(200, of.fiveKobo)(response, seen)
      }
      const provider = of.adapter(stub.baseUrl)
      expect(await provider.balance()).toEqual({ outcome: 'succeeded', value: { balanceKobo: 5n } })
      isClosing = true
      expect(await provider.balance()).toEqual({ outcome: 'succeeded', value: { balanceKobo: 5n } })
      expect(stub.seen).toHaveLength(3)
      await of.send(provider)
      expect(stub.seen.at(-1)).toMatchObject({ method: 'POST', url: of.sendPath, headers: { connection: 'close' } })
    })

    test('causes, messages and log lines name neither a key nor anything about a customer', async () => {
      const log = memoryLog()
      const answers: unknown[] = []
      for (const reaction of [...of.leaks, raw(200, of.canary), raw(302, of.canary), destroy]) {
        stub.reaction = reaction
        for (const call of Object.values(of.calls)) answers.push(await call(of.adapter(stub.baseUrl, { log })))
      }
      expect(of.canary).toMatch(of.leaked)
      expect(log.lines.length).toBeGreaterThanOrEqual(answers.length)
      expect(JSON.stringify(answers) + log.lines.join('\n')).not.toMatch(of.leaked)
    })

    test('is unavailable after five failures in a row, and available again after an answer', async () => {
      const clock = handClock()
      const provider = of.adapter(stub.baseUrl, { clock })
      stub.reaction = raw(502, 'x')
      for (let i = 1; i < BREAKER_FAILURES_MAX; i++) await provider.balance()
      expect(provider.available()).toBe(true)
      await provider.balance()
      expect(provider.available()).toBe(false)
      clock.advance(BREAKER_PAUSE_MS)
      expect(provider.available()).toBe(true)
      stub.reaction = json(200, of.fiveKobo)
      await provider.balance()
      expect(provider.available()).toBe(true)
    })

    test('refusals and unknown words are answers: they never make it unavailable', async () => {
      const provider = of.adapter(stub.baseUrl)
      for (const answer of of.answers) {
        stub.reaction = answer
        for (let i = 0; i < BREAKER_FAILURES_MAX * 2; i++) await of.send(provider)
      }
      expect(provider.available()).toBe(true)
    })

    test('money out that goes unanswered makes it unavailable although everything else is answered', async () => {
      const clock = handClock()
      const provider = of.adapter(stub.baseUrl, { clock })
      stub.reaction = (response, seen) => {
        const answer = json(200, seen.url === '/balance' ? of.fiveKobo : of.done)
        return (seen.url === of.sendPath ? raw(504, 'x') : answer)(response, seen)
      }
      for (let i = 0; i < BREAKER_FAILURES_MAX; i++) {
        await of.send(provider)
        expect(await of.verify(provider)).toMatchObject({ outcome: 'succeeded' })
        expect(await provider.balance()).toMatchObject({ outcome: 'succeeded' })
      }
      expect(provider.available()).toBe(false)
      clock.advance(BREAKER_PAUSE_MS)
      expect(provider.available()).toBe(true)
    })

    test('while unavailable, money out and verifications are still asked, names and lists are not', async () => {
      const provider = of.adapter(stub.baseUrl)
      stub.reaction = raw(502, 'x')
      for (let i = 0; i < BREAKER_FAILURES_MAX; i++) await provider.balance()
      stub.seen.length = 0
      for (const each of of.lookUps) {
        expect(await of.calls[each]?.(provider)).toEqual({ outcome: 'unknown', cause: 'not asked: no answers lately' })
      }
      expect(stub.seen).toEqual([])
      await of.send(provider)
      await of.verify(provider)
      expect(stub.seen.map(({ url }) => url)).toEqual([of.sendPath, of.verifyPath])
    })
  })
}

const destroy: Reaction = (response) => response.destroy()
