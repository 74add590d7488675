/**
 * The oldest supported browsers, by major version. The build lowers styles to them and refuses newer built-ins
 * (scripts/check-browsers.ts). Why these: docs/why/decisions/0081-oldest-browsers.md.
 */
export const OLDEST_BROWSERS = { chrome: '95', safari: '15.4', firefox: '102' } as const

/** Advice for people whose browser is too old. */
export const BROWSERS_THAT_WORK: readonly string[] = [
  `Chrome ${OLDEST_BROWSERS.chrome} or newer. Update it in the Play Store. It works on Android 5 and newer.`,
  `Safari ${OLDEST_BROWSERS.safari} or newer. Update your iPhone in Settings, General, Software Update. It works on the iPhone 6s and newer.`,
  `Firefox ${OLDEST_BROWSERS.firefox} or newer.`,
  'Samsung Internet, Opera or Edge from 2022 or later.',
  'Opera Mini, with data saving off or on High. It cannot open your wallet on Extreme.',
]
