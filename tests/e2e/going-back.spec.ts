import { expect, type Page, test } from '@playwright/test'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { addAuthenticator } from '#tests/e2e/support/virtual-authenticator.ts'
import { accountName, enterPin, join, openRow, PASSWORD, PIN, showKeypad } from '#tests/e2e/support/wallet-page.ts'

const wallet = (page: Page) => page.getByRole('heading', { name: /^Hi, / })
const sheets = (page: Page) => page.getByRole('dialog')

/** Fills in the recipient on the open transfer form. */
async function chooseRecipient(page: Page): Promise<void> {
  await page.getByLabel('Account Number').fill('0123456784')
  await page.getByRole('button', { name: /^Bank/ }).click()
  await page.getByRole('button', { name: 'GTBank', exact: true }).click()
  await expect(accountName(page)).toHaveText(/^[\p{Lu} '-]{3,}$/u)
}

test('Back closes the topmost sheet, keeps the form under it, and adds nothing to the history', async ({ page }) => {
  await join(page, 'Ngozi Ade')
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  const entries = await page.evaluate<number>('history.length')
  await page.getByLabel('Account Number').fill('0123456784')
  await page.getByRole('button', { name: /^Bank/ }).click()
  await expect(sheets(page)).toBeVisible()
  await page.goBack()
  await expect(sheets(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/withdraw$/)
  await expect(page.getByLabel('Account Number')).toHaveValue('0123456784')
  await expect(page.getByRole('button', { name: /^Bank/ })).toBeFocused()

  await chooseRecipient(page)
  await page.getByLabel('Amount').fill('1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
  await page.goBack()
  await expect(sheets(page)).toHaveCount(0)
  await expect(page.getByLabel('Amount')).toHaveValue('1,500')
  expect(await page.evaluate<number>('history.length')).toBe(entries)

  await page.goBack()
  await expect(wallet(page)).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Transfer To Bank' })).toBeVisible()
})

firstThird('Back closes the menu, and two steps back close a sheet and leave the page', async ({ page }) => {
  await openAccount(page, 'Ngozi Ade')
  await page.goto('/history')
  await page.getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(sheets(page)).toBeVisible()
  await page.goBack()
  await expect(sheets(page)).toHaveCount(0)
  await expect(wallet(page)).toBeVisible()

  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(sheets(page)).toBeVisible()
  await page.evaluate('history.back(), history.back()')
  await expect(page).toHaveURL(/\/history$/)
  await expect(sheets(page)).toHaveCount(0)
})

lastThird('the arrow on a page goes back one page and adds nothing to the history', async ({ page }) => {
  await openAccount(page, 'Ngozi Ade')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('link', { name: 'Add money' }).first().click()
  await expect(page.getByRole('heading', { name: 'Add money' })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(wallet(page)).toBeVisible()

  await page.getByRole('link', { name: /Sandbox grant/ }).click()
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible()
  const transaction = page.url()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(wallet(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()

  await page.goto(transaction)
  const entries = await page.evaluate<number>('history.length')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  expect(await page.evaluate<number>('history.length')).toBe(entries)
})

secondThird('Back does not leave a payment that is being sent', async ({ page }) => {
  await join(page, 'Ngozi Ade')
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await chooseRecipient(page)
  await page.getByLabel('Amount').fill('1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await showKeypad(page)
  const sent = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/orders', async (route) => {
    sent.resolve()
    await answered.promise
    await route.continue()
  })
  await enterPin(page, PIN)
  await sent.promise
  await page.goBack()
  await expect(sheets(page)).toBeVisible()
  await expect(page).toHaveURL(/\/withdraw$/)
  answered.resolve()
  await expect(page).toHaveURL(/\/withdraw\/processing/)
  // The address changes before the page does; until then Back closes the sheet.
  await expect(sheets(page)).toHaveCount(0)
  await page.goBack()
  await expect(wallet(page)).toBeVisible()
})

lastThird('Back closes a sheet that navigates when closed, and the address matches the page', async ({ page }) => {
  await addAuthenticator(page)
  await openAccount(page, 'Ngozi Ade')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Security' }).click()
  await openRow(page, 'PIN')
  await page.getByRole('button', { name: 'Change PIN' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Change PIN' })).toBeVisible()
  await page.keyboard.type('7305')
  await expect(page.getByText('Enter the same PIN once more')).toBeVisible()
  await page.keyboard.type('7305')
  await expect(page.getByRole('dialog', { name: /^Unlock with your fingerprint/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/security$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
})
