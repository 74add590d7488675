import { expect, type Page, test } from '@playwright/test'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { secondThird } from '#tests/e2e/support/thirds.ts'
import { joinOnScreens, openSecurity } from '#tests/e2e/support/wallet-page.ts'

const wallet = (page: Page) => page.getByRole('heading', { name: /^Hi, / })

test('the welcome, register, sign-in and PIN addresses lead a signed-in person to the wallet, also through Back', async ({
  page,
}) => {
  await joinOnScreens(page, 'Ngozi Ade')
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(wallet(page)).toBeVisible()
  await page.goForward()
  await expect(wallet(page)).toBeVisible()
  for (const door of ['/', '/register', '/signin', '/setup-pin']) {
    await page.goto(door)
    await expect(page, door).toHaveURL(/\/dashboard$/)
    await expect(wallet(page)).toBeVisible()
  }
})

secondThird('a new PIN can be chosen only after entering the password', async ({ page }) => {
  await openAccount(page, 'Ngozi Ade')
  await page.goto('/setup-pin')
  await expect(wallet(page)).toBeVisible()
  await openSecurity(page, 'PIN')
  await page.getByRole('button', { name: 'Change PIN' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Password', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/security$/)
  await expect(page.getByRole('heading', { name: 'Change PIN' })).toHaveCount(0)
})
