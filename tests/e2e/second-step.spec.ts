import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { emailTo, mailedCode } from '#tests/e2e/support/emails.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { appCode } from '#tests/e2e/support/one-time-code.ts'
import { enterSignIn, openSecondBrowser } from '#tests/e2e/support/second-browser.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { untilTaken } from '#tests/e2e/support/until-taken.ts'
import { addAuthenticator, openAccountWithPasskey } from '#tests/e2e/support/virtual-authenticator.ts'
import {
  enterPin,
  fillTransfer,
  join,
  lock,
  openRow,
  openSecurity,
  PIN,
  setPin,
} from '#tests/e2e/support/wallet-page.ts'

const keptCodes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')

/** Adds an authenticator app under Security. Returns its secret and the recovery codes that came with it. */
async function addApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await openSecurity(page, 'Authenticator app', 'Recovery codes')
  const offered = page.waitForResponse((response) => response.url().endsWith('/api/authenticator'))
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const { secret } = (await (await offered).json()) as { secret: string }
  const sheet = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(sheet.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Open in the app on this phone' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  )
  await expectAccessible(page, 'add an authenticator app')
  await sheet.getByLabel('Code from your authenticator app').fill('000 000')
  await sheet.getByRole('button', { name: 'Add the app' }).click()
  await expect(sheet.getByText('This code is wrong, or it was already used.')).toBeVisible()
  await sheet.getByLabel('Code from your authenticator app').fill(appCode(secret))
  await sheet.getByRole('button', { name: 'Add the app' }).click()
  await expect(keptCodes(page)).toHaveCount(10)
  const recoveryCodes = await keptCodes(page).allInnerTexts()
  await expectAccessible(page, 'recovery codes')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 codes are left.')).toBeVisible()
  return { secret, recoveryCodes }
}

