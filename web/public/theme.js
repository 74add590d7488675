// Sets the theme before the first paint. src/lib/theme.ts keeps it up to date afterwards; a test holds the two together.
;(() => {
  let choice = document.documentElement.dataset.unchosenTheme || 'light'
  try {
    choice = localStorage.getItem('jara.theme') || choice
  } catch {
    // Storage may be blocked; the default is fine.
  }
  const follows = choice === 'system' || choice === 'device'
  const dark = choice === 'dark' || (follows && matchMedia('(prefers-color-scheme: dark)').matches)
  const shown = (choice === 'device' ? 'device-' : '') + (dark ? 'dark' : 'light')
  const page = { light: '#F6F5F1', dark: '#111319', 'device-light': '#FFFFFF', 'device-dark': '#000000' }
  document.documentElement.dataset.theme = shown
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page[shown])
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', dark ? 'dark' : 'light')
})()
