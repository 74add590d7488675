import { expect, type Page, test } from '@playwright/test'
import type { SessionsAnswer } from '#contract/accounts.ts'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { openSecondBrowser, signInElsewhere } from '#tests/e2e/support/second-browser.ts'
import { firstThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { untilTaken } from '#tests/e2e/support/until-taken.ts'
import { openAccountWithPasskey } from '#tests/e2e/support/virtual-authenticator.ts'
import {
  enterPin,
  fillTransfer,
  join,
  lock,
  openSecurity,
  PASSWORD,
  PIN,
  setPin,
} from '#tests/e2e/support/wallet-page.ts'

/** Several of these check screens in both themes, which takes a while on a small machine. */

/** Makes the sign-in look old until the password is entered, so that the page asks for it. */
async function ageSignIn(page: Page): Promise<void> {
  let confirmed = false
  page.on('response', (response) => {
    if (response.url().endsWith('/api/sessions/current/password') && response.ok()) confirmed = true
  })
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch()
    const me = (await response.json()) as { fresh: boolean }
    await route.fulfill({ response, json: { ...me, fresh: confirmed && me.fresh } })
  })
}

async function enterPassword(page: Page, password = PASSWORD): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Enter your password' })
  await sheet.getByLabel('Password', { exact: true }).fill(password)
  await sheet.getByRole('button', { name: 'Continue' }).click()
}

test('the keypad’s profile panel, the menu and the profile lead to Security', async ({ page }) => {
  await join(page, 'Ife Ojo')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Security' }).click()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL(/\/security$/)
  await lock(page)
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('link', { name: 'Security Settings' }).click()
  await enterPin(page, PIN)
  await expect(page).toHaveURL(/\/security$/)
})

secondThird('the page says what is set and what is next, and an address opens its row', async ({ page }) => {
  await openAccountWithPasskey(page, 'Ifeoma Bright')
  await page.goto('/security')
  const protection = page.getByRole('region', { name: 'Protection' })
  await expect(protection).toContainText('2 of 4 set')
  await expect(protection).toContainText('Next: recovery codes')
  const row = (name: RegExp) => page.getByRole('button', { name })
  await expect(row(/^Passkeys.*On$/)).toBeVisible()
  await expect(row(/^Authenticator app.*Off$/)).toBeVisible()
  await expect(page.getByRole('button', { expanded: true })).toHaveCount(0)
  await row(/^Recovery codes.*None$/).press('Enter')
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(protection).toContainText('3 of 4 set')
  await expect(row(/^Recovery codes.*10 left$/)).toBeVisible()
  await page.goto('/dashboard')
  await page.goto('/security#email')
  await expect(page.getByRole('button', { name: 'Change email' })).toBeInViewport()
  await expect(page.getByRole('button', { expanded: true })).toHaveCount(1)
  await page.evaluate("location.hash = 'password'")
  await expect(page.getByRole('button', { name: 'Change password' })).toBeInViewport()
})

secondThird('a PIN that is switched off is not called set', async ({ page }) => {
  await openAccountWithPasskey(page, 'Uche Bright')
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), pinOff: true } })
  })
  await page.goto('/security')
  await expect(page.getByRole('region', { name: 'Protection' })).toContainText('1 of 4 set')
  await expect(page.getByRole('region', { name: 'Protection' })).toContainText('Yours is switched off here.')
  await expect(page.getByRole('button', { name: /^PIN.*Off$/ })).toBeVisible()
})

firstThird(
  'the PIN is changed after the password, however fresh the sign-in, and the old one is wrong from then on',
  async ({ page }) => {
    await join(page, 'Jumoke Ade')
    await openSecurity(page, 'PIN')
    await page.getByRole('button', { name: 'Change PIN' }).click()
    await enterPassword(page, 'not my password')
    await expect(page.getByRole('alert')).toContainText('That password is not correct.')
    await expectAccessible(page, 'wrong password')
    // After a wrong password the next try must wait a second.
    const keypad = page.getByRole('heading', { name: 'Change PIN' })
    await untilTaken(page, '/api/sessions/current/password', () => enterPassword(page))
    await expect(keypad).toBeVisible()
    await page.keyboard.type('7305')
    await expect(page.getByText('Enter the same PIN once more')).toBeVisible()
    await page.keyboard.type('7305')
    await expect(page.getByText('Your PIN is set')).toBeVisible()
    await expect(page).toHaveURL(/\/security$/)
    await lock(page)
    await enterPin(page, PIN)
    await expect(page.getByText('4 tries left on this device.')).toBeVisible()
    await enterPin(page, '7305')
    await expect(page).toHaveURL(/\/profile$/)
  },
)

secondThird(
  'an answer from before the password, still on its way, does not lead back to the sign-in',
  async ({ page }) => {
    await join(page, 'Ladi Musa')
    await ageSignIn(page)
    // The page gets no event about the change from the server.
    await page.route('**/api/events', () => undefined)
    await openSecurity(page, 'PIN')
    await page.getByRole('button', { name: 'Change PIN' }).click()
    // A page opened again after a while asks who is signed in; that reply never arrives.
    let asked = false
    await page.route('**/api/me', async (route) => {
      if (asked) return await route.fallback()
      asked = true
    })
    await page.clock.setFixedTime(Date.now() + 60_000)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => asked).toBe(true)
    await enterPassword(page)
    await expect(page.getByRole('heading', { name: 'Change PIN' })).toBeVisible()
  },
)

