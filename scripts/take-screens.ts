import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import {
  approve,
  approveDelivered,
  askForAirtime,
  fillElectricity,
  fillExamPins,
  fillTv,
} from '#tests/e2e/support/purchase.ts'
import { enterPin, fillTransfer, join, PIN, showKeypad } from '#tests/e2e/support/wallet-page.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openSandboxControl, type SandboxControl } from '#tests/support/sandbox-control.ts'
import { writeSheet } from './lib/screens-sheet.ts'
import { walkBpc } from './lib/walk-bpc.ts'
import { walkHistory } from './lib/walk-history.ts'
import { walkSecurity } from './lib/walk-security.ts'
import { walkSelling } from './lib/walk-selling.ts'
import { walkSignIn, walkStrongSignIn } from './lib/walk-sign-in.ts'
import { walkSupport } from './lib/walk-support.ts'

/**
 * Takes a picture of every screen, light and dark, at phone size, from a fresh installation: `npm run screens`.
 * The pictures go to docs/screens/. CHROMIUM_PATH names the browser when it is not /usr/bin/chromium.
 */
const folder = path.join(import.meta.dirname, '..', 'docs', 'screens')
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

async function main(): Promise<void> {
  const port = await freePort()
  const sandboxPort = await freePort()
  const ports = [{ product: port, sandbox: sandboxPort, smtp: await freePort() }]
  const product = spawn(process.execPath, ['tests/support/serve-for-browser.ts'], {
    env: { ...process.env, JARA_E2E_PORTS: JSON.stringify(ports) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await ready(product.stdout)
    // Pictures of removed screens are deleted too.
    fs.rmSync(folder, { recursive: true, force: true })
    fs.mkdirSync(folder, { recursive: true })
    for (const theme of THEMES) {
      await walk(browser, { url: `http://localhost:${port}`, sandboxUrl: `http://localhost:${sandboxPort}`, theme })
    }
    writeSheet(folder)
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

type Installed = { url: string; sandboxUrl: string; theme: Theme }

/** A phone of its own, which knows no account. */
async function openPhone(browser: Browser, on: Installed): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: on.url,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 1.5,
    isMobile: true,
    hasTouch: true,
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
  const context = await openPhone(browser, on)
  const page = await context.newPage()
  await look({ page, take: (name) => takePicture(page, `${name}-${on.theme}`) })
  await context.close()
}

async function walk(browser: Browser, on: Installed): Promise<void> {
  const context = await openPhone(browser, on)
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

/** Airtime on its way, asked for a second time, failed and delivered; a data bundle; electricity with its token; TV. */
async function walkPurchases(
  page: Page,
  sandbox: SandboxControl,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const airtime = { phone: '08031234567', amount: '500' }
  await sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'pending' })
  await askForAirtime(page, airtime)
  await page.getByRole('region', { name: 'Approve' }).waitFor()
  await take('airtime-review')
  await approve(page)
  await page.getByRole('heading', { name: 'Your airtime purchase is on its way' }).waitFor()
  await take('airtime-pending')
  await askForAirtime(page, airtime)
  await page.getByRole('dialog', { name: 'Pay again?' }).waitFor()
  await take('airtime-second-one')
  await page.getByRole('button', { name: 'No, once is enough' }).click()
  await take('airtime')
  await sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'decline' })
  await askForAirtime(page, { phone: '08051234567', amount: '1,000' })
  await approve(page)
  await page.getByRole('heading', { name: 'Your airtime purchase failed' }).waitFor()
  await take('airtime-failed')
  await askForAirtime(page, { phone: '08091234567', amount: '200' })
  await approveDelivered(page)
  await take('airtime-delivered')

  await page.goto('/data')
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.getByRole('button', { name: /^Data Bundle/ }).click()
  await page.getByRole('button', { name: /^2GB/ }).waitFor()
  await take('data-bundles')
  await page.getByRole('button', { name: /^2GB/ }).click()
  await take('data')

  await fillElectricity(page, { meter: '45678901234', amount: '5,000' })
  await take('electricity')
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await approve(page)
  await page.getByRole('button', { name: 'Copy token' }).waitFor()
  await take('electricity-token')
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await page.getByRole('button', { name: 'Copy token' }).waitFor()
  await take('electricity-receipt')
  await fillTv(page, '7023456789')
  await take('tv')
  await fillExamPins(page, { quantity: 2, phone: '08031234567' })
  await take('exam-pins')
  await page.getByRole('button', { name: 'Buy Exam PINs' }).click()
  await page.getByRole('button', { name: 'Approve with PIN' }).waitFor()
  await take('exam-pins-review')
  await approve(page)
  await page.getByRole('button', { name: 'Copy pin 2' }).waitFor()
  await take('exam-pins-delivered')
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await page.getByRole('button', { name: 'Copy pin 2' }).waitFor()
  await take('exam-pins-receipt')
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

/** Waits until nothing moves and passing messages are gone, then takes the screen as a person has it before them. */
async function takePicture(page: Page, name: string): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  await page.waitForTimeout(600)
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' })
}

await main()
