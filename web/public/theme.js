// Sets the theme before the first paint. src/lib/theme.ts keeps it up to date afterwards and must agree with this file.
;(() => {
  let choice = 'light'
  try {
    choice = localStorage.getItem('jara.theme') || 'light'
  } catch {
    // Storage may be blocked; the default is fine.
  }
  const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#111319' : '#F6F5F1')
})()
