import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushAnswer } from '#contract/push.ts'
import { pushState, turnPushOff, turnPushOn } from './turn-push.ts'

const KEY = Buffer.alloc(65, 4).toString('base64url')
const OTHER_KEY = Buffer.alloc(65, 5).toString('base64url')

type Fake = { options: { applicationServerKey: ArrayBuffer }; unsubscribe(): Promise<boolean>; toJSON(): object }
/** The browser's subscription; null if it has none. */
let has: Fake | null
let permission: NotificationPermission
/** What the person says when asked. */
let says: NotificationPermission
let isRegistered: boolean
let atServer: PushAnswer['subscriptions']
let refuses: boolean
let sent: string[]

function subscribed(key: string): Fake {
  return {
    options: { applicationServerKey: new Uint8Array(Buffer.from(key, 'base64url')).buffer },
    unsubscribe: async () => {
      has = null
      return true
    },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
  }
}

const row = (current: boolean, { id = 'psh_1', endedAt = null as string | null } = {}) => ({
  id,
  browser: null,
  current,
  createdAt: '',
  lastSentAt: null,
  endedAt,
})

beforeEach(() => {
  has = null
  permission = 'default'
  says = 'granted'
  isRegistered = true
  atServer = []
  refuses = false
  sent = []
  const registration = {
    pushManager: {
      getSubscription: async () => has,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        has = subscribed(applicationServerKey)
        return has
      },
    },
  }
  const serviceWorker = {
    getRegistration: async () => (isRegistered ? registration : undefined),
    ready: Promise.resolve(registration),
  }
  vi.stubGlobal('navigator', { serviceWorker, onLine: true })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    async requestPermission() {
      permission = says
      return says
    },
  })
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`)
    if (method === 'GET') return Response.json({ publicKey: KEY, subscriptions: atServer })
    if (refuses) return Response.json({ error: { code: 'push.service-unknown', message: 'No.' } }, { status: 400 })
    if (method === 'DELETE') atServer = atServer.filter(({ id }) => !path.endsWith(id))
    else atServer = [row(true)]
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ subscription: atServer[0] })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('is off until somebody turns it on, on from then, and off again', async () => {
  expect(await pushState()).toBe('off')
  expect([await turnPushOn(), await pushState()]).toEqual(['on', 'on'])
  expect([await turnPushOff(), await pushState()]).toEqual(['off', 'off'])
  expect([has, atServer]).toEqual([null, []])
})

test('reading how it stands asks the person nothing', async () => {
  says = 'denied'
  await pushState()
  expect(permission).toBe('default')
})

test.each([
  ['denied', 'denied'],
  ['default', 'off'],
] as const)('is %s where the person says so, and nothing is sent', async (answer, state) => {
  says = answer
  expect([await turnPushOn(), await pushState()]).toEqual([state, state])
  expect(sent).toEqual([])
})

test('is unsupported where the browser has no push, or no worker was installed', async () => {
  isRegistered = false
  expect(await turnPushOn()).toBe('unsupported')
  vi.stubGlobal('PushManager', undefined)
  Reflect.deleteProperty(globalThis, 'PushManager')
  expect([await pushState(), await turnPushOn(), await turnPushOff()]).toEqual(Array(3).fill('unsupported'))
})

test('is off where the server has none for this device', async () => {
  permission = 'granted'
  atServer = [row(false)]
  has = subscribed(KEY)
  expect(await pushState()).toBe('off')
})

test.each([
  ['its push service ended it', [row(true, { endedAt: '2026-11-21T11:00:00.000Z' })], KEY],
  ['the browser has one for another key', [row(true)], OTHER_KEY],
  ['the browser has none any more', [row(true)], null],
])('has ended where %s, and comes back with a subscription that is new', async (_, rows, key) => {
  permission = 'granted'
  atServer = rows
  const before = key === null ? null : subscribed(key)
  has = before
  expect(await pushState()).toBe('ended')
  expect([await turnPushOn(), await pushState()]).toEqual(['on', 'on'])
  expect(has).not.toBe(before)
})

test('what has ended can be left off, and the alerts page says no more about it', async () => {
  permission = 'granted'
  atServer = [row(true, { endedAt: '2026-11-21T11:00:00.000Z' })]
  has = subscribed(KEY)
  expect([await pushState(), await turnPushOff(), await pushState()]).toEqual(['ended', 'off', 'off'])
  expect([has, atServer]).toEqual([null, []])
})

test('replaces a subscription for another key', async () => {
  has = subscribed(OTHER_KEY)
  expect([await turnPushOn(), await pushState()]).toEqual(['on', 'on'])
})

test('leaves nothing in the browser that the server refused', async () => {
  refuses = true
  await expect(turnPushOn()).rejects.toMatchObject({ code: 'push.service-unknown' })
  expect(has).toBeNull()
  expect(await pushState()).toBe('off')
})

test('leaves the other devices of the person alone', async () => {
  atServer = [row(true), row(false, { id: 'psh_2' })]
  await turnPushOff()
  expect(atServer.map(({ id }) => id)).toEqual(['psh_2'])
})
