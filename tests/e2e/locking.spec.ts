import { type BrowserContext, expect, type Page, type Request, test } from '@playwright/test'
import { openAccount, PIN } from '#tests/e2e/support/new-person.ts'
import { type OwnProduct, startOwnProduct } from '#tests/e2e/support/own-product.ts'
import { enterPin, lock } from '#tests/e2e/support/wallet-page.ts'

/** A product whose database the tests can change: time passes for a session as for the page. */
let product: OwnProduct
let context: BrowserContext
let page: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  product = await startOwnProduct({ LINK_CHECK: 'off' })
})
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ baseURL: product.url })
  page = await context.newPage()
})
test.afterEach(() => context.close())
test.afterAll(() => product.close())

const MINUTE_MS = 60_000
const signIn = (page: Page) => page.getByRole('heading', { name: 'Sign In' })

const greeting = (page: Page) => page.getByRole('heading', { name: /^Hi, / })

async function openWallet(page: Page): Promise<void> {
  await page.clock.install()
  await openAccount(page, 'Amina Yusuf')
  await page.goto('/dashboard')
  await expect(greeting(page)).toBeVisible()
}

/**
 * Touches the page and waits until the server knows of this touch, not of an earlier one whose report is still in
 * transit.
 */
async function touch(page: Page, act: () => Promise<void>): Promise<void> {
  const begunAt = Date.now()
  const isTold = (request: Request) =>
    (request.url().endsWith('/api/touch') || 'jara-touched' in request.headers()) &&
    request.timing().startTime >= begunAt
  // A server that is too busy says so, and the page reports again.
  const told = page.waitForResponse((response) => isTold(response.request()) && ![429, 503].includes(response.status()))
  await act()
  // Longer than the page waits between two reports.
  await page.clock.fastForward(11_000)
  await told
}

/** Lets time pass, for the page and for every session in the database. */
async function wait(page: Page, ms: number): Promise<void> {
  const ago = (column: string) => `${column} = ${column} - interval '${ms} milliseconds'`
  const columns = ['created_at', 'password_at', 'unlocked_at', 'last_seen_at']
  await product.sql(`update sessions set ${columns.map(ago).join(', ')}`)
  await page.clock.fastForward(ms)
}

test('in use for an hour there is no wall, at Airtime, at Withdraw and at the review; left for five minutes there is one', async () => {
  await openWallet(page)
  for (let minute = 4; minute <= 60; minute += 4) {
    await wait(page, 4 * MINUTE_MS)
    await touch(page, () => greeting(page).click())
  }
  await page.getByRole('link', { name: 'Airtime', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Buy Airtime' })).toBeVisible()
  await page.clock.fastForward(10_000)
  await touch(page, () => page.getByLabel('Phone Number').fill('08031234567'))
  await wait(page, 4 * MINUTE_MS)
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await wait(page, 4 * MINUTE_MS)
  await touch(page, () => page.getByRole('heading', { name: 'Buy Airtime' }).click())
  await page.goto('/withdraw')
  await expect(page.getByRole('heading', { name: 'Transfer To Bank' })).toBeVisible()

  await wait(page, 5 * MINUTE_MS + 10_000)
  await expect(signIn(page)).toBeVisible()
  expect((await page.request.get('/api/wallet')).status()).toBe(423)
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Transfer To Bank' })).toBeVisible()
})

test('who only types is not locked out, and a page that nobody touches keeps nothing open', async () => {
  await openWallet(page)
  await page.goto('/withdraw')
  const amount = page.getByLabel('Amount')
  await amount.click()
  for (let minute = 4; minute <= 12; minute += 4) {
    await wait(page, 4 * MINUTE_MS)
    // A single event, so that no part of this touch is reported later.
    await touch(page, () => page.keyboard.insertText('1'))
  }
  expect((await page.request.get('/api/wallet')).status()).toBe(200)
  // Meanwhile the page makes requests by itself, as it does after every change.
  for (let minute = 1; minute <= 4; minute++) {
    await wait(page, MINUTE_MS)
    await page.evaluate("fetch('/api/wallet')")
  }
  await wait(page, MINUTE_MS + 10_000)
  expect((await page.request.get('/api/wallet')).status()).toBe(423)
  await expect(signIn(page)).toBeVisible()
})

test('tabs count together: one that is used keeps the other open', async () => {
  await openWallet(page)
  const other = await context.newPage()
  await other.goto('/history')
  await expect(other.getByRole('heading', { name: 'History' })).toBeVisible()
  for (let minute = 4; minute <= 12; minute += 4) {
    await wait(page, 4 * MINUTE_MS)
    await touch(page, () => greeting(page).click())
  }
  await expect(other.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(signIn(page)).toHaveCount(0)
})

test('unlocking one tab unlocks the others, each where it was', async () => {
  await openWallet(page)
  const other = await context.newPage()
  await other.goto('/history')
  await expect(other.getByRole('heading', { name: 'History' })).toBeVisible()
  await lock(page)
  await expect(signIn(other)).toBeVisible()
  await enterPin(page, PIN)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(other.getByRole('heading', { name: 'History' })).toBeVisible()
})

test('the address of the welcome page leads to the wallet, or to the PIN while it is locked', async () => {
  await openAccount(page, 'Amina Yusuf')
  await page.goto('/')
  await expect(page).toHaveURL(`${product.url}/dashboard`)
  await page.request.post('/api/lock', { headers: { origin: product.url } })
  await page.goto('/')
  await expect(page).toHaveURL(`${product.url}/pin`)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
})
