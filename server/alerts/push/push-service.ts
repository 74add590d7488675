/**
 * The push services of Chrome and its derivatives, Firefox, and Safari. Chromium builds without Google's keys use the
 * same service under another name, jmt17.
 */
const HOSTS: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
])
/** Firefox and Edge use individual host names below these domains. */
const BELOW =
  /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.(?:push\.services\.mozilla\.com|notify\.windows\.com)$/
const SANDBOX_PATH = /^\/push\/s\/[a-z0-9_]{1,60}$/

/**
 * Whether a browser's endpoint is an address of a known push service: https on the default port, without a user, a
 * fragment or anything that another parser could read differently. A sandbox also has its world's push service.
 *
 * @param sandboxUrl the sandbox world's origin; null in live mode
 */
export function isPushService(uncheckedEndpoint: string, sandboxUrl: string | null): boolean {
  if (!URL.canParse(uncheckedEndpoint)) return false
  const url = new URL(uncheckedEndpoint)
  // Browsers send normalised URLs. Capitals, tabs, `..`, `:443`, a backslash or a dot after the host are not
  // normalised.
  if (url.href !== uncheckedEndpoint || url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (sandboxUrl !== null && url.origin === sandboxUrl) return SANDBOX_PATH.test(url.pathname) && url.search === ''
  if (url.protocol !== 'https:' || url.port !== '' || url.pathname === '/') return false
  return HOSTS.has(url.hostname) || BELOW.test(url.hostname)
}

/** Chrome's push service up to 2018, since shut down. */
const ENDED_HOSTS: ReadonlySet<string> = new Set(['android.googleapis.com', 'gcm-http.googleapis.com'])

/** Why a browser cannot receive push, for its owner. Only for addresses that fail isPushService. */
export function whyNoPushService(
  uncheckedEndpoint: string,
): 'push.no-service' | 'push.service-ended' | 'push.service-unknown' {
  const host = URL.canParse(uncheckedEndpoint) ? new URL(uncheckedEndpoint).hostname : ''
  // Browsers that have no push service, as Edge on Android, subscribe at `permanently-removed.invalid`.
  if (host === 'invalid' || host.endsWith('.invalid')) return 'push.no-service'
  return ENDED_HOSTS.has(host) ? 'push.service-ended' : 'push.service-unknown'
}