test('a freeze takes the PIN, stops a transfer, and ends only with the password as well', async ({ page }) => {
  await openAccountWithPasskey(page, 'Kemi Bright')
  await page.goto('/security')
  await page.getByRole('button', { name: 'Freeze my account' }).click()
  await expectAccessible(page, 'freeze')
  await page.keyboard.type(PIN)
  await expect(page.getByText('Nothing can be paid until you unfreeze it.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unfreeze my account' })).toBeVisible()
  await expectAccessible(page, 'frozen security')

  await page.goto('/dashboard')
  await expect(page.getByText('Your account is frozen')).toBeVisible()
  await expectAccessible(page, 'frozen wallet')
  await fillTransfer(page, '1,500')
  await expect(page.getByText('Your account is frozen')).toBeVisible()
  for (const way of ['Approve with fingerprint', 'Approve with PIN']) {
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('button', { name: way }).click()
    if (way === 'Approve with PIN') await enterPin(page, PIN)
    const refusal = page.getByRole('dialog').getByRole('alert')
    await expect(refusal).toContainText('No money has left and your money is safe.')
    await page.getByRole('button', { name: 'Back to the form' }).click()
  }

  await ageSignIn(page)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Unfreeze under Security' }).click()
  await expect(page.getByRole('button', { name: 'Unfreeze my account' })).toBeInViewport()
  await page.getByRole('button', { name: 'Unfreeze my account' }).click()
  await expectAccessible(page, 'password')
  await enterPassword(page)
  // A password alone is not enough for an account with a passkey.
  await page
    .getByRole('dialog', { name: 'Confirm it is you' })
    .getByRole('button', { name: 'Use your passkey' })
    .click()
  await page
    .getByRole('dialog', { name: 'Unfreeze my account' })
    .getByRole('button', { name: 'Use your passkey' })
    .click()
  await expect(page.getByText('Your account is open again')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Freeze my account' })).toBeVisible()
  await fillTransfer(page, '1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Approve with fingerprint' }).click()
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
})

secondThird(
  'sessions say where the account was signed in, and ending this one signs out',
  async ({ page, browser }) => {
    const email = await join(page, 'Lola Musa')
    const second = await openSecondBrowser(browser, {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/1 Firefox/144.0',
    })
    await signInElsewhere(second, email)
    await setPin(second, '7305')
    await openSecurity(second, 'This device and sessions')
    const sessions = second.getByRole('region', { name: 'This device and sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.first()).toContainText('Firefox on Windows')
    await expect(sessions.first()).toContainText('This session')
    await expect(sessions.last()).toContainText('Ended')
    await sessions.first().getByRole('button', { name: 'Log out' }).click()
    await expect(second.getByRole('link', { name: 'Get Started' })).toBeVisible()
    await second.context().close()
  },
)

secondThird('another session ends by the PIN: a wrong one is counted, and giving up ends nothing', async ({ page }) => {
  const email = await join(page, 'Musa Garba')
  await page.context().clearCookies()
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
  // A sign-in ends earlier sessions; here the page is only told that the former one is still open.
  let ended: string | null = null
  await page.route('**/api/sessions', async (route) => {
    const response = await route.fetch()
    const { sessions } = (await response.json()) as SessionsAnswer
    const told = sessions.map((each) => (each.current ? each : { ...each, endedAt: ended }))
    await route.fulfill({ response, json: { sessions: told } })
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/api\/sessions\/ses_/.test(pathname) && response.status() === 204) ended = new Date().toISOString()
  })
  await openSecurity(page, 'This device and sessions')
  const other = page.getByRole('region', { name: 'This device and sessions' }).getByRole('listitem').last()
  await expect(other).toContainText('Open')
  await other.getByRole('button', { name: /^End the session of / }).click()
  const sheet = page.getByRole('dialog', { name: 'End this session' })
  await enterPin(page, '9182')
  await expect(sheet).toContainText('4 tries left')
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(other).toContainText('Open')
  await other.getByRole('button', { name: /^End the session of / }).click()
  await expectAccessible(page, 'end a session')
  await enterPin(page, PIN)
  await expect(page.getByText('The session was ended')).toBeVisible()
  await expect(sheet).toBeHidden()
  await expect(other).toContainText('Ended')
})

firstThird(
  'every new screen at 320 px is accessible in light and dark and obeys the content security policy',
  async ({ page }) => {
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) broken.push(message.text())
    })
    await page.setViewportSize({ width: 320, height: 740 })
    await openAccountWithPasskey(page, 'Nkechi Eze-Okonkwo')
    await openSecurity(page, 'Passkeys', 'This device and sessions')
    await expect(page.getByText('Not used yet')).toBeVisible()
    await expect(page.getByText('This session')).toBeVisible()
    await expectAccessible(page, 'security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expectAccessible(page, 'add a passkey')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: /Not used yet/ }).click()
    await expectAccessible(page, 'one passkey')
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await expectAccessible(page, 'remove a passkey')
    await page.getByRole('button', { name: 'Keep' }).click()
    await fillTransfer(page, '1,500')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('button', { name: 'Approve with fingerprint' })).toBeVisible()
    await expectAccessible(page, 'review with a passkey')
    await lock(page)
    await expectAccessible(page, 'PIN with fingerprint')
    expect(broken).toEqual([])
  },
)
