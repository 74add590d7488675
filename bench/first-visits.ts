import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { median } from './report.ts'

/** As Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit/s. */
export const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** The window of a small phone in Nigeria. */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  locale: 'en-NG',
  timezoneId: 'Africa/Lagos',
}
/** How many times slower than this machine the phone is; Lighthouse's figure. */
export const SLOW_PHONE = 4
/** By then the app has taken over, and what it fetches afterwards has arrived. */
export const SETTLED_MS = 4_000

/** Runs in the page; a string, because this file is compiled without the browser's types. */
const RECORD = `
  globalThis.paints = { lcpMs: 0, cls: 0 }
  new PerformanceObserver((list) => {
    globalThis.paints.lcpMs = list.getEntries().at(-1).startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.paints.cls += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

type Painted = { readonly fcpMs: number; readonly lcpMs: number; readonly cls: number }

/** `open` signs a person in; `lock` locks the wallet again. */
export type Person = Readonly<Record<'open' | 'lock', (page: Page) => Promise<void>>>

/**
 * First visits as a phone paints them, with network and CPU really slowed down. Lighthouse only computes the delay from
 * an unthrottled visit, and counts all code that arrived before the paint as waited for.
 */
export async function measureFirstVisits(url: string, rounds: number, person: Person): Promise<string[][]> {
  return await onFirstScreens(url, person, (context, address) => measureVisits(context, address, rounds))
}

/** Measures each of the five first screens behind the sign-in, in a browser of their own; returns a row for each. */
export async function onFirstScreens(
  url: string,
  { open, lock }: Person,
  measure: (context: BrowserContext, address: string) => Promise<string[]>,
): Promise<string[][]> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({
      baseURL: url,
      ...PHONE,
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await open(page)
    const rows: string[][] = []
    for (const address of ['/dashboard', '/withdraw', '/airtime', '/history'])
      rows.push(await measure(context, address))
    await lock(page)
    rows.push(await measure(context, '/pin'))
    return rows
  } finally {
    await browser.close()
  }
}

async function measureVisits(context: BrowserContext, address: string, rounds: number): Promise<string[]> {
  const visits: Painted[] = []
  for (let round = 0; round < rounds; round++) visits.push(await visit(context, address))
  const middle = (of: (visit: Painted) => number) => median(visits.map(of))
  const slowest = Math.max(...visits.map(({ lcpMs }) => lcpMs))
  return [
    address,
    ...[middle(({ fcpMs }) => fcpMs), middle(({ lcpMs }) => lcpMs), slowest].map((ms) => ms.toFixed(0)),
    middle(({ cls }) => cls).toFixed(3),
  ]
}

async function visit(context: BrowserContext, address: string): Promise<Painted> {
  const { page, session } = await openUncached(context)
  await page.addInitScript(RECORD)
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE })
  await page.goto(address)
  await page.waitForTimeout(SETTLED_MS)
  if (new URL(page.url()).pathname !== address) throw new Error(`${address} led to ${page.url()}`)
  const fcpMs = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)
  const painted = await page.evaluate<{ lcpMs: number; cls: number }>('globalThis.paints')
  await page.close()
  return { fcpMs, ...painted }
}

/** Opens a new tab with an empty browser cache. */
export async function openUncached(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  return { page, session }
}
