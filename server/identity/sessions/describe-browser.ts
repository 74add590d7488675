/** First match wins: most browsers also claim to be the ones further down. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPX|OPiOS)\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bPHX\//, 'Phoenix'],
  [/\bUC ?Browser\b/, 'UC Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bKAIOS\//i, 'KaiOS'],
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]
const READ_MAX_LENGTH = 500

/**
 * A browser's own claim, in our words: "Chrome on Android". Null when nothing is recognised. It is unverified: good for
 * recognising one's own phone and nothing else.
 */
export function describeBrowser(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, READ_MAX_LENGTH)
  const named = (words: typeof BROWSERS) => words.find(([pattern]) => pattern.test(text))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (system === undefined) return browser ?? null
  return `${browser ?? 'A browser'} on ${system}`
}
