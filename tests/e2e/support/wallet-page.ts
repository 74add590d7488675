import { expect, type Page } from '@playwright/test'
import { newEmail, openAccount, PASSWORD, PIN } from './new-person.ts'

export { PASSWORD, PIN } from './new-person.ts'

/** Enters the digits on the keypad: taps the first, once the keypad accepts taps, and types the rest. */
export async function enterPin(page: Page, pin: string): Promise<void> {
  await page.getByRole('button', { name: pin.slice(0, 1), exact: true }).click()
  await page.keyboard.type(pin.slice(1))
}

/** Taps each digit. */
export async function tapPin(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
}

/** Opens the keypad of an approval if the screen has no room for it at first. */
export async function showKeypad(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Approve with PIN' })
  const keypad = page.getByRole('button', { name: '1', exact: true })
  // Measuring decides which of the two is shown, again whenever the window changes.
  await expect(async () => {
    // It may disappear between the check and the click.
    if (await button.isVisible()) await button.click({ timeout: 1_000 })
    await expect(keypad).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/** Registers a new person in this browser, up to the PIN screen. Returns the email. */
export async function register(page: Page, fullName: string): Promise<string> {
  const email = newEmail()
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await page.getByLabel('Full name').fill(fullName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Create PIN' })).toBeVisible()
  return email
}

/** Chooses a PIN and confirms it, which leads to the wallet. */
export async function setPin(page: Page, pin = PIN): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Create PIN' })).toBeVisible()
  await page.keyboard.type(pin)
  await expect(page.getByText('Enter the same PIN once more')).toBeVisible()
  await page.keyboard.type(pin)
  await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
}

/**
 * A new person with a PIN, signed in in this browser and looking at the wallet. Opens the account through the API;
 * tests of registration itself, or of what its screens leave behind, use `joinOnScreens`, `register` and `setPin`.
 */
export async function join(
  page: Page,
  fullName: string,
  of: { passkey?: boolean; phone?: string | null } = {},
): Promise<string> {
  const email = await openAccount(page, fullName, of)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
  return email
}

/** The same through the screens, as a person does it. */
export async function joinOnScreens(page: Page, fullName: string): Promise<string> {
  const email = await register(page, fullName)
  await setPin(page)
  return email
}

/** Locks the wallet by hand, from the profile. */
export async function lock(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
}

/** Fills the transfer form and waits until the bank has named the recipient. */
export async function fillTransfer(page: Page, amount: string): Promise<void> {
  await page.goto('/withdraw')
  await page.getByLabel('Account Number').fill('0123456784')
  await page.getByRole('button', { name: /^Bank/ }).click()
  await page.getByRole('button', { name: 'GTBank', exact: true }).click()
  await expect(accountName(page)).toHaveText(/^[\p{Lu} '-]{3,}$/u)
  await page.getByLabel('Amount').fill(amount)
}

export function accountName(page: Page) {
  return page.getByRole('status', { name: 'Account Name' })
}

/** The whole flow from the form to the approval with the PIN. */
export async function sendMoney(page: Page, amount: string): Promise<void> {
  await fillTransfer(page, amount)
  await page.getByRole('button', { name: 'Submit' }).click()
  await showKeypad(page)
  await enterPin(page, PIN)
}

/** Opens rows of the Security page, where all are closed at first. */
export async function openSecurity(page: Page, ...rows: string[]): Promise<void> {
  await page.goto('/security')
  for (const row of rows) await openRow(page, row)
}

/** Opens one more row of the Security page. */
export async function openRow(page: Page, row: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${row}`), expanded: false }).click()
}

/** Opens all rows of the Security page, whatever their names are. */
export async function openEveryRow(page: Page): Promise<void> {
  const closed = page.getByRole('main').getByRole('button', { expanded: false })
  await expect(closed.first()).toBeVisible()
  for (let left = await closed.count(); left > 0; left--) await closed.first().click()
  await expect(closed).toHaveCount(0)
}
