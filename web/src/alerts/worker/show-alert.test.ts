import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ownPath, readAlert } from './message.ts'
import { endPush, openAlert, replaceSubscription, showAlert, type WorkerScope } from './show-alert.ts'
import { rememberShown, type ShownAlert } from './shown-alerts.ts'

const memory = vi.hoisted((): { shown: readonly ShownAlert[]; fails: boolean } => ({ shown: [], fails: false }))
vi.mock('./shown-alerts.ts', async (original) => {
  const { rememberShown, ...others } = await original<typeof import('./shown-alerts.ts')>()
  return {
    ...others,
    rememberShown,
    async claimShown(alert: ShownAlert) {
      if (memory.fails) throw new Error('no storage')
      const next = rememberShown(memory.shown, alert)
      memory.shown = next ?? memory.shown
      return next !== null
    },
    async forgetShown() {
      memory.shown = []
    },
  }
})

const ORIGIN = 'https://jara.example'
const alert = (over: object = {}) => ({
  id: 'alr_1',
  tag: 'order-1',
  seq: 1,
  title: 'Transfer completed',
  body: 'To A. O., ****6784.',
  url: '/history/ord_1',
  at: '2026-11-21T11:00:00.000Z',
  ...over,
})

type Standing = NotificationOptions & { title: string; tag: string; body: string; data: unknown; close(): void }
/** What the browser shows, by tag. */
let standing: Map<string, Standing>
let shownCount: number
let opened: string[]
let focused: string[]
let windows: string[]
let subscription: { unsubscribe: ReturnType<typeof vi.fn>; toJSON(): object; options: object }
let scope: WorkerScope

