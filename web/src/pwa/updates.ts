import { Workbox } from 'workbox-window'
import { moment, since } from '#web/lib/clock.ts'
import { answerAboutPayments } from './payment-open.ts'
import { serviceWorkerAddress } from './service-worker.ts'

/** An app that stays open asks this often whether there is a newer one. */
const ASK_EVERY_MS = 60 * 60_000

let workbox: Workbox | null = null
let ready = false
/** This page asked for the new version, so this page reloads. */
let asked = false
/** Another page of this browser asked: the new version is in force, and this page runs the old one until it reloads. */
let inForce = false
const listeners = new Set<() => void>()

/** Registers the service worker and notices new versions. Nothing is ever applied automatically. */
export async function followUpdates(): Promise<void> {
  // The very first worker takes over in silence: no page can have an older one.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (asked) location.reload()
    else if (ready) inForce = true
  })
  workbox = new Workbox(serviceWorkerAddress())
  workbox.addEventListener('waiting', () => {
    ready = true
    for (const listener of listeners) listener()
  })
  answerAboutPayments()
  await workbox.register({ immediate: true })
  let askedAt = moment()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || since(askedAt) < ASK_EVERY_MS) return
    askedAt = moment()
    void workbox?.update().catch(() => undefined)
  })
}

export function updateReady(): boolean {
  return ready
}

export function onUpdateReady(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Activates the new version and reloads this page. Only after a tap. */
export function applyUpdate(): void {
  asked = true
  if (inForce) location.reload()
  else workbox?.messageSkipWaiting()
}
