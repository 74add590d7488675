import { expect, test } from 'vitest'
import { describeBrowser } from './describe-browser.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 13; Infinix X6525) ${CHROME} Mobile Safari/537.36 PHX/16.1`, 'Phoenix on Android'],
  [`Mozilla/5.0 (Linux; Android 13; SM-A145F) SamsungBrowser/27.0 ${CHROME} Mobile`, 'Samsung Internet on Android'],
  [`Mozilla/5.0 (Linux; Android 12) ${CHROME} Mobile Safari/537.36 OPR/80.0`, 'Opera on Android'],
  ['Opera/9.80 (Android; Opera Mini/36.2/191; U; en) Presto/2.12.423 Version/12.16', 'Opera on Android'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0', 'Firefox on Android'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${SAFARI} Version/18.6 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${SAFARI} CriOS/142.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/18.6 Safari/605.1.15`, 'Safari on Mac'],
  ['Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'Firefox on KaiOS'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'A browser on Windows'],
])('calls %s %s', (userAgent, expected) => {
  expect(describeBrowser(userAgent)).toBe(expected)
})

test.each([[undefined], [''], ['curl/8.5.0'], ['\u202e<script>'], ['x'.repeat(100_000)]])(
  'has no name for %j',
  (userAgent) => {
    expect(describeBrowser(userAgent)).toBeNull()
  },
)