beforeEach(() => {
  standing = new Map()
  shownCount = 0
  opened = []
  focused = []
  windows = []
  memory.shown = []
  memory.fails = false
  subscription = {
    unsubscribe: vi.fn(async () => true),
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    options: { applicationServerKey: new ArrayBuffer(65) },
  }
  scope = {
    location: { origin: ORIGIN },
    registration: {
      async showNotification(title: string, options: NotificationOptions = {}) {
        shownCount++
        const { tag = '', body = '', data = null } = options
        standing.set(tag, { ...options, title, tag, body, data, close: () => void standing.delete(tag) })
      },
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        [...standing.values()].filter((each) => tag === undefined || each.tag === tag),
      pushManager: { getSubscription: async () => subscription, subscribe: async () => subscription },
    },
    clients: {
      matchAll: async () => windows.map((url) => ({ url, focus: async () => void focused.push(url) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  } as unknown as WorkerScope
})
afterEach(() => vi.unstubAllGlobals())

describe('an alert that arrives', () => {
  test('is shown with its tag and leads to its page, without buttons', async () => {
    await showAlert(scope, alert())
    expect(standing.get('order-1')).toMatchObject({
      title: 'Transfer completed',
      body: 'To A. O., ****6784.',
      tag: 'order-1',
      icon: '/icons/icon-192.png',
      data: { url: '/history/ord_1', seq: 1 },
      timestamp: Date.parse('2026-11-21T11:00:00.000Z'),
    })
    expect(standing.get('order-1')).not.toHaveProperty('actions')
  })

  test('replaces an older one about the same order, and no other', async () => {
    for (const each of [alert(), alert({ tag: 'order-2' }), alert({ seq: 2, title: 'Transfer returned' })])
      await showAlert(scope, each)
    expect([...standing.values()].map(({ title }) => title)).toEqual(['Transfer returned', 'Transfer completed'])
  })

  test.each([
    ['an older one', 1],
    ['the same one again', 2],
  ])('after a newer one, %s changes nothing', async (_, seq) => {
    await showAlert(scope, alert({ seq: 2, title: 'Transfer returned' }))
    await showAlert(scope, alert({ seq }))
    expect([...standing.values()]).toMatchObject([{ title: 'Transfer returned', silent: true, data: { seq: 2 } }])
  })

  test('is not shown again once the person has closed it', async () => {
    await showAlert(scope, alert({ seq: 2 }))
    standing.clear()
    await showAlert(scope, alert({ seq: 2 }))
    expect([standing.size, shownCount]).toEqual([0, 1])
  })

  test('is shown where the browser cannot remember', async () => {
    memory.fails = true
    await showAlert(scope, alert())
    expect(shownCount).toBe(1)
  })

  test.each([
    ['nothing', undefined],
    ['a text', 'hello'],
    ['no tag', alert({ tag: undefined })],
    ['a tag of another kind', alert({ tag: 'a b' })],
    ['no number', alert({ seq: '1' })],
    ['no title', alert({ title: '' })],
    ['an endless text', alert({ body: 'a'.repeat(1_001) })],
  ])('is not one of ours with %s', async (_, data) => {
    await showAlert(scope, data)
    expect(shownCount).toBe(0)
  })
})

describe('a tap on an alert', () => {
  const tap = (data: unknown) => openAlert(scope, { data, close: () => undefined } as never)

  test('opens its page beside what is open, and leaves that alone', async () => {
    windows = [`${ORIGIN}/withdraw/processing`]
    await tap({ url: '/history/ord_1', seq: 1 })
    expect([opened, focused]).toEqual([[`${ORIGIN}/history/ord_1`], []])
  })

  test('goes to its page if that is open', async () => {
    windows = [`${ORIGIN}/dashboard`, `${ORIGIN}/history/ord_1`]
    await tap({ url: '/history/ord_1', seq: 1 })
    expect([opened, focused]).toEqual([[], [`${ORIGIN}/history/ord_1`]])
  })

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example',
    'javascript:alert(1)',
    'history/ord_1',
    '',
    null,
    7,
  ])('leads nowhere with %j', async (url) => {
    expect(ownPath(url, ORIGIN)).toBeNull()
    await tap({ url })
    expect(opened).toEqual([])
    expect(readAlert(alert({ url }), ORIGIN)?.url).toBe('/')
  })
})

describe('what is remembered', () => {
  test('is a hundred tags, the latest', () => {
    let shown: readonly ShownAlert[] = []
    for (let i = 0; i < 120; i++) shown = rememberShown(shown, { tag: `t${i}`, seq: 1 }) ?? []
    expect([shown.length, shown[0]?.tag]).toEqual([100, 't20'])
    const again = rememberShown(shown, { tag: 't20', seq: 2 }) ?? []
    expect([again.length, again[0]?.tag, again.at(-1)]).toEqual([100, 't21', { tag: 't20', seq: 2 }])
    expect(rememberShown(again, { tag: 't20', seq: 1 })).toBeNull()
  })

  test('is gone with a sign-out, as is everything that is shown and the subscription itself', async () => {
    await showAlert(scope, alert())
    await endPush(scope)
    expect([memory.shown, standing.size]).toEqual([[], 0])
    expect(subscription.unsubscribe).toHaveBeenCalledOnce()
  })
})

describe('a subscription that the browser replaced', () => {
  const answer = (status: number) => {
    const fetched = vi.fn(async (_path: string, _request: RequestInit) => new Response(null, { status }))
    vi.stubGlobal('fetch', fetched)
    return fetched
  }
  const change = (before: unknown, now: unknown) =>
    replaceSubscription(scope, { before, now } as unknown as Parameters<typeof replaceSubscription>[1])

  test.each([
    ['with the new one', null, true],
    ['for the same key, where there is no new one', true, null],
  ])('is sent to the server %s', async (_, before, now) => {
    const fetched = answer(200)
    await change(before && subscription, now && subscription)
    const [path, request] = fetched.mock.calls[0] ?? []
    expect([path, request?.method]).toEqual(['/api/push', 'POST'])
    expect(JSON.parse(String(request?.body))).toEqual({ endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' })
    expect(subscription.unsubscribe).not.toHaveBeenCalled()
  })

  test('ends where the server does not take it', async () => {
    answer(423)
    await change(null, subscription)
    expect(subscription.unsubscribe).toHaveBeenCalledOnce()
  })

  test('is left alone where nobody knows its key', async () => {
    const fetched = answer(200)
    await change(null, null)
    expect(fetched).not.toHaveBeenCalled()
  })
})
