/** The worker that opens the app without a network. web/vite.config.ts says what it holds. */

const ADDRESS = '/sw.js'
/** The content security policy allows this one name, in server/platform/http/security.ts. */
const POLICY = 'jara-service-worker'

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): string }
}

let address: string | null = null

/** The worker's address as the browser accepts it: under Trusted Types, a plain text is refused. */
export function serviceWorkerAddress(): string {
  address ??= trusted(ADDRESS)
  return address
}

function trusted(text: string): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  if (types === undefined) return text
  const policy = types.createPolicy(POLICY, {
    createScriptURL(asked) {
      if (asked !== ADDRESS) throw new TypeError(`not our service worker: ${asked}`)
      return asked
    },
  })
  return policy.createScriptURL(text)
}

/** False if the browser has no service workers, or none for pages like this (an insecure connection). */
export function hasServiceWorkers(): boolean {
  return 'serviceWorker' in navigator
}

/** Whether a worker caches the app on this device, or is about to. */
export async function isKeptByWorker(): Promise<boolean> {
  if (!hasServiceWorkers()) return false
  return (await navigator.serviceWorker.getRegistration().catch(() => undefined)) !== undefined
}
