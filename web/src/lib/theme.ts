import { read, write } from './device-account.ts'

/**
 * The chosen theme. Light by default; the operator console has no choice of its own and follows the device until the
 * app has one. `system` follows the phone's light or dark; `device` follows everything the phone asks for, in a lean
 * look of its own.
 */
export type Theme = 'light' | 'dark' | 'system' | 'device'

/** The look on the screen: one of the four sets of tokens in ui/themes.css. */
export type Appearance = 'light' | 'dark' | 'device-light' | 'device-dark'

export const THEME_KEY = 'jara.theme'
export const PAGE_COLOURS: Readonly<Record<Appearance, string>> = {
  light: '#F6F3EC',
  dark: '#0f0e1a',
  'device-light': '#FFFFFF',
  'device-dark': '#000000',
}

/** public/theme.js decides the same before the first paint. */
export function appearanceOf(theme: Theme, phoneIsDark: boolean): Appearance {
  const shade = phoneIsDark ? 'dark' : 'light'
  if (theme === 'device') return `device-${shade}`
  return theme === 'system' ? shade : theme
}

export function chosenTheme(unchosen: Theme = 'light'): Theme {
  const stored = read(THEME_KEY)
  if (stored === 'light' || stored === 'dark' || stored === 'system' || stored === 'device') return stored
  return unchosen
}

export function chooseTheme(theme: Theme): void {
  write(THEME_KEY, theme)
  applyTheme()
}

/** Applies the chosen theme now and whenever the phone changes. Called once, at start. */
export function followTheme(): void {
  applyTheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  // The theme was chosen in another window of the app.
  addEventListener('storage', ({ key }) => {
    if (key === THEME_KEY || key === null) applyTheme()
  })
}

/** The theme of a page until the app has a choice. */
function ofPage(): Theme {
  return document.documentElement.dataset.unchosenTheme === 'system' ? 'system' : 'light'
}

function applyTheme(): void {
  const shown = appearanceOf(chosenTheme(ofPage()), matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = shown
  setMeta('theme-color', PAGE_COLOURS[shown])
  setMeta('color-scheme', shown.endsWith('dark') ? 'dark' : 'light')
  for (const listener of listeners) listener()
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content)
}

const listeners = new Set<() => void>()

/** Calls the listener after each change of the look. Returns a function that stops. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
