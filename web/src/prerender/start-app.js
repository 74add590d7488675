// Starts the app once the frame has been painted. Its code waits in a template, so that nothing is fetched before what is painted.
;(() => {
  const WAIT_MAX_MS = 1_500
  const { content } = document.getElementById('app-code')
  let started = false
  const start = async () => {
    if (started) return
    started = true
    const code = document.importNode(content, true)
    const scripts = [...code.querySelectorAll('script')]
    for (const script of scripts) script.remove()
    document.head.append(code)
    // One after another, each in a task of its own: together they would hold up a phone for too long.
    for (const script of scripts) {
      const ran = new Promise((done) => {
        script.onload = script.onerror = done
      })
      document.head.append(script)
      await ran
    }
  }
  // A tab in the background paints nothing.
  if (document.hidden || !globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) return void start()
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) void start()
  }).observe({ type: 'paint', buffered: true })
  setTimeout(() => void start(), WAIT_MAX_MS)
})()
