import { expect, test } from '@playwright/test'
import { expectAccessibleInEveryTheme } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { lastThird } from '#tests/e2e/support/thirds.ts'
import { fillTransfer, join, showKeypad } from '#tests/e2e/support/wallet-page.ts'

test('the menu and the sheets of a transfer are accessible at 320 px', async ({ page }) => {
  const broken = brokenRules(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await join(page, 'Nkechi Eze-Okonkwo')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectAccessibleInEveryTheme(page, 'menu')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await expectAccessibleInEveryTheme(page, 'theme')
  await fillTransfer(page, '1,500')
  await expectAccessibleInEveryTheme(page, 'transfer')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
  await expectAccessibleInEveryTheme(page, 'review')
  await showKeypad(page)
  await expectAccessibleInEveryTheme(page, 'approve')
  expect(broken).toEqual([])
})

lastThird('the theme is applied at once, kept, and there before the first paint', async ({ page }) => {
  await openAccount(page, 'Ibrahim Sule')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.getByRole('button', { name: /^Dark Mode/ }).click()
  await expect(page.getByText('Theme has been set to dark mode')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

lastThird('a crashed screen says so with an id and recovers', async ({ page }) => {
  await openAccount(page, 'Ibrahim Sule')
  await page.route('**/api/wallet', (route) => route.fulfill({ json: { availableKobo: 'broken' } }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText(/Error id \w{8}/)).toBeVisible()
  await page.unroute('**/api/wallet')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
})

lastThird('a hidden balance stays hidden and is announced', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  await page.getByRole('button', { name: 'Hide balance' }).click()
  await expect(page.getByText('Balance hidden')).toBeAttached()
  await page.reload()
  await expect(page.getByText('₦ ••••••').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Balance' })).not.toContainText('200,000')
})
