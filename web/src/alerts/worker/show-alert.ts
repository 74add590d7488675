import { ownPath, readAlert } from './message.ts'
import { claimShown, forgetShown } from './shown-alerts.ts'

/** The parts of the service worker's scope used here: the page's types describe a different scope. */
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

/** Shows an alert unless a newer one of its tag was shown. If the browser cannot remember: better twice than never. */
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

/** Some browsers end a subscription after pushes that show nothing, so the newer alert is shown again, silently. */
async function showAgain({ registration }: WorkerScope, tag: string): Promise<void> {
  const [newer]: Shown[] = await registration.getNotifications({ tag })
  if (newer === undefined) return
  await registration.showNotification(newer.title, { ...optionsOf(newer), silent: true })
}

function optionsOf({ body, tag, data }: Pick<Shown, 'body' | 'data' | 'tag'>): NotificationOptions {
  return { body, tag, data, icon: ICON, badge: ICON }
}

/** Opens what an alert is about: in a window that already shows it, else in a new one, so no open payment is left. */
export async function openAlert({ clients, location: { origin } }: WorkerScope, shown: Shown): Promise<void> {
  shown.close()
  const path = ownPath((shown.data as { url?: unknown } | null)?.url, origin)
  if (path === null) return
  const { href } = new URL(path, origin)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === href)
  await (there === undefined ? clients.openWindow(href) : there.focus())
}

/** The person has left this browser: ends its push, and clears every alert it shows. */
export async function endPush({ registration }: WorkerScope): Promise<void> {
  for (const shown of await registration.getNotifications()) shown.close()
  await forgetShown()
  const subscription = await registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

/**
 * Registers the new address that the browser got from its push service. If the server refuses it, because the session
 * is locked or over, push is off here and the settings say so.
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
