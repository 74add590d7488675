import { expect, type Page, test } from '@playwright/test'
import type { Order } from '#contract/orders.ts'
import { expectCode, payNaira, startPurchase, understandNotices } from '#tests/e2e/support/buy-bpc.ts'
import { approveDelivered, askForAirtime } from '#tests/e2e/support/purchase.ts'
import { firstThird } from '#tests/e2e/support/thirds.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'

/** A phone with a wrong clock: the server decides what can be paid, and until when. */

const DAY_MS = 24 * 60 * 60_000
const PHONES = [
  { clock: 'a day ahead', error: DAY_MS },
  { clock: 'a day behind', error: -DAY_MS },
] as const

/** The minutes left to pay, as the page shows them. */
async function minutesLeft(page: Page): Promise<number> {
  const said = await page.getByText(/^\d+ minutes, until \d\d:\d\d$/).innerText()
  return Number(said.split(' ')[0])
}

/** The minutes left to pay, by the server. */
async function minutesLeftOf(page: Page, orderId: string): Promise<number> {
  const { order } = (await (await page.request.get(`/api/orders/${orderId}`)).json()) as { order: Order }
  return (Date.parse(order.payTo?.expiresAt ?? '') - Date.now()) / 60_000
}

for (const { clock, error } of PHONES) {
  test(`a phone whose clock is ${clock} can pay for a purchase, and is told the time left`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + error })
    await join(page, 'Ada Obi')
    await understandNotices(page)
    const purchase = await startPurchase(page)
    const left = await minutesLeftOf(page, purchase.orderId)
    expect(Math.abs((await minutesLeft(page)) - left)).toBeLessThan(2)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: /Your BPC purchase is waiting/ }).click()
    await expect(page.getByText(/minutes, until/)).toBeVisible()
    await payNaira(purchase, 6_500)
    await expectCode(page)
  })

  test(`a phone whose clock is ${clock} says which day it was, and pays a quote`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + error })
    await join(page, 'Ada Obi')
    await askForAirtime(page, { phone: error > 0 ? '08011111161' : '08011111162', amount: '500', network: 'MTN' })
    await approveDelivered(page)
    await expect(page.getByText('Airtime purchase successful!')).toBeVisible()
    await page.goto('/history')
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Yesterday' })).toHaveCount(0)
    await page.goto('/alerts')
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await page.goto('/sell')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('setting the phone in the middle of a purchase changes nothing', async ({ page }) => {
  await page.clock.install()
  await join(page, 'Ada Obi')
  await understandNotices(page)
  const purchase = await startPurchase(page)
  // Not by enough to lock the wallet: a phone that slept looks the same.
  for (const error of [4 * 60_000, -DAY_MS]) {
    await page.clock.setSystemTime(Date.now() + error)
    // After two readings of the page's clock.
    await page.clock.runFor(11_000)
    await expect(page.getByText('The time to pay is over')).toHaveCount(0)
    expect(Math.abs((await minutesLeft(page)) - (await minutesLeftOf(page, purchase.orderId)))).toBeLessThan(3)
  }
  await payNaira(purchase, 6_500)
  await expectCode(page)
})

firstThird(
  'without a network, the age of what is shown is told right on a phone that is a day ahead',
  async ({ page, context }) => {
    await page.clock.install({ time: Date.now() + DAY_MS })
    await join(page, 'Ada Obi')
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
    await context.setOffline(true)
    await page.evaluate('dispatchEvent(new Event("offline"))')
    await page.clock.runFor(60_000)
    await expect(page.getByText(/These figures are from \d\d:\d\d, (?:less than a minute|1 minute) ago/)).toBeVisible()
  },
)
