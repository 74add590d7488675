import { createECDH, createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PUSH_LIFETIME_MS, PUSH_RETRY_AFTER_MAX_MS } from '#contract/push-limits.ts'
import { decryptMessage } from '#sandbox/push/browser.ts'
import { scheduleReEncryption } from '#server/installation/re-encrypt-secrets.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { ensureInstallationSecret } from '#server/platform/crypto/secret-change.ts'
import { type Accounts, newPerson, type Person, startAccounts } from '#tests/support/accounts.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { alertFor, bodyOf, type PushWorld, readPush, startPushWorld, turnPushOn } from '#tests/support/push.ts'
import { postPush, readRetryAfter } from './post-push.ts'
import { readPushKeys } from './push-keys.ts'
import { sendPush } from './send-push.ts'
import { newVapidKeys, preparePush } from './web-push.ts'

const [OLD, NEW] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]

describe.each(featureDatabases)('an alert by push on %s', (kind) => {
  let fresh: FreshDatabase
  let accounts: Accounts
  let world: PushWorld
  let ada: Person
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    world = await startPushWorld(() => accounts.clock.now())
    accounts = await startAccounts(fresh.database, { SANDBOX_PORT: String(world.port) })
  })
  afterAll(async () => {
    await world.close()
    await fresh.drop()
  })
  beforeEach(async () => {
    ada = await newPerson(accounts)
  })
  afterEach(() => world.control.reset())
  const send = (over: Parameters<typeof alertFor>[1] = {}) => sendPush(accounts.deps, alertFor(ada, over))
  const shown = async ({ id }: { id: string }) =>
    (await world.control.pushMessages(id)).map(({ text }) => JSON.parse(text ?? 'null'))
  const fault = (name: string, over: { count?: number; delayMs?: number } = {}) =>
    world.control.fault({ provider: 'push', operation: 'send', fault: name, ...over })
  const lastSentAt = async () => (await readPush(ada.browser)).subscriptions[0]?.lastSentAt

  test('goes to nobody who has it nowhere', async () => {
    expect(await send()).toBe('off')
  })

  test('is encrypted for the browser, signed by this installation, and holds what is shown and nothing else', async () => {
    const { there } = await turnPushOn(ada, world.control)
    expect(await send()).toBe('sent')
    const [message] = await world.control.pushMessages(there.id)
    expect(message).toMatchObject({ ttlS: PUSH_LIFETIME_MS / 1_000, urgency: 'high' })
    expect(message?.topic).toMatch(/^[\w-]{32}$/)
    expect(JSON.parse(message?.text ?? '')).toEqual({
      id: 'alr_1',
      tag: message?.topic,
      seq: 1,
      title: 'Transfer completed',
      body: 'To A. O., ****6784.',
      url: '/history/ord_1?from=alert',
      at: '2026-11-21T11:00:00.000Z',
    })
    expect(await lastSentAt()).toBe(accounts.clock.now().toISOString())
  })

  test('goes to each browser of the person', async () => {
    const browsers = [await turnPushOn(ada, world.control), await turnPushOn(ada, world.control)]
    expect(await send()).toBe('sent')
    expect(await Promise.all(browsers.map(({ there }) => shown(there)))).toMatchObject([[{ seq: 1 }], [{ seq: 1 }]])
  })

  test('replaces the one before about the same order, and no other', async () => {
    const { there } = await turnPushOn(ada, world.control)
    await send({ seq: 1 })
    await send({ seq: 1, subjectId: 'ord_2' })
    await send({ seq: 2 })
    expect(await shown(there)).toMatchObject([{ seq: 2 }, { seq: 1 }])
  })

  test('about one order of two people has two topics, which say nothing of either', async () => {
    const obi = await newPerson(accounts)
    const [{ there: hers }, { there: his }] = [
      await turnPushOn(ada, world.control),
      await turnPushOn(obi, world.control),
    ]
    await send()
    await sendPush(accounts.deps, alertFor(obi))
    const topics = await Promise.all(
      [hers, his].map(async ({ id }) => (await world.control.pushMessages(id))[0]?.topic),
    )
    expect(new Set(topics).size).toBe(2)
  })

  test('expires when its browser stays away', async () => {
    const { there } = await turnPushOn(ada, world.control)
    await send()
    accounts.clock.advance(PUSH_LIFETIME_MS)
    expect(await shown(there)).toEqual([])
  })

  test('is sent again after a lost answer, and the browser knows it by its tag and number', async () => {
    const { there } = await turnPushOn(ada, world.control)
    await fault('accept-then-drop')
    expect([await send(), await send()]).toEqual(['later', 'sent'])
    expect(await shown(there)).toMatchObject([{ id: 'alr_1', seq: 1 }])
  })

  test.each(['down', 'accept-then-drop'])('waits while the push service is %s', async (name) => {
    const { id } = await turnPushOn(ada, world.control)
    await fault(name)
    expect(await send()).toBe('later')
    expect((await readPush(ada.browser)).subscriptions.map((each) => each.id)).toEqual([id])
  })

  test('waits as long as the push service asks, and sends nothing meanwhile', async () => {
    const { there } = await turnPushOn(ada, world.control)
    await fault('rate-limited', { delayMs: 120_000 })
    expect(await send()).toBe('later')
    accounts.clock.advance(119_999)
    expect(await send()).toBe('later')
    expect(await shown(there)).toEqual([])
    accounts.clock.advance(1)
    expect(await send()).toBe('sent')
  })

  test('waits an hour at most', async () => {
    await turnPushOn(ada, world.control)
    await fault('rate-limited', { delayMs: 48 * PUSH_RETRY_AFTER_MAX_MS })
    expect(await send()).toBe('later')
    accounts.clock.advance(PUSH_RETRY_AFTER_MAX_MS)
    expect(await send()).toBe('sent')
  })

  test('a browser that left is written to no more, and says since when; the others get it', async () => {
    const [first, second] = [await turnPushOn(ada, world.control), await turnPushOn(ada, world.control)]
    await fault('gone')
    expect(await send()).toBe('sent')
    const endedAt = accounts.clock.now().toISOString()
    const { subscriptions } = await readPush(ada.browser)
    expect(subscriptions.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted())
    expect(subscriptions.map((each) => each.endedAt).toSorted()).toEqual([endedAt, null])
    accounts.clock.advance(60_000)
    await fault('gone')
    expect([await send(), await send()]).toEqual(['off', 'off'])
    expect((await readPush(ada.browser)).subscriptions.map((each) => each.endedAt)).toContain(endedAt)
  })

  test('a browser that left and is turned on again gets it, and what it had before is no longer listed', async () => {
    await turnPushOn(ada, world.control)
    await fault('gone')
    expect(await send()).toBe('off')
    const { id, there } = await turnPushOn(ada, world.control)
    expect(await send()).toBe('sent')
    expect(await shown(there)).toHaveLength(1)
    expect((await readPush(ada.browser)).subscriptions).toMatchObject([{ id, endedAt: null }])
  })

  test('a browser that comes back under the same address is reached again', async () => {
    const { id, there } = await turnPushOn(ada, world.control)
    await fault('gone')
    expect(await send()).toBe('off')
    const again = await ada.browser.send('POST', '/api/push', bodyOf(there))
    expect(again.json().subscription).toMatchObject({ id, endedAt: null })
  })

  test('one that the push service refuses is given up, and the browser stays', async () => {
    const { id } = await turnPushOn(ada, world.control)
    await fault('refuse')
    expect(await send()).toBe('given-up')
    expect((await readPush(ada.browser)).subscriptions.map((each) => each.id)).toEqual([id])
    expect(await fresh.database.query('select 1 from alarms')).toEqual([])
  })

  test('one that is too long is given up without a request', async () => {
    const { there } = await turnPushOn(ada, world.control)
    expect(await send({ body: 'a'.repeat(4_096) })).toBe('given-up')
    expect(await shown(there)).toEqual([])
  })

  test('one for a browser that subscribed for another key is given up', async () => {
    const there = await world.control.subscribe(newVapidKeys().publicKey)
    await ada.browser.send('POST', '/api/push', bodyOf(there))
    expect(await send()).toBe('given-up')
  })

  test('is in the log without the address, the text and any key', async () => {
    const { there } = await turnPushOn(ada, world.control)
    const { publicKey, privateKey } = await readPushKeys(accounts.deps)
    for (const name of ['down', 'rate-limited', 'refuse', 'gone']) {
      await fault(name)
      await send()
    }
    const lines = accounts.logLines.join('')
    expect(lines).toContain('a push service did not take an alert')
    for (const secret of [
      there.endpoint,
      there.id,
      there.keys.auth,
      publicKey,
      privateKey,
      'Transfer completed',
      'A. O.',
    ]) {
      expect(lines).not.toContain(secret)
    }
  })
})

