import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInEveryTheme } from '#tests/e2e/support/accessible.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { lastThird } from '#tests/e2e/support/thirds.ts'
import { fillTransfer, lock, PASSWORD, register, setPin } from '#tests/e2e/support/wallet-page.ts'
import { expectWayOut } from '#tests/e2e/support/way-out.ts'

const onWelcome = (page: Page) => expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
const isSignedIn = async (page: Page) => (await page.request.get('/api/me')).ok()

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('logging out from a form asks first: staying leaves it as it was, going signs out', async ({ page }) => {
  await openAccount(page, 'Adaeze Obi')
  await fillTransfer(page, '1,500')
  const logOut = page.locator('header').getByRole('button', { name: 'Log out' })
  await logOut.click()
  const sheet = page.getByRole('dialog', { name: 'Log out?' })
  await expect(sheet).toContainText('will be lost')
  await expectAccessibleInEveryTheme(page, 'log out?')
  await sheet.getByRole('button', { name: 'Stay' }).click()
  await expect(logOut).toBeFocused()
  await expect(page.getByLabel('Amount')).toHaveValue('1,500')
  expect(await isSignedIn(page)).toBe(true)

  await logOut.click()
  await sheet.getByRole('button', { name: 'Log out' }).click()
  await onWelcome(page)
  expect(await isSignedIn(page)).toBe(false)
})

lastThird(
  'the locked screen logs out with one tap, and so does the one that asks for a first PIN',
  async ({ page }) => {
    const email = await register(page, 'Bisi Ade')
    await expectWayOut(page)
    await page.getByRole('button', { name: 'Log out' }).click()
    await onWelcome(page)
    expect(await isSignedIn(page)).toBe(false)
    await signIn(page, email)
    await setPin(page)
    await lock(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    await expectWayOut(page)
    await page.getByRole('button', { name: 'Log out' }).click()
    await onWelcome(page)
    expect(await isSignedIn(page)).toBe(false)
  },
)
