import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { enterPin, PASSWORD, PIN, setPin } from '#tests/e2e/support/wallet-page.ts'
import { freePort } from '#tests/support/free-port.ts'
import { helpFor } from '../scripts/lib/help.js'
import { measureBlockingTime } from './blocking-time.ts'
import { BROWSER, launchBrowser } from './browser.ts'
import { measureFirstVisits, PHONE, SLOW_4G } from './first-visits.ts'
import { describeMachine, median, printTable } from './report.ts'

helpFor(`npm run bench:web: measures the pages on a slow phone. docs/why/performance-web.md explains the figures.

Lighthouse on slow 4G for the pages that people meet first; what a first visit paints and how long its tasks block; then how long a
repeated visit takes until it is usable, with a network and without. BENCH_ROUNDS=5 rounds.`)

const ROUNDS = Number(process.env.BENCH_ROUNDS || 5)
const SLOW_PHONE = 6
const lighthouseFolder = path.join(import.meta.dirname, 'lighthouse')

type Measured = {
  readonly url: string
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly fcpMs: number
  readonly lcpMs: number
  readonly tbtMs: number
  readonly cls: number
  readonly bytes: number
  readonly below: readonly string[]
}

type Budgets = Readonly<Record<'performance' | 'accessibility' | 'bestPractices' | 'lcpMs' | 'tbtMs' | 'cls', number>>

/** Budgets of the product, for the median of the rounds. */
const BUDGETS: Budgets = { performance: 95, accessibility: 100, bestPractices: 95, lcpMs: 1_200, tbtMs: 100, cls: 0.02 }
/** A visitor's page is larger than a first screen's frame and loads the stylesheet that the app's page shares. */
const VISITOR_BUDGETS: Budgets = { ...BUDGETS, lcpMs: 1_600 }
/** Figures where higher is better; for the others, lower is. */
const SCORES: ReadonlySet<string> = new Set(['performance', 'accessibility', 'bestPractices'])
const USABLE_MAX_MS = 1_000

