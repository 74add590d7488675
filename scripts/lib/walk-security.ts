import type { Locator, Page } from '@playwright/test'
import { appCode } from '#tests/e2e/support/one-time-code.ts'
import { addAuthenticator } from '#tests/e2e/support/virtual-authenticator.ts'
import { enterPin, fillTransfer, PASSWORD, PIN } from '#tests/e2e/support/wallet-page.ts'

/** A passkey added and used for approving, then a freeze and its end. */
export async function walkSecurity(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await addAuthenticator(page)
  // The sign-in may be long ago by the time the walk comes here.
  const password = page.getByRole('dialog', { name: 'Enter your password' })
  await page.addLocatorHandler(password, () => enterPassword(password))
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  await page.addLocatorHandler(proof, () => proof.getByRole('button', { name: 'Use your passkey' }).click())
  await page.goto('/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('My phone')
  await take('add-passkey')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^My phone/ }).waitFor()
  await page.getByRole('button', { name: 'Close message' }).click()
  await take('security')
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  await take('recovery-codes')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: /^My phone/ }).click()
  await take('passkey')
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await fillTransfer(page, '1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Approve with fingerprint' }).scrollIntoViewIfNeeded()
  await take('withdraw-review-passkey')
  await walkFactors(page, take)

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

async function enterPassword(sheet: Locator): Promise<void> {
  await sheet.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await sheet.getByRole('button', { name: 'Continue' }).click()
}

/** An authenticator app, what it asks for, and the rest of the page: password, email, events, data and the end. */
async function walkFactors(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/security')
  const offered = page.waitForResponse((response) => response.url().endsWith('/api/authenticator') && response.ok())
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const { secret } = (await (await offered).json()) as { secret: string }
  await page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
  await take('add-authenticator')
  await page.getByLabel('Code from your authenticator app').fill(appCode(secret))
  await page.getByRole('button', { name: 'Add the app' }).click()
  await page.getByRole('button', { name: 'Remove the app' }).waitFor()
  await page.getByRole('button', { name: 'Close message' }).click()
  await page.getByRole('heading', { name: 'Authenticator app' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Change password' }).scrollIntoViewIfNeeded()
  await take('security-factors')
  await page.getByRole('button', { name: 'Remove the app' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor()
  await take('remove-authenticator')
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password').waitFor()
  await take('new-password')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('region', { name: 'This device and sessions' }).scrollIntoViewIfNeeded()
  await take('security-sessions')
  await page.getByRole('heading', { name: 'What happened on this account' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Freeze my account' }).scrollIntoViewIfNeeded()
  await take('security-events')
  await page.getByRole('button', { name: 'Close my account' }).scrollIntoViewIfNeeded()
  await take('security-end')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').waitFor()
  await take('new-email')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Close my account' }).click()
  await page.getByText('This cannot be undone.').waitFor()
  await take('close-account')
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await fillTransfer(page, '45,000')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Use PIN and authenticator app' }).click()
  await page.getByLabel('Code from your authenticator app').scrollIntoViewIfNeeded()
  await take('withdraw-review-strong')
}
