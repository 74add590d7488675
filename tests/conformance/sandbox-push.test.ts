import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildSandbox } from '#sandbox/server.ts'
import { createWorld, type World } from '#sandbox/world.ts'
import { newVapidKeys, preparePush, type VapidKeys } from '#server/alerts/push/web-push.ts'
import { testClock } from '#tests/support/clock.ts'
import type { PushBrowser, PushReceived } from '#tests/support/sandbox-control.ts'

/** The sandbox world's push service refuses what real ones refuse (RFC 8030, 8291 and 8292). */

const HOST = 'localhost:3001'
const HOUR_MS = 60 * 60_000

let app: FastifyInstance
let world: World
let clock: ReturnType<typeof testClock>
let keys: VapidKeys
let browser: PushBrowser
beforeEach(async () => {
  clock = testClock()
  world = createWorld({ clock, randomBytes, stateFile: null, webhookUrl: null })
  app = buildSandbox(world)
  keys = newVapidKeys()
  const subscribed = await app.inject({
    method: 'POST',
    url: '/push/subscriptions',
    headers: { host: HOST },
    payload: { applicationServerKey: keys.publicKey },
  })
  expect(subscribed.statusCode).toBe(201)
  browser = subscribed.json<PushBrowser>()
})
afterEach(async () => {
  await app.close()
  world.close()
})

type Over = { payload?: string; topic?: string; lifetimeMs?: number; by?: VapidKeys; endpoint?: string; at?: Date }
const requestOf = ({ payload = 'hello', topic = 'a', lifetimeMs = HOUR_MS, by = keys, endpoint, at }: Over) =>
  preparePush(
    { endpoint: endpoint ?? browser.endpoint, p256dh: browser.keys.p256dh, auth: browser.keys.auth },
    { payload, topic, lifetimeMs, urgency: 'normal' },
    { keys: by, contact: 'mailto:push@example.com', now: at ?? clock.now() },
  )
async function send(
  of: Over = {},
  headers: Record<string, string | undefined> = {},
  body?: Uint8Array,
): Promise<number> {
  const request = requestOf(of)
  const { 'content-length': _, ...signed } = request.headers
  const sent = Object.entries({ ...signed, host: HOST, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const answer = await app.inject({
    method: 'POST',
    url: `/push/s/${browser.id}`,
    headers: Object.fromEntries(sent),
    payload: Buffer.from(body ?? request.body),
  })
  return answer.statusCode
}
const shown = async () =>
  (await app.inject({ url: '/control/push', headers: { host: HOST } }))
    .json<{ messages: PushReceived[] }>()
    .messages.map(({ text }) => text)

test('takes a message, and its browser reads it', async () => {
  expect(await send()).toBe(201)
  expect(await shown()).toEqual(['hello'])
})

test.each<[string, number, Over, Record<string, string | undefined>]>([
  ['without a signature', 401, {}, { authorization: undefined }],
  ['with a token that is none', 401, {}, { authorization: 'vapid t=a.b.c, k=d' }],
  ['of another sender', 403, { by: newVapidKeys() }, {}],
  ['signed for another push service', 403, { endpoint: 'https://fcm.googleapis.com/fcm/send/a' }, {}],
  ['signed too long ago', 403, { at: new Date('2026-11-20T11:00:00.000Z') }, {}],
  ['signed for longer than a day', 403, { at: new Date('2026-11-22T00:00:00.000Z') }, {}],
  ['without a time to live', 400, {}, { ttl: undefined }],
  ['with another encoding', 400, {}, { 'content-encoding': 'aesgcm' }],
  ['with an endless topic', 400, {}, { topic: 'a'.repeat(33) }],
])('refuses a message %s', async (_, status, of, headers) => {
  expect(await send(of, headers)).toBe(status)
  expect(await shown()).toEqual([])
})

test('refuses a signature that was changed, and a message that is too long', async () => {
  const { authorization = '' } = requestOf({}).headers
  expect(await send({}, { authorization: authorization.replace(/\.[\w-]{4}([\w-]+),/, '.AAAA$1,') })).toBe(403)
  expect(await send({ payload: 'a'.repeat(4_096) })).toBe(413)
})

test('a message that was changed on its way is taken, and no browser reads it', async () => {
  const { body } = requestOf({})
  body[body.length - 1] = (body.at(-1) ?? 0) ^ 1
  expect(await send({}, {}, body)).toBe(201)
  expect(await shown()).toEqual([null])
})

test('a topic keeps its last message, until that expires', async () => {
  await send({ payload: 'first', topic: 'a' })
  await send({ payload: 'other', topic: 'b', lifetimeMs: 2 * HOUR_MS })
  await send({ payload: 'second', topic: 'a' })
  expect(await shown()).toEqual(['second', 'other'])
  clock.advance(HOUR_MS)
  expect(await shown()).toEqual(['other'])
})

test('knows who left, and who never was', async () => {
  world.record([{ type: 'push.ended', id: browser.id }])
  expect(await send()).toBe(410)
  browser = { ...browser, id: 'sub_1' }
  expect(await send()).toBe(404)
})

test('lets other sites subscribe nobody and read nothing, and shows messages as text', async () => {
  for (const url of ['/push/subscriptions', '/push', '/page/push', '/control/push']) {
    const answer = await app.inject({
      method: url === '/push/subscriptions' ? 'POST' : 'GET',
      url,
      headers: { host: 'evil.example' },
      ...(url === '/push/subscriptions' ? { payload: { applicationServerKey: keys.publicKey } } : {}),
    })
    expect([url, answer.statusCode]).toEqual([url, 403])
  }
  await send({ payload: JSON.stringify({ title: '<script>alert(1)</script>', body: 'To A. O.' }) })
  const page = (await app.inject({ url: '/push', headers: { host: HOST } })).body
  expect(page).toContain('&#60;script&#62;alert(1)')
  expect(page).toContain('To A. O.')
  expect(page).not.toContain('<script>alert')
})