describe.each(featureDatabases)('after a change of the secret on %s', (kind) => {
  test('push goes on with the same keys, and a browser still belongs to one account', async () => {
    const fresh = await freshDatabase(kind)
    let accounts: Accounts
    const world = await startPushWorld(() => accounts.clock.now())
    const startWith = async (secret: Buffer, before: Buffer | null) => {
      const keys = keysFrom(secret, before)
      const started = await startAccounts(fresh.database, { SANDBOX_PORT: String(world.port) }, keys)
      await ensureInstallationSecret(fresh.database, started.deps.log, {
        secret,
        before,
        keys,
        now: started.clock.now(),
      })
      return started
    }
    accounts = await startWith(OLD, null)
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    const [{ there }, { there: other }] = [await turnPushOn(ada, world.control), await turnPushOn(obi, world.control)]
    const { publicKey } = await readPushKeys(accounts.deps)

    accounts = await startWith(NEW, OLD)
    const next = await newPerson(accounts)
    expect(await sendPush(accounts.deps, alertFor(ada))).toBe('sent')
    await next.browser.send('POST', '/api/push', bodyOf(there))
    expect(await sendPush(accounts.deps, alertFor(ada)), 'found under its former hash').toBe('off')
    await scheduleReEncryption(fresh.database, accounts.clock.now())
    await accounts.worker.runDue()

    accounts = await startWith(NEW, null)
    expect((await readPushKeys(accounts.deps)).publicKey).toBe(publicKey)
    expect(await sendPush(accounts.deps, alertFor(obi))).toBe('sent')
    const last = await newPerson(accounts)
    await last.browser.send('POST', '/api/push', bodyOf(other))
    expect(await sendPush(accounts.deps, alertFor(obi)), 'found under its new hash').toBe('off')
    await world.close()
    await fresh.drop()
  })
})

