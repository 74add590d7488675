import { read, write } from './device-account.ts'

/** How the app looks: light by default; `system` follows the phone, live. public/theme.js does the same before the first paint. */
export type Theme = 'light' | 'dark' | 'system'

const KEY = 'jara.theme'
const PAGE_COLOURS = { light: '#F6F5F1', dark: '#111319' }

export function chosenTheme(): Theme {
  const stored = read(KEY)
  return stored === 'dark' || stored === 'system' ? stored : 'light'
}

export function chooseTheme(theme: Theme): void {
  write(KEY, theme)
  applyTheme()
}

/** Applies the chosen theme now and whenever the phone changes. Called once, at start. */
export function followTheme(): void {
  applyTheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
}

function applyTheme(): void {
  const chosen = chosenTheme()
  const phoneIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  const shown = chosen === 'system' ? (phoneIsDark ? 'dark' : 'light') : chosen
  document.documentElement.dataset.theme = shown
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE_COLOURS[shown])
}
