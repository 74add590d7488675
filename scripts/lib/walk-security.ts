import type { Page } from '@playwright/test'
import { addAuthenticator } from '../../tests/e2e/support/virtual-authenticator.ts'
import { enterPin, fillTransfer, PASSWORD, PIN } from '../../tests/e2e/support/wallet-page.ts'

/** A passkey added and used for approving, then a freeze and its end. */
export async function walkSecurity(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await addAuthenticator(page)
  // The sign-in may be long ago by the time the walk comes here.
  const password = page.getByRole('dialog', { name: 'Enter your password' })
  await page.addLocatorHandler(password, async () => {
    await password.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await password.getByRole('button', { name: 'Continue' }).click()
  })
  await page.goto('/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('My phone')
  await take('add-passkey')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^My phone/ }).waitFor()
  await page.getByRole('button', { name: 'Close message' }).click()
  await take('security')
  await page.getByRole('button', { name: /^My phone/ }).click()
  await take('passkey')
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await fillTransfer(page, '1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Approve with passkey' }).scrollIntoViewIfNeeded()
  await take('withdraw-review-passkey')

  await page.goto('/security')
  await page.getByRole('button', { name: 'Freeze my account' }).click()
  await take('freeze')
  await enterPin(page, PIN)
  await page.getByRole('button', { name: 'Unfreeze my account' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Close message' }).click()
  await take('security-frozen')
  await page.goto('/dashboard')
  await page.getByText('You have frozen money out').waitFor()
  await take('dashboard-frozen')
  await page.goto('/security')
  await page.getByRole('button', { name: 'Unfreeze my account' }).click()
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await page.getByRole('button', { name: 'Freeze my account' }).waitFor()
}
