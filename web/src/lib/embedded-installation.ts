import type { Installation } from '#contract/installation.ts'

/** The installation as the server wrote it into the page; null if it did not, as in `npm run dev:web`. */
export function embeddedInstallation(): Installation | null {
  const told = globalThis.document?.querySelector('meta[name="jara-installation"]')?.getAttribute('content')
  return told === undefined || told === null || told === '' ? null : JSON.parse(told)
}

/** When the server wrote it, ms: when the page was loaded, or long ago if the service worker cached the page. */
export function embeddedAt(): number {
  const kept = globalThis.navigator?.serviceWorker?.controller != null
  return kept ? LONG_AGO : performance.timeOrigin
}

const LONG_AGO = 1
