/** What a page tells the service worker, in web/src/alerts/worker/main.ts. */
export const SIGNED_OUT = 'signed-out'

/**
 * This browser belongs to nobody now: the service worker ends push, and forgets what it showed. Not waited for, and needs no network:
 * signing out must not hang on a push service.
 */
export function endPushHere(): void {
  void globalThis.navigator?.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.active?.postMessage(SIGNED_OUT))
    .catch(() => undefined)
}
