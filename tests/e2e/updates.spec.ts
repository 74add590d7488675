import { expect, type Page, test } from '@playwright/test'
import { type Deployment, openDeployment, readyForOffline } from '#tests/e2e/support/service-worker.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, join, PIN, showKeypad } from '#tests/e2e/support/wallet-page.ts'

let deployment: Deployment

// Uses the deployment's address instead of the product's own.
test.use({
  serviceWorkers: 'allow',
  baseURL: async ({ baseURL }, use) => {
    deployment = await openDeployment(baseURL ?? '')
    await use(deployment.url)
    await deployment.close()
  },
})

const prompt = (page: Page) => page.getByRole('region', { name: 'New version' })
const waiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? 'none')

/** Deploys another version and makes the browser notice. */
async function deployAndNotice(page: Page): Promise<void> {
  deployment.deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(() => waiting(page)).toBe('installed')
}

/** Marks the page, to see whether it is loaded again. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-page', 'first'))
}
const isFirstPage = (page: Page) => page.evaluate(() => document.documentElement.getAttribute('data-page') === 'first')

async function reloadFromPrompt(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load')
  await prompt(page).getByRole('button', { name: 'Reload' }).click()
  await loaded
}

test('a new version is offered, waits for the tap, and is there after it', async ({ page }) => {
  await join(page, 'Adaeze Ụzọchukwu')
  await readyForOffline(page)
  await markPage(page)
  await deployAndNotice(page)
  await expect(prompt(page)).toContainText('A new version is ready')
  expect(await isFirstPage(page)).toBe(true)
  await reloadFromPrompt(page)
  expect(await isFirstPage(page)).toBe(false)
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
  await expect(prompt(page)).toBeHidden()
  expect(await waiting(page)).toBe('none')
})

secondThird('"Later" leaves the page alone', async ({ page }) => {
  await join(page, 'Adaeze Ụzọchukwu')
  await readyForOffline(page)
  await markPage(page)
  await deployAndNotice(page)
  await prompt(page).getByRole('button', { name: 'Later' }).click()
  await expect(prompt(page)).toBeHidden()
  await page.getByRole('link', { name: 'Add money' }).first().click()
  await expect(page.getByRole('heading', { name: 'Add money' })).toBeVisible()
  await expect(prompt(page)).toBeHidden()
  expect(await isFirstPage(page)).toBe(true)
})

firstThird('nothing is offered while a payment is approved, sent or awaited, nor at the PIN', async ({ page }) => {
  await join(page, 'Adaeze Ụzọchukwu')
  await readyForOffline(page)
  await page.getByRole('link', { name: 'Airtime' }).first().click()
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
  await markPage(page)
  await deployAndNotice(page)
  await expect(prompt(page)).toBeHidden()

  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(prompt(page)).toBeVisible()
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
  await expect(prompt(page)).toBeHidden()

  // Every moment from the PIN to the end of the wait, recorded in the page.
  await page.evaluate(() => {
    const seen: string[] = []
    const look = () => {
      const shown = document.querySelector('section[aria-label="New version"]') !== null
      if (shown) seen.push(location.pathname)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
    Object.assign(window, { promptSeenAt: seen })
  })
  await showKeypad(page)
  await enterPin(page, PIN)
  await expect(page.getByText('Airtime purchase successful!')).toBeVisible()
  const seenAt = await page.evaluate(() => (window as unknown as { promptSeenAt: string[] }).promptSeenAt)
  expect(seenAt.filter((path) => path !== '/dashboard')).toEqual([])
  await expect(prompt(page)).toBeVisible()

  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(prompt(page)).toBeHidden()
  await page.getByRole('dialog').getByRole('button', { name: 'Lock now' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(prompt(page)).toBeHidden()
  expect(await isFirstPage(page)).toBe(true)
})

lastThird(
  'a payment in another tab holds the new version back, and that tab never reloads on its own',
  async ({ page, context }) => {
    await join(page, 'Adaeze Ụzọchukwu')
    await readyForOffline(page)
    const paying = await context.newPage()
    await paying.goto('/airtime')
    await paying.getByLabel('Phone Number').fill('08031234567')
    await paying.getByLabel('Amount').fill('500')
    await paying.getByRole('button', { name: 'Purchase Airtime' }).click()
    await expect(paying.getByRole('region', { name: 'Approve' })).toBeVisible()
    await markPage(paying)
    await deployAndNotice(page)
    await prompt(page).getByRole('button', { name: 'Reload' }).click()
    await expect(prompt(page)).toContainText('A payment is open in another tab. Finish it there first.')
    expect(await waiting(page)).toBe('installed')

    await paying.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await reloadFromPrompt(page)
    await expect.poll(() => waiting(page)).toBe('none')
    expect(await isFirstPage(paying)).toBe(true)
    await expect(paying.getByLabel('Amount')).toHaveValue('500')
  },
)

secondThird(
  'a screen whose part is gone from the server says so, and opens after a reload',
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ serviceWorkers: 'block', ...(baseURL === undefined ? {} : { baseURL }) })
    const page = await context.newPage()
    await page.route('**/assets/fund-page*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await join(page, 'Adaeze Ụzọchukwu')
    await page.getByRole('link', { name: 'Add money' }).first().click()
    await expect(page.getByText('Part of the app could not load.')).toBeVisible()
    await page.unroute('**/assets/fund-page*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Add money' })).toBeVisible()
    await context.close()
  },
)
