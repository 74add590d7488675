import type { Installation } from '#contract/installation.ts'

/** What the server wrote into the app's page about this installation; null where it did not, as in `npm run dev:web`. */
export function embeddedInstallation(): Installation | null {
  const told = globalThis.document?.querySelector('meta[name="jara-installation"]')?.getAttribute('content')
  return told === undefined || told === null || told === '' ? null : JSON.parse(told)
}

/** When the server said so, ms: now when the page comes from it, long ago when the service worker kept the page. */
export function toldAt(): number {
  const kept = globalThis.navigator?.serviceWorker?.controller != null
  return kept ? LONG_AGO : performance.timeOrigin
}

const LONG_AGO = 1
