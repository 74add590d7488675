import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { enterPin, fillTransfer, join, PIN, showKeypad } from '#tests/e2e/support/wallet-page.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openSandboxControl, type SandboxControl } from '#tests/support/sandbox-control.ts'
import { findChromium } from './lib/chromium.js'
import { helpFor } from './lib/help.js'
import { keepScreens } from './lib/screens-sheet.ts'
import { walkAlerts } from './lib/walk-alerts.ts'
import { walkBpc } from './lib/walk-bpc.ts'
import { walkConsole } from './lib/walk-console.ts'
import { walkHistory } from './lib/walk-history.ts'
import { walkPurchases } from './lib/walk-purchases.ts'
import { walkSecurity } from './lib/walk-security.ts'
import { walkSelling } from './lib/walk-selling.ts'
import { walkSignIn, walkStrongSignIn } from './lib/walk-sign-in.ts'
import { walkSupport } from './lib/walk-support.ts'
import { walkWide } from './lib/walk-wide.ts'

helpFor(`npm run screens: takes a picture of every screen of a fresh installation, light and dark.

Customers' screens on a phone, the main ones also on a laptop and a tablet, and operators' screens.
All pictures go to test-results/screens; some are copied to docs/screens.

  npm run screens -- --wide      only wide windows
  npm run screens -- --console   only operators' screens

CHROMIUM_PATH chooses the browser; by default it is the leanest on this machine.`)

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'test-results', 'screens')
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const WIDE_WINDOWS = [
  { width: 1_280, height: 800 },
  { width: 768, height: 1_024 },
]
/** Pictures taken in a wide window. */
const IS_WIDE = /-(?:1280|768)-(?:light|dark)\.png$/
const IS_CONSOLE = /^console-/
const flag = { type: 'boolean', default: false } as const
const { values: wanted } = parseArgs({ options: { wide: flag, console: flag } })

async function main(): Promise<void> {
  const port = await freePort()
  const sandboxPort = await freePort()
  const ports = [{ product: port, sandbox: sandboxPort, smtp: await freePort() }]
  const product = spawn(process.execPath, ['tests/support/serve-for-browser.ts'], {
    env: { ...process.env, JARA_E2E_PORTS: JSON.stringify(ports) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await ready(product.stdout)
    removePictures()
    for (const theme of THEMES) {
      const on = { url: `http://localhost:${port}`, sandboxUrl: `http://localhost:${sandboxPort}`, theme }
      if (!wanted.wide && !wanted.console) await walk(browser, on)
      if (!wanted.console) await walkOnWideWindows(browser, on)
      if (!wanted.wide) await walkAsOperators(browser, theme)
    }
    keepScreens(folder, path.join(root, 'docs', 'screens'))
  } finally {
    await browser.close()
    product.kill('SIGTERM')
    await once(product, 'exit')
  }
}

async function ready(output: NodeJS.ReadableStream): Promise<void> {
  for await (const chunk of output) if (String(chunk).includes('Every product is ready')) return
  throw new Error('the product did not start')
}

/** Deletes the pictures about to be taken, so that pictures of removed screens disappear too. */
function removePictures(): void {
  fs.mkdirSync(folder, { recursive: true })
  for (const file of fs.readdirSync(folder)) if (isWanted(file)) fs.rmSync(path.join(folder, file))
}

function isWanted(file: string): boolean {
  if (wanted.console) return IS_CONSOLE.test(file)
  return !wanted.wide || (IS_WIDE.test(file) && !IS_CONSOLE.test(file))
}

type Installed = { url: string; sandboxUrl: string; theme: Theme }

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true }

/** A separate phone or browser, which knows no account. */
async function openBrowser(
  browser: Browser,
  on: Pick<Installed, 'theme' | 'url'>,
  device: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...device,
    baseURL: on.url,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    serviceWorkers: 'block',
  })
  await context.addInitScript(`localStorage.setItem('jara.theme', '${on.theme}')`)
  return context
}

/** What it shows in a browser that knows no account. */
async function onAnotherPhone(
  browser: Browser,
  on: Installed,
  look: (phone: { page: Page; take: (name: string) => Promise<void> }) => Promise<void>,
): Promise<void> {
  const context = await openBrowser(browser, on, PHONE)
  const page = await context.newPage()
  await look({ page, take: (name) => takePicture(page, `${name}-${on.theme}`) })
  await context.close()
}