async function main(): Promise<void> {
  installLighthouse()
  console.log(`${describeMachine()}\nLighthouse 13.5.0, median of ${ROUNDS}\n`)
  const product = await startProduct()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-bench-web-'))
  try {
    await measurePages(product.url, path.join(folder, 'lighthouse'))
    const person = { open: (page: Page) => joinAt(page, product.url), lock: lockWallet }
    console.log('\nFirst visit, network and processor slowed down for real')
    printTable(['page', 'FCP ms', 'LCP ms', 'slowest', 'CLS'], await measureFirstVisits(product.url, ROUNDS, person))
    console.log('\nFirst visit, tasks by processor time, four times as long as here')
    printTable(
      ['page', 'TBT ms', 'tasks over 50 ms', 'longest ms'],
      await measureBlockingTime(product.url, ROUNDS, person),
    )
    await measureRepeatVisits(product.url)
  } finally {
    await product.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\nload at the end ${(os.loadavg()[0] ?? 0).toFixed(2)}`)
}

/** Lighthouse brings some 200 packages that only this benchmark needs, so they are installed on first use. */
function installLighthouse(): void {
  if (fs.existsSync(path.join(lighthouseFolder, 'node_modules', 'lighthouse'))) return
  execFileSync('npm', ['ci'], { cwd: lighthouseFolder, stdio: 'inherit' })
}

async function startProduct(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const ports = [{ product: port, sandbox: await freePort(), smtp: await freePort() }]
  const child = spawn(process.execPath, ['tests/support/serve-for-browser.ts'], {
    env: { ...process.env, JARA_E2E_PORTS: JSON.stringify(ports) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await says(child.stdout, 'Every product is ready')
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url: `http://localhost:${port}`, stop }
}

async function says(output: NodeJS.ReadableStream, words: string): Promise<void> {
  for await (const chunk of output) if (String(chunk).includes(words)) return
  throw new Error(`nobody said "${words}"`)
}

/** Measures each page cold, with the session kept: no service worker, no cache. */
async function measurePages(url: string, profile: string): Promise<void> {
  const port = await freePort()
  const browser = spawn(
    BROWSER,
    [
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  try {
    const rows: string[][] = []
    rows.push(await measurePage(`${url}/`, port, VISITOR_BUDGETS))
    await inBrowser(port, async (page) => {
      await joinAt(page, url)
      await lockWallet(page)
    })
    rows.push(await measurePage(`${url}/pin`, port))
    for (const address of ['/dashboard', '/withdraw', '/airtime', '/history']) {
      await inBrowser(port, async (page) => {
        await page.goto(`${url}/dashboard`)
        const locked = page.getByRole('heading', { name: 'Sign In' })
        await locked.or(page.getByRole('heading', { name: /^Hi, / })).waitFor()
        if (await locked.isVisible()) await enterPin(page, PIN)
        await page.getByRole('heading', { name: /^Hi, / }).waitFor()
      })
      rows.push(await measurePage(url + address, port))
    }
    printTable(
      ['page', 'performance', 'accessibility', 'best practices', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'KiB', 'over'],
      rows,
    )
  } finally {
    browser.kill('SIGTERM')
    await once(browser, 'exit')
  }
}

/** Registers a person in this browser, up to the open wallet. */
async function joinAt(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/register`)
  await page.getByLabel('Full name').fill('Adaeze Okonkwo')
  await page.getByLabel('Email').fill(`${randomBytes(6).toString('hex')}@example.ng`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await setPin(page)
}

async function lockWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Lock now' }).click()
  await page.getByRole('heading', { name: 'Sign In' }).waitFor()
}

/** Acts in the running browser and leaves it running. */
async function inBrowser(port: number, act: (page: Page) => Promise<void>): Promise<void> {
  const browser = await connect(port)
  try {
    const [context] = browser.contexts()
    if (context === undefined) throw new Error('the browser has no window')
    const page = await context.newPage()
    await act(page)
    await page.close()
  } finally {
    await browser.close()
  }
}

async function connect(port: number): Promise<Browser> {
  for (let tries = 0; ; tries++) {
    try {
      return await chromium.connectOverCDP(`http://localhost:${port}`)
    } catch (error) {
      if (tries >= 50) throw error
      await sleep(100)
    }
  }
}

async function measurePage(url: string, port: number, budgets: Budgets = BUDGETS): Promise<string[]> {
  const runs: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await forgetCached(url, port)
    const run = measureOnce(url, port)
    if (new URL(run.url).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${run.url}`)
    runs.push(run)
  }
  const middle = (of: (run: Measured) => number) => median(runs.map(of))
  const figures = {
    performance: middle((run) => run.performance),
    accessibility: middle((run) => run.accessibility),
    bestPractices: middle((run) => run.bestPractices),
    lcpMs: middle((run) => run.lcpMs),
    tbtMs: middle((run) => run.tbtMs),
    cls: middle((run) => run.cls),
  }
  const below = new Set(runs.flatMap((run) => run.below))
  if (below.size > 0) console.log(`${new URL(url).pathname} could be better at: ${[...below].join(', ')}`)
  return [
    new URL(url).pathname,
    ...[figures.performance, figures.accessibility, figures.bestPractices].map((score) => score.toFixed(0)),
    ...[middle((run) => run.fcpMs), figures.lcpMs, figures.tbtMs].map((ms) => ms.toFixed(0)),
    figures.cls.toFixed(3),
    (middle((run) => run.bytes) / 1024).toFixed(0),
    overBudget(figures, budgets),
  ]
}

/** Occasionally Lighthouse records no trace and asks for another run. */
function measureOnce(url: string, port: number, triesLeft = 2): Measured {
  try {
    return JSON.parse(
      execFileSync(process.execPath, ['measure.js', url, String(port)], { cwd: lighthouseFolder }).toString(),
    )
  } catch (error) {
    if (triesLeft === 0) throw error
    return measureOnce(url, port, triesLeft - 1)
  }
}

function overBudget(figures: Budgets, budgets: Budgets): string {
  const names = Object.keys(budgets) as (keyof Budgets)[]
  const over = names.filter((name) =>
    SCORES.has(name) ? Math.round(figures[name]) < budgets[name] : figures[name] > budgets[name],
  )
  return over.length === 0 ? '' : over.join(' ')
}

/** Makes the next visit a first one: clears the worker, its caches and the browser's cache, and keeps the session. */
async function forgetCached(url: string, port: number): Promise<void> {
  await inBrowser(port, async (page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.clearBrowserCache')
    const { origin } = new URL(url)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
  })
}

/** Time from starting a reload until the balance is readable, on a phone 6 times slower than this machine. */
async function measureRepeatVisits(url: string): Promise<void> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({
      baseURL: url,
      ...PHONE,
    })
    const page = await context.newPage()
    await joinAt(page, url)
    await until(page, `navigator.serviceWorker.controller?.state === 'activated'`)
    await page.addInitScript(MARK_USABLE)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE })
    await page.reload()
    await usableAfter(page)

    const rows: string[][] = []
    rows.push(row('online', await visits(page)))
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    rows.push(row('online, slow 4G', await visits(page), false))
    await session.send('Network.emulateNetworkConditions', {
      ...SLOW_4G,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await context.setOffline(true)
    rows.push(row('offline', await visits(page)))
    console.log(`\nRepeated visit to /dashboard, CPU ${SLOW_PHONE} times slower`)
    printTable(['', 'usable ms', 'slowest', 'LCP ms', 'over'], rows)
  } finally {
    await browser.close()
  }
}

/** Runs in the page; a string, because this file is compiled without the browser's types. */
const MARK_USABLE = `
  new MutationObserver((_, observer) => {
    const balance = document.querySelector('section[aria-label="Balance"]')
    if (balance === null || !balance.textContent.includes('₦')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('usable')))
  }).observe(document, { subtree: true, childList: true, characterData: true })
  new PerformanceObserver((list) => {
    globalThis.lcpMs = list.getEntries().at(-1).startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

type Visit = { readonly usableMs: number; readonly lcpMs: number }

async function visits(page: Page): Promise<Visit[]> {
  const all: Visit[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.reload()
    const usableMs = await usableAfter(page)
    await until(page, 'globalThis.lcpMs > 0')
    all.push({ usableMs, lcpMs: await page.evaluate<number>('globalThis.lcpMs') })
  }
  return all
}

/** Polls from outside: the page's content policy forbids turning text into code inside it. */
async function until(page: Page, condition: string): Promise<void> {
  for (const untilMs = performance.now() + 60_000; !(await page.evaluate<boolean>(condition)); await sleep(100)) {
    if (performance.now() > untilMs) throw new Error(`not within a minute: ${condition}`)
  }
}

async function usableAfter(page: Page): Promise<number> {
  await until(page, `performance.getEntriesByName('usable').length > 0`)
  return await page.evaluate<number>(`performance.getEntriesByName('usable')[0].startTime`)
}

function row(title: string, all: readonly Visit[], hasBudget = true): string[] {
  const usableMs = median(all.map((visit) => visit.usableMs))
  return [
    title,
    usableMs.toFixed(0),
    Math.max(...all.map((visit) => visit.usableMs)).toFixed(0),
    median(all.map((visit) => visit.lcpMs)).toFixed(0),
    hasBudget && usableMs > USABLE_MAX_MS ? 'usable' : '',
  ]
}

await main()
