// Starts the app once the frame has been painted: its code waits in a template, so that nothing is fetched before what is painted.
;(() => {
  const WAIT_MAX_MS = 1_500
  const { content } = document.getElementById('app-code')
  let started = false
  const start = () => {
    if (started) return
    started = true
    document.head.append(document.importNode(content, true))
  }
  // A tab in the background paints nothing.
  if (document.hidden || !globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) return start()
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start()
  }).observe({ type: 'paint', buffered: true })
  setTimeout(start, WAIT_MAX_MS)
})()