describe('a request to a push service', () => {
  const clock = { now: () => new Date('2026-11-21T11:00:00.000Z') }
  const post = (endpoint: string, sandboxUrl: string | null) =>
    postPush(
      { clock, config: { sandboxUrl } as Accounts['deps']['config'] },
      { endpoint, headers: {}, body: new Uint8Array() },
    )

  async function serve(answer: http.RequestListener): Promise<{ url: string; close(): void }> {
    const server = http.createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    return {
      url: `http://localhost:${(server.address() as AddressInfo).port}`,
      close() {
        server.closeAllConnections()
        server.close()
      },
    }
  }

  test('goes nowhere else, whatever was stored', async () => {
    let asked = 0
    const other = await serve((_request, response) => {
      asked++
      response.end()
    })
    for (const endpoint of [`${other.url}/push/s/a`, 'http://169.254.169.254/', 'https://localhost/']) {
      expect(await post(endpoint, null)).toEqual({ kind: 'unanswered', cause: 'not a push service' })
    }
    expect(asked).toBe(0)
    other.close()
  })

  test('follows no redirect and reads no body', async () => {
    const paths: (string | undefined)[] = []
    const service = await serve((request, response) => {
      paths.push(request.url)
      response.writeHead(307, { location: '/push/s/b' })
      response.write('x'.repeat(1_000_000))
    })
    expect(await post(`${service.url}/push/s/a`, service.url)).toEqual({
      kind: 'answered',
      status: 307,
      retryAfterMs: null,
    })
    expect(paths).toEqual(['/push/s/a'])
    service.close()
  })

  test('that nobody answers is no fault of the program', async () => {
    const service = await serve((request) => request.socket.destroy())
    expect(await post(`${service.url}/push/s/a`, service.url)).toEqual({ kind: 'unanswered', cause: 'ECONNRESET' })
    service.close()
    expect(await post(`${service.url}/push/s/a`, service.url)).toMatchObject({ kind: 'unanswered' })
  })

  test.each([
    ['120', 120_000],
    ['0', null],
    ['Sat, 21 Nov 2026 11:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 10:59:00 GMT', null],
    ['-5', null],
    ['soon', null],
    ['1e9', null],
    [undefined, null],
  ])('is repeated as it says: %s', (header, ms) => {
    expect(readRetryAfter(header, clock.now())).toBe(ms)
  })

  /** RFC 8291, appendix A: the example's keys, and a message that its browser can read. */
  test('opens with the keys of RFC 8291', () => {
    const browser = {
      publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    expect(decryptMessage(browser, Buffer.from(body, 'base64url'))).toBe('When I grow up, I want to be a watermelon')
    expect(decryptMessage({ ...browser, auth: 'AAAAAAAAAAAAAAAAAAAAAA' }, Buffer.from(body, 'base64url'))).toBeNull()
  })

  test('cannot be prepared with a key that is none', () => {
    const curve = createECDH('prime256v1')
    const p256dh = curve.generateKeys('base64url')
    const endpoint = 'https://fcm.googleapis.com/fcm/send/a'
    const message = {
      payload: 'x',
      topic: createHmac('sha256', 'a').digest('base64url').slice(0, 32),
      lifetimeMs: 1_000,
      urgency: 'high',
    } as const
    const signing = { keys: newVapidKeys(), contact: 'https://jara.example', now: clock.now() }
    expect(() => preparePush({ endpoint, p256dh, auth: 'AAAA' }, message, signing)).toThrow()
    expect(() => preparePush({ endpoint, p256dh: 'AAAA', auth: 'A'.repeat(22) }, message, signing)).toThrow()
    expect(preparePush({ endpoint, p256dh, auth: 'A'.repeat(22) }, message, signing).headers).toMatchObject({
      ttl: '1',
      topic: message.topic,
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(/^vapid t=[\w.-]+, k=[\w-]{87}$/),
    })
  })
})
