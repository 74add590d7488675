import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../scripts/lib/chromium.js'

/**
 * The browser to measure with: the one in CHROMIUM_PATH, or the leanest installed. A full Chromium opens pages of its
 * own beside the measured one; their cost shows up as up to 800 ms of its blocking time.
 */
export const BROWSER = findChromium() ?? '/usr/bin/chromium'

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: BROWSER,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}
