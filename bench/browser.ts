import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../scripts/lib/chromium.js'

/**
 * The browser that is measured: the one that CHROMIUM_PATH names, or the leanest on this machine. A whole Chromium opens pages of
 * its own beside the measured one, and what they cost comes out as the cost of the measured page: up to 800 ms of blocking time.
 */
export const BROWSER = findChromium() ?? '/usr/bin/chromium'

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: BROWSER,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}
