// Sets the theme before the first paint. src/lib/theme.ts keeps it current afterwards; a test compares the two. Runs in
// browsers of any age, even those that old-browser.js turns away.
;(function () {
  var root = document.documentElement
  var choice = root.dataset.unchosenTheme || 'light'
  try {
    choice = localStorage.getItem('jara.theme') || choice
  } catch (_error) {
    // Storage may be blocked; the default is fine.
  }
  var follows = choice === 'system' || choice === 'device'
  var dark = choice === 'dark' || (follows && matchMedia('(prefers-color-scheme: dark)').matches)
  var shown = (choice === 'device' ? 'device-' : '') + (dark ? 'dark' : 'light')
  var page = { light: '#F6F3EC', dark: '#0f0e1a', 'device-light': '#FFFFFF', 'device-dark': '#000000' }
  root.dataset.theme = shown
  set('theme-color', page[shown])
  set('color-scheme', dark ? 'dark' : 'light')

  function set(name, content) {
    var meta = document.querySelector('meta[name="' + name + '"]')
    if (meta) meta.setAttribute('content', content)
  }
})()
