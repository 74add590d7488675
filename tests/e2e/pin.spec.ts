import { expect, test } from '@playwright/test'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import {
  enterPin,
  join,
  joinOnScreens,
  lock,
  PASSWORD,
  PIN,
  register,
  setPin,
  tapPin,
} from '#tests/e2e/support/wallet-page.ts'

test('weak PINs are refused with the reason, and two different ones start again', async ({ page }) => {
  await register(page, 'Ladi Garba')
  await tapPin(page, '1234')
  await expect(page.getByText('Digits in a row are too easy to guess. Choose another PIN.')).toBeVisible()
  await tapPin(page, '2580')
  await expect(page.getByText('A line on the keypad is too easy to guess. Choose another PIN.')).toBeVisible()
  await tapPin(page, PIN)
  await expect(page.getByText('Enter the same PIN once more')).toBeVisible()
  await tapPin(page, '4072')
  await expect(page.getByText('The two PINs were not the same. Choose your PIN again.')).toBeVisible()
  await setPin(page)
})

secondThird(
  'a wrong PIN says so and counts, the third one waits, and the password leads to a new PIN',
  async ({ page }) => {
    const email = await join(page, 'Ladi Garba')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Lock now' }).click()
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()

    await tapPin(page, '9182')
    await expect(page.getByRole('alert')).toContainText('The PIN you entered is incorrect. Please try again.')
    await expect(page.getByText('4 tries left on this device.')).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Close message' }).click()
    await tapPin(page, '9182')
    await expect(page.getByText('3 tries left on this device.')).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Close message' }).click()
    await tapPin(page, '9182')
    await expect(page.getByText(/Too many wrong PINs. Try again in \d+ s/)).toBeVisible()
    await expect(page.getByRole('button', { name: '1', exact: true })).toBeDisabled()

    await page.getByRole('link', { name: 'Forgot PIN?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Create PIN' })).toBeVisible()
    await setPin(page, '7305')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Lock now' }).click()
    await tapPin(page, '7305')
    await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
  },
)

lastThird('the keypad takes digits and backspace of a keyboard, and "Reset passcode" clears', async ({ page }) => {
  await register(page, 'Ladi Garba')
  await page.keyboard.type('40')
  await expect(page.getByText('2 of 4 digits entered.')).toBeAttached()
  await page.keyboard.press('Backspace')
  await expect(page.getByText('1 of 4 digits entered.')).toBeAttached()
  await page.getByRole('button', { name: 'Reset passcode' }).click()
  await expect(page.getByText('0 of 4 digits entered.')).toBeAttached()
})

lastThird('the PIN is nowhere in what the page sends or keeps', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await joinOnScreens(page, 'Ladi Garba')
  expect(sent.filter((each) => /"pin"|"4071"|[:/=]4071\b/.test(each))).toEqual([])
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  // As a whole word: a random id may contain the digits.
  expect(kept).not.toMatch(new RegExp(`(?<![0-9a-z])${PIN}(?![0-9a-z])`))
})

firstThird(
  'the PIN brings a new cookie: every tab of the browser continues with it, and a copy of the previous one is out',
  async ({ page, context, browser }) => {
    await join(page, 'Ladi Garba')
    const tab = await context.newPage()
    await tab.goto('/dashboard')
    await expect(tab.getByRole('heading', { name: /^Hi, / })).toBeVisible()
    const thief = await browser.newContext({ storageState: await context.storageState() })
    expect((await thief.request.get('/api/me')).status()).toBe(200)

    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Lock now' }).click()
    await expect(tab.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await tapPin(page, PIN)
    await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
    await expect(async () => expect((await thief.request.get('/api/me')).status()).toBe(401)).toPass()
    for (const each of [tab, page]) {
      await each.goto('/history')
      await expect(each.getByRole('link', { name: /Sandbox grant/ })).toBeVisible()
    }
    await thief.close()
  },
)

lastThird('a screen that is opened locked comes after its PIN, which is asked for once', async ({ page }) => {
  await openAccount(page, 'Ada Obi')
  for (const path of ['/withdraw', '/airtime', '/history']) {
    await lock(page)
    await page.goto(path)
    await expect(page).toHaveURL(/\/pin$/)
    await enterPin(page, PIN)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})
