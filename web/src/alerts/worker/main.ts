/** The part of the service worker that shows alerts; web/vite.config.ts appends it to the part for offline use. */
import { SIGNED_OUT } from '#web/lib/end-push.ts'
import { endPush, openAlert, replaceSubscription, showAlert, type WorkerScope } from './show-alert.ts'

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Events = {
  message: Waiting & { readonly data: unknown }
  push: Waiting & { readonly data: { json(): unknown } | null }
  notificationclick: Waiting & { readonly notification: Notification }
  pushsubscriptionchange: Waiting & {
    readonly oldSubscription: PushSubscription | null
    readonly newSubscription: PushSubscription | null
  }
}
type Listening = {
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}

const scope = globalThis as unknown as WorkerScope & Listening

scope.addEventListener('push', (event) => event.waitUntil(showAlert(scope, jsonOf(event.data))))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openAlert(scope, event.notification)))
scope.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription: before, newSubscription: now } = event
  event.waitUntil(replaceSubscription(scope, { before, now }))
})

// Only a page of our own origin can send one.
scope.addEventListener('message', (event) => {
  if (event.data === SIGNED_OUT) event.waitUntil(endPush(scope))
})

function jsonOf(data: Events['push']['data']): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}
