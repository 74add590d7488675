import { ownPath, readAlert } from './message.ts'
import { claimShown, forgetShown } from './shown-alerts.ts'

/** What is needed of the service worker's own scope: the page's types have another one. */
export type WorkerScope = {
  readonly location: { readonly origin: string }
  readonly registration: Pick<ServiceWorkerRegistration, 'getNotifications' | 'pushManager' | 'showNotification'>
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
}
type OpenWindow = { readonly url: string; focus(): Promise<unknown> }
type Shown = Pick<Notification, 'body' | 'close' | 'data' | 'tag' | 'title'>

const ICON = '/icons/icon-192.png'

/** Shows an alert unless a newer one of its tag was shown. A browser that cannot remember shows it: better twice than never. */
export async function showAlert(scope: WorkerScope, unchecked: unknown): Promise<void> {
  const alert = readAlert(unchecked, scope.location.origin)
  if (alert === null) return
  const { tag, seq, title, body, url, at } = alert
  if (!(await claimShown({ tag, seq }).catch(() => true))) return await showAgain(scope, tag)
  await scope.registration.showNotification(title, {
    ...optionsOf({ body, tag, data: { url, seq } }),
    ...(at === 0 ? {} : { timestamp: at }),
    renotify: true,
  } as NotificationOptions)
}

/** Some browsers end a subscription after pushes that show nothing, so the newer one stays, without a sound. */
async function showAgain({ registration }: WorkerScope, tag: string): Promise<void> {
  const [newer]: Shown[] = await registration.getNotifications({ tag })
  if (newer === undefined) return
  await registration.showNotification(newer.title, { ...optionsOf(newer), silent: true })
}

function optionsOf({ body, tag, data }: Pick<Shown, 'body' | 'data' | 'tag'>): NotificationOptions {
  return { body, tag, data, icon: ICON, badge: ICON }
}

/** Leads to what an alert is about: to a window that shows it, else to a new one, so that no payment that is open is left. */
export async function openAlert({ clients, location: { origin } }: WorkerScope, shown: Shown): Promise<void> {
  shown.close()
  const path = ownPath((shown.data as { url?: unknown } | null)?.url, origin)
  if (path === null) return
  const { href } = new URL(path, origin)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === href)
  await (there === undefined ? clients.openWindow(href) : there.focus())
}

/** This browser belongs to nobody now: nothing is pushed to it any more, and nothing of what it showed stays. */
export async function endPush({ registration }: WorkerScope): Promise<void> {
  for (const shown of await registration.getNotifications()) shown.close()
  await forgetShown()
  const subscription = await registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

/**
 * The browser got another address from its push service. If the server does not take it, because the session is locked or over, push is
 * off here, and the settings say so.
 */
export async function replaceSubscription(
  { registration }: WorkerScope,
  { before, now }: { readonly before: PushSubscription | null; readonly now: PushSubscription | null },
): Promise<void> {
  const key = before?.options.applicationServerKey ?? null
  const next = now ?? (key === null ? null : await subscribeFor(registration, key))
  if (next === null) return
  const { endpoint, keys } = next.toJSON()
  const answer = await fetch('/api/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth }),
  }).catch(() => null)
  if (answer?.ok !== true) await next.unsubscribe()
}

const subscribeFor = ({ pushManager }: WorkerScope['registration'], applicationServerKey: BufferSource) =>
  pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
