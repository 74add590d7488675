/**
 * The push services of Chrome and what is built on it, Firefox, and Safari. Browsers made from Chromium without Google's keys
 * get the same service under a name of its own, jmt17.
 */
const HOSTS: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
])
/** Firefox and Edge name a machine of their push service. */
const BELOW =
  /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.(?:push\.services\.mozilla\.com|notify\.windows\.com)$/
const SANDBOX_PATH = /^\/push\/s\/[a-z0-9_]{1,60}$/

/**
 * Whether a browser's endpoint is an address of a push service we know: https on its own port, without a user, a fragment or
 * anything else that another reader could understand in another way. A sandbox also has the push service of its world.
 *
 * @param sandboxUrl the sandbox world's origin; null in live mode
 */
export function isPushService(uncheckedEndpoint: string, sandboxUrl: string | null): boolean {
  if (!URL.canParse(uncheckedEndpoint)) return false
  const url = new URL(uncheckedEndpoint)
  // What a browser gives is normalised already: capitals, tabs, `..`, `:443`, a backslash or a dot at the end of the host would not be.
  if (url.href !== uncheckedEndpoint || url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (sandboxUrl !== null && url.origin === sandboxUrl) return SANDBOX_PATH.test(url.pathname) && url.search === ''
  if (url.protocol !== 'https:' || url.port !== '' || url.pathname === '/') return false
  return HOSTS.has(url.hostname) || BELOW.test(url.hostname)
}

/** The push service of Chrome up to 2018, which was switched off. */
const ENDED_HOSTS: ReadonlySet<string> = new Set(['android.googleapis.com', 'gcm-http.googleapis.com'])

/** Why a browser cannot be written to, for its owner. Only for addresses that are no push service's. */
export function whyNoPushService(
  uncheckedEndpoint: string,
): 'push.no-service' | 'push.service-ended' | 'push.service-unknown' {
  const host = URL.canParse(uncheckedEndpoint) ? new URL(uncheckedEndpoint).hostname : ''
  // Browsers that have no push service, as Edge on Android, subscribe at `permanently-removed.invalid`.
  if (host === 'invalid' || host.endsWith('.invalid')) return 'push.no-service'
  return ENDED_HOSTS.has(host) ? 'push.service-ended' : 'push.service-unknown'
}
