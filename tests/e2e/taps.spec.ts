import { expect, type Locator, type Page, test } from '@playwright/test'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { approve, approveDelivered, askForAirtime } from '#tests/e2e/support/purchase.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, join, PIN, sendMoney } from '#tests/e2e/support/wallet-page.ts'

/** A number that no other test buys for. */
const DELIVERED = '08021110099'

/** Counts the taps from the wallet to the keypad. Each target must be in view without scrolling. */
function tapsOn(page: Page) {
  const taps: string[] = []
  const tap = async (target: Locator) => {
    await expect(target).toBeInViewport({ ratio: 0.9 })
    taps.push(await target.innerText())
    await target.click()
  }
  return { taps, tap, link: (name: string) => tap(page.getByRole('link', { name, exact: true }).first()) }
}

const offered = (page: Page) => page.getByRole('list', { name: 'Paid before' }).getByRole('button').first()

test('a saved recipient is paid in five taps and the PIN at most', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  await sendMoney(page, '1,500')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  await page.goto('/dashboard')
  const { taps, tap, link } = tapsOn(page)
  await link('Send')
  await tap(offered(page))
  await expect(page.getByLabel('Account Number')).toHaveValue('0123456784')
  await tap(page.getByRole('button', { name: '₦2,000', exact: true }))
  await expect(page.getByLabel('Amount')).toHaveValue('2,000')
  await expect(page.getByRole('status', { name: 'Account Name' })).toHaveText(/^[\p{Lu} '-]{3,}$/u)
  await page.getByRole('button', { name: 'Submit' }).scrollIntoViewIfNeeded()
  await tap(page.getByRole('button', { name: 'Submit' }))
  expect(taps.length).toBeLessThanOrEqual(5)
  await enterPin(page, PIN)
  await expect(page.getByText('Your transfer of ₦2,000 has been processed successfully.')).toBeVisible()
})

secondThird('airtime goes to a recent number in four taps and the PIN at most', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  await askForAirtime(page, { phone: DELIVERED, amount: '100', network: 'Airtel' })
  await approveDelivered(page)
  const { taps, tap, link } = tapsOn(page)
  await link('Airtime')
  await expect(offered(page)).toHaveText(/0802 111 0099\s*Airtel/)
  await tap(offered(page))
  await expect(page.getByText('Saved with this number.')).toBeVisible()
  await tap(page.getByRole('button', { name: '₦500', exact: true }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tap(page.getByRole('button', { name: 'Purchase Airtime' }))
  expect(taps.length).toBeLessThanOrEqual(4)
  await expect(page.getByRole('dialog')).toContainText('₦500.00 Airtel airtime')
  await approve(page)
  // The provider takes a second one within half a minute for a mistake, so it is delayed.
  await expect(page.getByRole('heading', { name: 'Your airtime purchase is on its way' })).toBeVisible()
})

lastThird('a BPC is bought from the wallet in three taps and the PIN at most', async ({ page }) => {
  await join(page, 'Musa Bello')
  const { taps, tap, link } = tapsOn(page)
  await link('Buy BPC')
  await expect(page.getByRole('radio', { name: /^From your wallet/ })).toBeChecked()
  await tap(page.getByRole('button', { name: 'Pay', exact: true }))
  expect(taps.length).toBeLessThanOrEqual(3)
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible()
})

firstThird('without the price in the wallet a BPC is paid by bank transfer', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  const wallet = await (await page.request.get('/api/wallet')).json()
  await page.route('**/api/wallet', (route) => route.fulfill({ json: { ...wallet, availableKobo: '649999' } }))
  await page.goto('/buy-bpc')
  await expect(page.getByText('That is less than the price.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Bank transfer/ })).toBeChecked()
  await page.unrouteAll({ behavior: 'wait' })
})
