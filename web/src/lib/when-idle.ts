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
    oncePainted(go)
    setTimeout(go, WAIT_MAX_MS)
  }
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

/** Once something has been painted. Empty frames do not count. */
function oncePainted(act: () => void): void {
  if (globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      act()
    })
    observer.observe({ type: 'paint', buffered: true })
    return
  }
  // A frame is painted before the next one begins.
  requestAnimationFrame(() => requestAnimationFrame(act))
}

function idle(act: () => unknown): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: WAIT_MAX_MS })
  else setTimeout(act, 0)
}
