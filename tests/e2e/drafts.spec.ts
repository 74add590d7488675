import { expect, type Page, test } from '@playwright/test'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { lastThird } from '#tests/e2e/support/thirds.ts'
import { accountName, enterPin, fillTransfer, PIN, showKeypad } from '#tests/e2e/support/wallet-page.ts'

/** Locks the session and reloads the page, as after a crash. */
async function lockAndReload(page: Page): Promise<void> {
  await page.request.post('/api/lock', { headers: { origin: new URL(page.url()).origin } })
  await page.reload()
  await enterPin(page, PIN)
}

test('a lock and a reload keep what was typed into a transfer, but no code; leaving the form empties it', async ({
  page,
}) => {
  await openAccount(page, 'Ngozi Ade')
  await fillTransfer(page, '1,500')
  await page.getByRole('button', { name: 'use a code' }).click()
  await page.getByLabel('BPC CODE').fill('JARA-1234')
  const name = await accountName(page).innerText()
  await lockAndReload(page)
  await expect(page.getByLabel('Account Number')).toHaveValue('0123456784')
  await expect(page.getByRole('button', { name: /^Bank/ })).toContainText('GTBank')
  await expect(page.getByLabel('Amount')).toHaveValue('1,500')
  await expect(accountName(page)).toHaveText(name)
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('JARA-1234')

  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await expect(page.getByLabel('Account Number')).toHaveValue('')
  await expect(page.getByLabel('Amount')).toHaveValue('')
})

lastThird('a bill and its tab are kept too, and a sign-out leaves nothing in the browser', async ({ page }) => {
  await openAccount(page, 'Ngozi Ade')
  await page.goto('/bills')
  await page.getByRole('radio', { name: 'TV' }).check()
  await page.getByLabel('Smartcard Number').fill('7012345678')
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.request.post('/api/lock', { headers: { origin: new URL(page.url()).origin } })
  await page.evaluate('dispatchEvent(new Event("visibilitychange"))')
  await page.reload()
  await enterPin(page, PIN)
  await expect(page.getByRole('radio', { name: 'TV' })).toBeChecked()
  await expect(page.getByLabel('Smartcard Number')).toHaveValue('7012345678')
  await expect(page.getByLabel('Phone Number')).toHaveValue('08031234567')

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain('7012345678')
})

lastThird('a payment that was sent does not come back into the form when its answer is lost', async ({ page }) => {
  await openAccount(page, 'Ngozi Ade')
  await fillTransfer(page, '1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await showKeypad(page)
  const reached = Promise.withResolvers<void>()
  await page.route('**/api/orders', async (route) => {
    await route.fetch()
    reached.resolve()
  })
  await enterPin(page, PIN)
  await reached.promise
  // Removing the route before the reload would let the reply arrive.
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByLabel('Amount')).toHaveValue('')
  await page.goto('/history')
  await expect(page.getByRole('link', { name: /Bank Transfer/ })).toHaveCount(1)
})

lastThird('a report and a list of sales are kept as well', async ({ page }) => {
  await openAccount(page, 'Ngozi Ade')
  await page.goto('/support/report')
  await page.getByLabel('What happened?').fill('The light token did not come.')
  await lockAndReload(page)
  await expect(page.getByLabel('What happened?')).toHaveValue('The light token did not come.')
  await page.goto('/sell/many')
  await expect(page.getByLabel('Your list')).toHaveValue('')
  await page.getByLabel('Your list').fill('08031234567, MTN, 500, Ada, 520')
  await lockAndReload(page)
  await expect(page.getByLabel('Your list')).toHaveValue('08031234567, MTN, 500, Ada, 520')
})