test('a new device is asked for the code that was mailed: a wrong one is said, another one can be sent, the right one lets in', async ({
  page,
  browser,
}) => {
  const email = await join(page, 'Abike Okon')
  const second = await openSecondBrowser(browser)
  const broken = brokenRules(second, { allowing: /status of (403|429)/ })
  await second.setViewportSize({ width: 320, height: 740 })
  await enterSignIn(second, email)
  await expect(second.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await expect(second.getByText('@e•••.ng')).toBeVisible()
  await expect(second.getByRole('link', { name: 'Practice mode: emails arrive here' })).toHaveAttribute(
    'target',
    '_blank',
  )
  await expectAccessible(second, 'second step')
  const field = second.getByLabel('Code from the email')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  const code = await mailedCode(email, 'your sign-in code')
  await field.fill(code === '123456' ? '654321' : '123456')
  await second.getByRole('button', { name: 'Continue' }).click()
  await expect(second.getByText('This code is wrong, or it was already used.')).toBeVisible()
  await second.getByRole('button', { name: 'Send another one' }).click()
  await expect(second.getByRole('alert')).toContainText('We just sent you a code.')
  await expect(second.getByRole('alert')).toContainText(/Try again in \d+ seconds/)
  await untilTaken(second, '/api/sessions/second-step', async () => {
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await second.getByRole('button', { name: 'Continue' }).click()
  })
  await expect(second.getByRole('heading', { name: 'Create PIN' })).toBeVisible()
  await setPin(second, '7305')
  expect(broken).toEqual([])

  await test.step('the device before is signed out, and its owner is told', async () => {
    await emailTo(email, 'a new device signed in')
    await emailTo(email, 'a wrong code or passkey at a sign-in')
    await page.goto('/history')
    await expect(page).toHaveURL(/\/signin$/)
  })
  await openSecurity(second, 'What happened on this account')
  const events = second.getByRole('region', { name: 'What happened on this account' }).getByRole('listitem')
  await expect(events.filter({ hasText: 'A new device signed in' })).toHaveCount(1)
  await expect(events.filter({ hasText: 'Right password, then a wrong code or passkey' })).toHaveCount(1)
  await expect(events.first()).toContainText('PIN set')
  await second.context().close()
})

lastThird('a sign-in that has ended leads back to the form and says why', async ({ page, browser }) => {
  const email = await join(page, 'Bimpe Ajayi')
  const second = await openSecondBrowser(browser)
  await enterSignIn(second, email)
  await second.route('**/api/sessions/second-step', (route) =>
    route.fulfill({
      status: 410,
      json: { error: { code: 'session.second-step-ended', message: 'This sign-in has ended.', id: 'req_1' } },
    }),
  )
  await second.getByLabel('Code from the email').fill('123456')
  await second.getByRole('button', { name: 'Continue' }).click()
  await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(second.getByRole('alert')).toContainText('This sign-in has ended.')
  await expect(second.getByLabel('Email')).toHaveValue(email)
  await expect(second.getByLabel('Password', { exact: true })).toHaveValue('')
  await second.context().close()
})

lastThird(
  'an authenticator app is added, lets a new device in, and approves a large transfer with the PIN',
  async ({ page, browser }) => {
    const broken = brokenRules(page, { allowing: /status of 403/ })
    const email = await join(page, 'Chuka Eze')
    const { secret, recoveryCodes } = await addApp(page)
    await emailTo(email, 'an authenticator app was added')
    expect(broken).toEqual([])

    const second = await openSecondBrowser(browser)
    const usedCode = appCode(secret, 1)
    await test.step('a new device is asked for its code, not for one by mail', async () => {
      await enterSignIn(second, email)
      await expect(second.getByText('We sent an email')).toHaveCount(0)
      await expect(second.getByRole('button', { name: 'Use a recovery code' })).toBeVisible()
      await second.getByLabel('Code from your authenticator app').fill(usedCode)
      await second.getByRole('button', { name: 'Continue' }).click()
      await setPin(second)
    })

    await test.step('₦25,000 to somebody new needs more than the PIN', async () => {
      await fillTransfer(second, '25,000')
      await second.getByRole('button', { name: 'Submit' }).click()
      await expect(second.getByText('This transfer needs more than your PIN.')).toBeVisible()
      await expect(second.getByRole('button', { name: '5', exact: true })).toHaveCount(0)
      await expectAccessible(second, 'a large transfer')
      await second.getByLabel('Code from your authenticator app').fill('000000')
      await second.getByRole('button', { name: 'Continue to your PIN' }).click()
      await enterPin(second, PIN)
      await expect(second.getByText('This code is wrong, or it was already used.')).toBeVisible()
      // The sign-in used the next half minute's code: the following code is valid once that half minute begins.
      await expect.poll(() => appCode(secret, 1)).not.toBe(usedCode)
      // For a moment after a wrong code, any other is refused.
      await expect(async () => {
        await second.getByLabel('Code from your authenticator app').fill(appCode(secret, 1))
        await second.getByRole('button', { name: 'Continue to your PIN' }).click()
        await enterPin(second, PIN)
        await expect(second.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible({ timeout: 20_000 })
      }).toPass()
    })

    await test.step('a recovery code lets the next device in, once', async () => {
      const [code = ''] = recoveryCodes
      await page.goto('/')
      await enterSignIn(page, email)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(code.toLowerCase())
      await page.getByRole('button', { name: 'Continue' }).click()
      await setPin(page)
      await emailTo(email, 'a recovery code was used')
      await openSecurity(page, 'Authenticator app', 'Recovery codes')
      await expect(page.getByText('9 codes are left.')).toBeVisible()
      await enterSignIn(second, email)
      await second.getByRole('button', { name: 'Use a recovery code' }).click()
      await second.getByLabel('Recovery code').fill(code)
      await second.getByRole('button', { name: 'Continue' }).click()
      await expect(second.getByText('This code is wrong, or it was already used.')).toBeVisible()
    })

    await test.step('it is removed again', async () => {
      await page.getByRole('button', { name: 'Remove the app' }).click()
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
    })
    await second.context().close()
  },
)

firstThird(
  'a passkey is added in one go; recovery codes can wait, are copied, saved, and shown this once',
  async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await addAuthenticator(page)
    await openAccount(page, 'Dupe Cole')
    await openSecurity(page, 'Passkeys', 'Recovery codes')
    await expect(page.getByText('You have no recovery code.')).toBeVisible()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const reminder = page.getByText('Make some now.')
    await expect(reminder).toBeVisible()
    await expectAccessible(page, 'recovery codes can wait')
    await page.getByRole('button', { name: 'Do not remind me' }).click()
    await expect(reminder).toHaveCount(0)
    await page.reload()
    await openRow(page, 'Recovery codes')
    await expect(page.getByText('You have no recovery code.')).toBeVisible()
    await expect(reminder).toHaveCount(0)

    await page.getByRole('button', { name: 'Make recovery codes' }).click()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await expect(keptCodes(page)).toHaveCount(10)
    const codes = await keptCodes(page).allInnerTexts()
    await page.keyboard.press('Escape')
    await expect(keptCodes(page)).toHaveCount(10)
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'))
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    expect((await saving).suggestedFilename()).toBe('jara-recovery-codes.txt')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByText('10 codes are left.')).toBeVisible()

    await page.getByRole('button', { name: 'Make recovery codes' }).click()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await expect(keptCodes(page)).toHaveCount(10)
    expect(await keptCodes(page).allInnerTexts()).not.toContain(codes[0])
    await page.getByRole('button', { name: 'I have saved them' }).click()
  },
)

secondThird(
  'the password alone is not enough for an account with a passkey: the sheet asks for it too',
  async ({ page }) => {
    await openAccountWithPasskey(page, 'Efua Bassey')
    await page.route('**/api/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), fresh: false } })
    })
    await openSecurity(page, 'Password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('yam and pepper soup 9')
    await page.getByRole('button', { name: 'Continue' }).click()
    const sheet = page.getByRole('dialog', { name: 'Confirm it is you' })
    await expect(sheet.getByRole('button', { name: 'Use your passkey' })).toBeVisible()
    // No recovery codes were made with the passkey.
    await expect(sheet.getByRole('button', { name: 'Use a recovery code' })).toHaveCount(0)
    await expectAccessible(page, 'second proof')
    await sheet.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
    await page.getByLabel('Current password').fill('yam and pepper soup 9')
    await page.getByLabel('New password').fill('another pot of soup 12')
    await page.getByRole('button', { name: 'Save new password' }).click()
    await expect(page.getByText('Your new password is set')).toBeVisible()
  },
)

firstThird(
  'on the own device an account with a passkey is asked for it too at a sign-in, and its PIN stays',
  async ({ page, context }) => {
    await addAuthenticator(page)
    const email = await join(page, 'Funmi Ade', { passkey: true })
    await context.clearCookies()
    await enterSignIn(page, email)
    await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
    await expect(page.getByText('Your account also needs the passkey or authenticator app you added.')).toBeVisible()
    await expectAccessible(page, 'second step, own device')
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
    await lock(page)
    await enterPin(page, PIN)
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  },
)
