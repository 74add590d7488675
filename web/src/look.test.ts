import { describe, expect, test } from 'vitest'
import { contrast } from '#tests/support/contrast.ts'
import { type Appearance, appearanceOf, PAGE_COLOURS, THEME_KEY, type Theme } from '#web/lib/theme.ts'
import themeScript from '../public/theme.js?raw'
import themes from './ui/themes.css?raw'

const APPEARANCES: readonly Appearance[] = ['light', 'dark', 'device-light', 'device-dark']

const FAMILIES = ['indigo', 'palm', 'lagoon', 'sky', 'sun', 'zobo', 'plum', 'clay', 'leaf', 'stone'] as const

/** Text colours and the colours behind them: WCAG asks for a contrast of 4.5. */
const TEXT: readonly (readonly [text: string, on: string])[] = [
  ...['ink', 'ink-2', 'ink-3', 'brand', 'accent-text', 'ok', 'wait', 'bad'].flatMap((text) =>
    ['bg', 'surface', 'sunken'].map((on) => [text, on] as const),
  ),
  ['ink', 'tint'],
  ['ink-2', 'tint'],
  ['brand', 'tint'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ...['card', 'card-deep', 'card-well', 'ok-deep'].flatMap((on) => [
    ['on-card', on] as const,
    ['on-card-2', on] as const,
  ]),
  ['accent', 'card'],
  ['accent', 'card-deep'],
  ...['ok-tint', 'wait-tint', 'bad-tint'].flatMap((on) => [['ink', on] as const, ['ink-2', on] as const]),
  ...FAMILIES.flatMap((family) => [
    [family, `${family}-t`] as const,
    [family, 'surface'] as const,
    ['ink', `${family}-t`] as const,
  ]),
  ['ok', 'ok-tint'],
  ['wait', 'wait-tint'],
  ['bad', 'bad-tint'],
]

/** Graphics and the colours beside them: WCAG asks for a contrast of 3. */
const GRAPHICS: readonly (readonly [mark: string, beside: string])[] = [
  ...['control', 'focus', 'brand', 'ok', 'wait', 'bad'].flatMap((mark) =>
    ['bg', 'surface', 'sunken'].map((beside) => [mark, beside] as const),
  ),
  ['brand', 'tint'],
  ['focus', 'tint'],
  ['on-card', 'card'],
  ['accent', 'card'],
  ['accent', 'card-track'],
  ...FAMILIES.map((family) => [`${family}-g`, 'surface'] as const),
]

/** The tokens of an appearance as a browser resolves them: its own block over the one of :root. */
function tokensOf(appearance: Appearance): Record<string, string> {
  const own = appearance === 'light' ? '' : block(`:root[data-theme="${appearance}"]`)
  return { ...readTokens(block(':root')), ...readTokens(own) }
}

function block(selector: string): string {
  const start = themes.indexOf(`\n${selector} {`)
  if (start < 0) throw new Error(`themes.css has no block ${selector}`)
  return themes.slice(start, themes.indexOf('\n}', start))
}

function readTokens(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/^ {2}--([a-z0-9-]+): ([^;]+);$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

describe.each(APPEARANCES)('the colours of %s', (appearance) => {
  const tokens = tokensOf(appearance)
  const ratio = (one: string, other: string) => contrast(tokens[one] ?? '', tokens[other] ?? '')

  test.each(TEXT)('%s is read on %s', (text, on) => {
    expect(ratio(text, on)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(GRAPHICS)('%s is seen beside %s', (mark, beside) => {
    expect(ratio(mark, beside)).toBeGreaterThanOrEqual(3)
  })

  test('are all there', () => {
    expect(Object.keys(tokens).toSorted()).toEqual(Object.keys(tokensOf('light')).toSorted())
  })
})

describe('Device Mode', () => {
  test('is pure black when it is dark, and white when it is light', () => {
    expect([tokensOf('device-dark').bg, tokensOf('device-light').bg]).toEqual(['#000000', '#ffffff'])
  })

  test.each(['device-light', 'device-dark'] as const)('as %s keeps more contrast than Light Mode has', (appearance) => {
    const [own, light] = [tokensOf(appearance), tokensOf('light')]
    for (const [text, on] of TEXT.filter(([, on]) => on !== 'card')) {
      const least = Math.min(7, contrast(light[text] ?? '', light[on] ?? ''))
      expect(contrast(own[text] ?? '', own[on] ?? ''), `${text} on ${on}`).toBeGreaterThanOrEqual(least)
    }
  })
})

test('light on white, as WCAG counts it', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

describe('before the first paint', () => {
  const themes: readonly (Theme | null | 'neon')[] = [null, 'light', 'dark', 'system', 'device', 'neon']
  const cases = themes.flatMap((chosen) => [false, true].map((phoneIsDark) => [chosen, phoneIsDark] as const))

  test.each(cases)('with %s chosen and a dark phone %s the same is shown as afterwards', (chosen, phoneIsDark) => {
    const known = chosen === null || chosen === 'neon' ? 'light' : chosen
    const appearance = appearanceOf(known, phoneIsDark)
    expect(runThemeScript(chosen, phoneIsDark)).toEqual({
      'data-theme': appearance,
      'theme-color': PAGE_COLOURS[appearance],
      'color-scheme': appearance.endsWith('dark') ? 'dark' : 'light',
    })
  })

  test.each([false, true])('the console follows a dark device %s until the app has a choice', (phoneIsDark) => {
    const shown = (chosen: string | null) => runThemeScript(chosen, phoneIsDark, 'system')['data-theme']
    expect(shown(null)).toBe(phoneIsDark ? 'dark' : 'light')
    expect(shown('light')).toBe('light')
    expect(shown('dark')).toBe('dark')
  })

  test('a browser without storage gets the light one', () => {
    expect(runThemeScript(new Error('blocked'), true)['data-theme']).toBe('light')
  })

  test.each(APPEARANCES)('the browser’s own bars have the page’s colour in %s', (appearance) => {
    expect(PAGE_COLOURS[appearance].toLowerCase()).toBe(tokensOf(appearance).bg)
    const scheme = appearance.endsWith('dark') ? 'dark' : 'light'
    const selector = appearance === 'light' ? ':root' : `:root[data-theme="${appearance}"]`
    expect(block(selector)).toContain(`color-scheme: ${scheme};`)
  })
})

/** Runs public/theme.js against a page that only remembers what was set. */
function runThemeScript(
  chosen: string | null | Error,
  phoneIsDark: boolean,
  unchosenTheme?: string,
): Record<string, string> {
  const set: Record<string, string> = {}
  const meta = (selector: string) => {
    const name = /^meta\[name="([a-z-]+)"\]$/.exec(selector)?.[1] ?? selector
    return { setAttribute: (_attribute: string, content: string) => Object.assign(set, { [name]: content }) }
  }
  const dataset: { theme?: string; unchosenTheme?: string | undefined } = { unchosenTheme }
  const page = {
    localStorage: {
      getItem(key: string) {
        if (chosen instanceof Error) throw chosen
        return key === THEME_KEY ? chosen : null
      },
    },
    matchMedia: (query: string) => ({ matches: query === '(prefers-color-scheme: dark)' && phoneIsDark }),
    document: { documentElement: { dataset }, querySelector: meta },
  }
  new Function(...Object.keys(page), themeScript)(...Object.values(page))
  return { ...set, 'data-theme': dataset.theme ?? '' }
}
