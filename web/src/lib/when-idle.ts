const WAIT_MAX_MS = 1_000

/**
 * Calls back once the page has loaded and is idle, a second later at most. What the first screen does without is fetched this way:
 * it is painted sooner.
 */
export function whenIdle(act: () => unknown): void {
  const soon = () =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(act, { timeout: WAIT_MAX_MS })
      : setTimeout(act, WAIT_MAX_MS)
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}
