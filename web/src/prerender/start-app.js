// Starts the app once the frame has been painted. Its code waits in a template, so nothing is fetched before the first
// paint. Runs in browsers of any age: old-browser.js waits there too, and tells people whose browser is too old.
;(function () {
  var WAIT_MAX_MS = 1500
  // On a slow network a half-loaded frame would jump. styles.css hides it until the page is complete.
  var page = document.documentElement
  page.setAttribute('data-arriving', '')
  document.addEventListener('DOMContentLoaded', function () {
    page.removeAttribute('data-arriving')
  })
  var content = document.getElementById('app-code').content
  var started = false
  function start() {
    if (started) return
    started = true
    var code = document.importNode(content, true)
    var modules = [].slice.call(code.querySelectorAll('script[type="module"]'))
    modules.forEach(function (script) {
      code.removeChild(script)
    })
    document.head.appendChild(code)
    startNext(modules)
  }
  // One after another, each in a task of its own: together they would hold up a phone for too long.
  function startNext(modules) {
    var script = modules.shift()
    if (!script) return
    script.onload = script.onerror = function () {
      startNext(modules)
    }
    document.head.appendChild(script)
  }
  var observed = window.PerformanceObserver && PerformanceObserver.supportedEntryTypes
  // A tab in the background paints nothing.
  if (document.hidden || !observed || observed.indexOf('paint') < 0) return start()
  new PerformanceObserver(function (list) {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start()
  }).observe({ type: 'paint', buffered: true })
  setTimeout(start, WAIT_MAX_MS)
})()
