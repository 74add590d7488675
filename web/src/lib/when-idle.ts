const WAIT_MAX_MS = 1_000

/**
 * Calls back once the page has loaded, has been painted and is idle, or a second later in a page that paints nothing. What the
 * first screen does without is fetched this way: it is painted sooner.
 */
export function whenIdle(act: () => unknown): void {
  const soon = () => {
    let waiting = true
    const go = () => {
      if (waiting) idle(act)
      waiting = false
    }
    // A frame that has begun is painted before the next one begins.
    requestAnimationFrame(() => requestAnimationFrame(go))
    setTimeout(go, WAIT_MAX_MS)
  }
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

function idle(act: () => unknown): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: WAIT_MAX_MS })
  else setTimeout(act, 0)
}
