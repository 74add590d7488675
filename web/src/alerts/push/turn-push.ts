import type { PushAnswer, SubscribeBody, SubscribedAnswer } from '#contract/push.ts'
import { api } from '#web/lib/api.ts'
import { base64url } from '#web/lib/base64url.ts'

/**
 * `denied`: the person or the browser refused, and only the browser's settings change that. `ended`: push was on, but
 * no longer reaches this device.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'ended' | 'on'

/** The state of push in this browser: on only if browser and server agree. Never prompts the person. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission !== 'granted') return Notification.permission === 'denied' ? 'denied' : 'off'
  const subscription = await (await registered())?.pushManager.getSubscription()
  const { publicKey, subscriptions } = await readPush()
  const own = subscriptions.filter(({ current }) => current)
  if (own.length === 0) return 'off'
  const isReached = own.some(({ endedAt }) => endedAt === null)
  return isReached && subscription != null && isFor(subscription, publicKey) ? 'on' : 'ended'
}

/**
 * Turns push on. Only after a tap: it asks for the browser's permission, which a person gives once or never.
 *
 * @throws ApiError, UnansweredError if the server does not accept it; push is off then
 */
export async function turnPushOn(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const registration = await registered()
  if (registration === undefined) return 'unsupported'
  const { publicKey, subscriptions } = await readPush()
  const hasEnded = subscriptions.some(({ current, endedAt }) => current && endedAt !== null)
  const subscription = await subscribe(registration, { publicKey, hasEnded })
  try {
    await api<SubscribedAnswer>('POST', '/api/push', bodyOf(subscription))
    return 'on'
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

/** Turns push off in this browser first, which needs no server, and then at the server. */
export async function turnPushOff(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  const subscription = await (await registered())?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  const { subscriptions } = await readPush()
  for (const { id } of subscriptions.filter(({ current }) => current)) {
    await api<undefined>('DELETE', `/api/push/${encodeURIComponent(id)}`)
  }
  return 'off'
}

const readPush = () => api<PushAnswer>('GET', '/api/push')

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

/** The service worker that shows alerts, once it is active; undefined if none is installed. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  if ((await navigator.serviceWorker.getRegistration()) === undefined) return undefined
  return await navigator.serviceWorker.ready
}

/** A browser has one subscription, for one key. An ended one is replaced: its push service would refuse it again. */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  { publicKey, hasEnded }: { publicKey: string; hasEnded: boolean },
): Promise<PushSubscription> {
  const before = await pushManager.getSubscription()
  if (before !== null && !hasEnded && isFor(before, publicKey)) return before
  await before?.unsubscribe()
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  return options.applicationServerKey !== null && base64url(options.applicationServerKey) === publicKey
}

function bodyOf(subscription: PushSubscription): SubscribeBody {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}
