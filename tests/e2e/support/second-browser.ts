import { type Browser, expect, type Page } from '@playwright/test'
import type { SandboxControl } from '#tests/support/sandbox-control.ts'
import { mailedCode } from './emails.ts'
import { PASSWORD } from './wallet-page.ts'

/** Another browser without any account. Close its context at the end of the test. */
export async function openSecondBrowser(browser: Browser, options: { userAgent?: string } = {}): Promise<Page> {
  return await (await browser.newContext(options)).newPage()
}

/** Enters email and password, up to whatever the account asks for next. */
export async function enterSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Enters the code of the newest email, where a sign-in asks for it. */
export async function enterMailedCode(page: Page, email: string, world?: SandboxControl): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await page.getByLabel('Code from the email').fill(await mailedCode(email, 'your sign-in code', world))
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in on a new device, to an account without passkey and app, up to its new PIN. */
export async function signInElsewhere(page: Page, email: string, password = PASSWORD): Promise<void> {
  await enterSignIn(page, email, password)
  await enterMailedCode(page, email)
  await expect(page.getByRole('heading', { name: 'Create PIN' })).toBeVisible()
}
