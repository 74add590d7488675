import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { fillTransfer, join, showKeypad } from '#tests/e2e/support/wallet-page.ts'

/** The balance before and after the transfer below, however a screen formats it. */
const BALANCE = /200,000|199,9|198,4/

/** The text on screen, without the fixed limits per payment: one of them equals the balance. */
const shown = async (page: Page) => (await page.locator('body').innerText()).replaceAll(/to ₦[\d,]+ per payment/g, '')

test('a hidden balance is hidden on every screen, and in lists if the person wants that', async ({ page, context }) => {
  await join(page, 'Ngozi Ade')
  await page.getByRole('button', { name: 'Hide balance' }).click()
  await expect(page.getByText('Balance hidden')).toBeAttached()
  const grant = page.getByRole('link', { name: /Sandbox grant/ })
  await expect(grant).toContainText('+₦200,000.00')
  await expectAccessible(page, 'hidden balance')
  for (const path of ['/withdraw', '/airtime', '/bills', '/sell/one', '/sell/many', '/buy-bpc']) {
    await page.goto(path)
    await expect(page.getByText('₦ ••••••').first(), path).toBeVisible()
    expect(await shown(page), path).not.toMatch(BALANCE)
  }

  await fillTransfer(page, '1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await showKeypad(page)
  const review = page.getByRole('dialog')
  expect(await review.innerText()).not.toMatch(BALANCE)
  await expectAccessible(page, 'review with a hidden balance')
  await review.getByRole('button', { name: 'Show' }).click()
  await expect(review).toContainText('₦198,490.00')

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Hide amounts in lists too' }).click()
  await expect(grant).toContainText('+₦ ••••••')
  for (const path of ['/dashboard', '/history', '/history?view=summary', '/sell', '/sell/sales']) {
    await page.goto(path)
    await expect(page.getByText('₦ ••••••').first(), path).toBeVisible()
    expect(await shown(page), path).not.toMatch(BALANCE)
  }
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Show balance' }).click()
  await page.goto('/history')
  await expect(grant).toContainText('+₦200,000.00')
})