/** A laptop and a tablet: one page, photographed in both sizes. */
async function walkOnWideWindows(browser: Browser, on: Installed): Promise<void> {
  const context = await openBrowser(browser, on, { viewport: WIDE_WINDOWS[0] ?? null })
  const page = await context.newPage()
  const take = async (name: string) => {
    for (const size of WIDE_WINDOWS.toReversed()) {
      await page.setViewportSize(size)
      await takePicture(page, `${name}-${size.width}-${on.theme}`)
    }
  }
  await page.goto('/')
  await take('welcome')
  await joinAndFund(page, context, openSandboxControl(on.sandboxUrl))
  await page.getByRole('region', { name: 'First steps' }).waitFor()
  await take('first-steps')
  await walkWide(page, { take, ending: String(THEMES.indexOf(on.theme)) })
  await context.close()
}

/** The operators' screens on a laptop, a tablet and a phone. */
async function walkAsOperators(browser: Browser, theme: Theme): Promise<void> {
  const contexts: BrowserContext[] = []
  const open = async (url: string) => {
    const context = await openBrowser(browser, { url, theme }, { viewport: WIDE_WINDOWS[0] ?? null })
    contexts.push(context)
    return await context.newPage()
  }
  const take = async (page: Page, name: string) => {
    await page.setViewportSize(PHONE.viewport)
    await takePicture(page, `${name}-${theme}`)
    for (const size of WIDE_WINDOWS.toReversed()) {
      await page.setViewportSize(size)
      await takePicture(page, `${name}-${size.width}-${theme}`)
    }
  }
  await walkConsole({ open, take })
  for (const context of contexts) await context.close()
}

async function walk(browser: Browser, on: Installed): Promise<void> {
  const context = await openBrowser(browser, on, PHONE)
  const page = await context.newPage()
  const take = (name: string) => takePicture(page, `${name}-${on.theme}`)
  const sandbox = openSandboxControl(on.sandboxUrl)

  await page.goto('/')
  await take('welcome')
  await page.goto('/signin')
  await take('signin')
  await page.goto('/register')
  await take('register')
  const email = await joinAndFund(page, context, sandbox)
  await onAnotherPhone(browser, on, (phone) => walkSignIn(phone.page, { email, sandbox, take: phone.take }))
  await take('dashboard')
  await page.goto('/fund')
  await page.getByRole('button', { name: 'Copy account number' }).waitFor()
  await take('fund')

  await fillTransfer(page, '1,500')
  await take('withdraw')
  await page.locator('header').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog', { name: 'Log out?' }).waitFor()
  await take('log-out')
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('region', { name: 'Approve' }).waitFor()
  await take('withdraw-review')
  await showKeypad(page)
  await take('withdraw-pin')
  await enterPin(page, PIN)
  await page.getByRole('heading', { name: 'Transfer Successfully' }).waitFor()
  await take('withdraw-completed')

  await sandbox.fault({ operation: 'transfer', fault: 'pending' })
  await send(page, '20,000')
  await page.getByRole('heading', { name: 'Your transfer is on its way' }).waitFor()
  await take('withdraw-pending')
  await sandbox.fault({ operation: 'transfer', fault: 'decline' })
  await send(page, '3,000')
  await page.getByRole('heading', { name: 'Your transfer failed' }).waitFor()
  await take('withdraw-failed')

  await walkPurchases(page, sandbox, take)
  await walkBpc(page, sandbox, take)
  await walkSelling(page, sandbox, take)
  await walkSecurity(page, take)
  await onAnotherPhone(browser, on, (phone) => walkStrongSignIn(phone.page, { email, take: phone.take }))
  await walkSupport(page, take)
  await walkAlerts(page, take)

  await walkHistory(page, take)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Lock now' }).waitFor()
  await take('profile')
  await page.getByRole('button', { name: 'Lock now' }).click()
  await page.getByRole('heading', { name: 'Sign In' }).waitFor()
  await take('pin')
  await page.goto('/no-such-page')
  await take('not-found')
  await context.close()
}

async function joinAndFund(page: Page, context: BrowserContext, sandbox: SandboxControl): Promise<string> {
  const email = await join(page, 'Adaeze Ụzọchukwu')
  await page.goto('/fund')
  await page.getByRole('button', { name: 'Copy account number' }).waitFor()
  const answer = await context.request.get('/api/funding-account')
  const { account } = (await answer.json()) as { account: { accountNumber: string } }
  await sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '2500050', senderName: 'MUSA BELLO' })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /Deposit/ }).waitFor({ timeout: 30_000 })
  return email
}

async function send(page: Page, amount: string): Promise<void> {
  await fillTransfer(page, amount)
  await page.getByRole('button', { name: 'Submit' }).click()
  await showKeypad(page)
  await enterPin(page, PIN)
}

/** Waits until nothing moves and toasts are gone, then takes the screen as a person sees it. */
async function takePicture(page: Page, name: string): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  await page.waitForTimeout(600)
  const picture = sharp(await page.screenshot({ animations: 'disabled' }))
  // Screens have few colours: a palette takes less than half the space.
  await picture.png({ palette: true, effort: 10 }).toFile(path.join(folder, `${name}.png`))
}

await main()
