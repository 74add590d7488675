import type { Page } from '@playwright/test'
import { mailedLink } from '#tests/e2e/support/emails.ts'
import { enterSignIn } from '#tests/e2e/support/second-browser.ts'
import type { SandboxControl } from '#tests/support/sandbox-control.ts'

/**
 * The sign-in and recovery screens without a session, in a browser that knows no account. Nothing is completed: the
 * account does not change.
 */
export async function walkSignIn(
  page: Page,
  of: { email: string; sandbox: SandboxControl; take: (name: string) => Promise<void> },
): Promise<void> {
  const { email, sandbox, take } = of
  await enterSignIn(page, email)
  await page.getByLabel('Code from the email').waitFor()
  await take('second-step-email')
  await page.goto('/forgot-password')
  await take('forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('an email with a link is on its way').waitFor()
  await take('forgot-password-sent')
  await page.goto(await mailedLink(email, 'set a new password', '/reset-password', sandbox))
  await page.getByLabel('New password').waitFor()
  await take('reset-password')
  await page.goto(await mailedLink(email, 'your PIN was set', '/freeze', sandbox))
  await page.getByRole('button', { name: 'Freeze this account' }).waitFor()
  await take('freeze-link')
  await page.goto('/privacy')
  await take('privacy')
}

/** The same for an account with a passkey and an app: what a new device is asked for. */
export async function walkStrongSignIn(
  page: Page,
  { email, take }: { email: string; take: (name: string) => Promise<void> },
): Promise<void> {
  await enterSignIn(page, email)
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
  await take('second-step-strong')
}
