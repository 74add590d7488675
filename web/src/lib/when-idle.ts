const WAIT_MAX_MS = 1_000

/**
 * Calls back once the page has loaded, has been painted and is idle, or a second later in a page that paints nothing.
 * Code that the first screen does not need is fetched this way, so the screen paints sooner.
 */
export function whenIdle(act: () => unknown): void {
  const soon = () => {
    let waiting = true
    const go = () => {
      if (waiting) void idle().then(act)
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

/** Waits until the page has nothing else to do, for a second at most. */
export function idle(): Promise<unknown> {
  return new Promise((done) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(done, { timeout: WAIT_MAX_MS })
    else setTimeout(done, 0)
  })
}
