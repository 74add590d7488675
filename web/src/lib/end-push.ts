/** A page's message to the service worker, in web/src/alerts/worker/main.ts. */
export const SIGNED_OUT = 'signed-out'

/**
 * After a sign-out, has the service worker end push and forget what it showed. Not awaited, and needs no network:
 * signing out must not hang on a push service.
 */
export function endPushHere(): void {
  void globalThis.navigator?.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.active?.postMessage(SIGNED_OUT))
    .catch(() => undefined)
}
