import { expect, type Page, test } from '@playwright/test'
import type { SessionsAnswer } from '#contract/accounts.ts'
import { expectAccessible } from './support/accessible.ts'
import { openSecondBrowser, signInElsewhere } from './support/second-browser.ts'
import { addAuthenticator, type VirtualAuthenticator } from './support/virtual-authenticator.ts'
import {
  enterPin,
  fillTransfer,
  join,
  keepRecoveryCodes,
  PASSWORD,
  PIN,
  register,
  setPin,
} from './support/wallet-page.ts'

/** Several of these look at screens in both themes, which takes a while on a small machine. */
test.setTimeout(180_000)

const fingerprint = (page: Page) => page.getByRole('button', { name: 'Fingerprint' })
const onWallet = (page: Page) => expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()

/** Registers, sets the PIN and takes the passkey that is offered after it. */
async function joinWithPasskey(page: Page, fullName: string): Promise<VirtualAuthenticator> {
  const authenticator = await addAuthenticator(page)
  await register(page, fullName)
  await enterPin(page, PIN)
  await expect(page.getByText('Enter the same PIN once more')).toBeVisible()
  await enterPin(page, PIN)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added').first()).toBeVisible()
  await keepRecoveryCodes(page)
  await onWallet(page)
  return authenticator
}

async function lock(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
}

/** As if the sign-in were long ago, until the password is entered: the page then asks for it. */
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

test('a passkey is offered after the PIN, unlocks, approves a transfer, and can be renamed and removed', async ({
  page,
}) => {
  const authenticator = await joinWithPasskey(page, 'Adaeze Obi')
  expect(await authenticator.count()).toBe(1)

  await test.step('the fingerprint key opens the locked screen, and says what is happening', async () => {
    await page.goto('/history')
    await lock(page)
    await page.goto('/history')
    await expect(page).toHaveURL(/\/pin$/)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/passkeys/unlock', async (route) => {
      await held
      await route.continue()
    })
    await fingerprint(page).click()
    await expect(page.getByText('Checking…')).toBeVisible()
    await expect(page.getByRole('button', { name: '5', exact: true })).toBeDisabled()
    await expect(fingerprint(page)).toBeDisabled()
    release()
    await expect(page.getByText('Done', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/history$/)
    await expect(page.getByRole('link', { name: /Sandbox grant/ })).toBeVisible()
  })

  await test.step('it approves exactly the terms that are shown', async () => {
    await fillTransfer(page, '1,500')
    await page.getByRole('button', { name: 'Submit' }).click()
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/orders') && request.method() === 'POST')
    await page.getByRole('button', { name: 'Approve with passkey' }).click()
    const { approval } = (await sent).postDataJSON() as { approval: Record<string, unknown> }
    expect(Object.keys(approval).sort()).toEqual(['deviceId', 'passkey'])
    await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible({ timeout: 30_000 })
  })

  await test.step('it is renamed', async () => {
    await page.goto('/security')
    await page.getByRole('button', { name: /Last used/ }).click()
    await page.getByLabel('Name').fill('Blue phone')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('button', { name: /^Blue phone/ })).toBeVisible()
  })

  await test.step('it is removed, and from then on the fingerprint key only explains', async () => {
    await page.getByRole('button', { name: /^Blue phone/ }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('You have no passkey yet.')).toBeVisible()
    await lock(page)
    await fingerprint(page).click()
    await expect(page.getByText('Your account has no passkey yet.')).toBeVisible()
  })
})

test('a list is approved with a passkey as a whole', async ({ page }) => {
  await joinWithPasskey(page, 'Bisi Ade')
  await page.goto('/sell/many')
  await page.getByLabel('Your list').fill('08031234567, MTN, 500\n08031234568, MTN, 500')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Review and approve' }).click()
  await page.getByRole('button', { name: 'Approve with passkey' }).click()
  await expect(page).toHaveURL(/\/sell\/many\/bat_/)
})

test('a finger that is not recognised unlocks and approves nothing, says so, and the PIN still works', async ({
  page,
}) => {
  const authenticator = await joinWithPasskey(page, 'Chike Eze')
  await lock(page)
  await authenticator.recognises(false)
  await fingerprint(page).click()
  await expect(page.getByRole('alert')).toContainText('It was cancelled, took too long, or your device did not')
  await expect(page.getByRole('alert')).toContainText('Nothing was unlocked. Try again, or enter your PIN.')
  await expect(page.getByText('Waiting for the sensor…')).toHaveCount(0)
  await enterPin(page, PIN)
  await expect(page).toHaveURL(/\/profile$/)

  await fillTransfer(page, '1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Approve with passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was approved and no money has left.')
  await expectAccessible(page, 'approval that was cancelled')
  await page.getByRole('button', { name: 'Approve with PIN' }).click()
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible({ timeout: 30_000 })
})

test('the page waits for the sensor as long as nobody touches it, and leaving ends the question', async ({ page }) => {
  const authenticator = await joinWithPasskey(page, 'Dayo Bello')
  await lock(page)
  await authenticator.isTouched(false)
  await fingerprint(page).click()
  await expect(page.getByText('Waiting for the sensor…')).toBeVisible()
  await expect(page.getByRole('button', { name: '1', exact: true })).toBeDisabled()
  await page.keyboard.type(PIN)
  await expect(page.getByText('0 of 4 digits entered.')).toBeAttached()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByText('Waiting for the sensor…')).toHaveCount(0)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await enterPin(page, PIN)
  await onWallet(page)
  await expect(page.getByText('It was cancelled')).toHaveCount(0)
})

test('the fingerprint goes on while the PIN has to wait', async ({ page }) => {
  await joinWithPasskey(page, 'Efe Okoro')
  await lock(page)
  for (const left of ['4 tries left', '3 tries left']) {
    await enterPin(page, '9182')
    await expect(page.getByText(new RegExp(left))).toBeVisible()
    await page.getByRole('button', { name: 'Close message' }).first().click()
  }
  await enterPin(page, '9182')
  await expect(page.getByText(/Too many wrong PINs. Try again in \d+ s/)).toBeVisible()
  await fingerprint(page).click()
  await expect(page).toHaveURL(/\/profile$/)
})

test('in a browser without passkeys the fingerprint key explains, and nothing is offered', async ({ page }) => {
  await page.addInitScript("Object.defineProperty(window, 'PublicKeyCredential', { value: undefined })")
  await register(page, 'Femi Cole')
  await fingerprint(page).click()
  await expect(page.getByText('This browser cannot ask for your fingerprint')).toBeVisible()
  await expectAccessible(page, 'no passkeys in this browser')
  await page.getByRole('button', { name: 'OK' }).click()
  await setPin(page)
  await lock(page)
  await fingerprint(page).click()
  await expect(page.getByText('This browser cannot ask for your fingerprint')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await enterPin(page, PIN)
  await expect(page).toHaveURL(/\/profile$/)
  await page.goto('/security')
  await expect(page.getByText('This browser cannot make passkeys.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
})

test('without a sensor nothing is offered, unless the fingerprint key asked for it', async ({ page }) => {
  await register(page, 'Gozie Uba')
  await fingerprint(page).click()
  await expect(page.getByText('First your PIN')).toBeVisible()
  await enterPin(page, PIN)
  await expect(page.getByText('Enter the same PIN once more')).toBeVisible()
  await enterPin(page, PIN)
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  await expectAccessible(page, 'offer of a passkey')
  await page.getByRole('button', { name: 'Not now' }).click()
  await onWallet(page)
})

test('without a passkey the fingerprint key leads to where one is added', async ({ page }) => {
  const authenticator = await addAuthenticator(page)
  await register(page, 'Halima Sani')
  await enterPin(page, PIN)
  await expect(page.getByText('Enter the same PIN once more')).toBeVisible()
  await enterPin(page, PIN)
  await page.getByRole('button', { name: 'Not now' }).click()
  await onWallet(page)
  await lock(page)
  await fingerprint(page).click()
  await expect(page.getByText('Your account has no passkey yet.')).toBeVisible()
  await expectAccessible(page, 'no passkey yet')
  await page.getByRole('link', { name: 'Go to Security after my PIN' }).click()
  await expect(page).toHaveURL(/\/pin$/)
  await enterPin(page, PIN)
  await expect(page).toHaveURL(/\/security$/)

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await authenticator.recognises(false)
  await page.getByLabel('Name').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('No passkey was added.')
  await authenticator.recognises(true)
  await page.getByRole('button', { name: 'Continue' }).click()
  await keepRecoveryCodes(page)
  await expect(page.getByRole('button', { name: /^My phone.*Not used yet/ })).toBeVisible()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('This device has a passkey for your account already.')
  expect(await authenticator.count()).toBe(1)
})

test('the keypad’s profile panel, the menu and the profile lead to Security', async ({ page }) => {
  await join(page, 'Ife Ojo')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Security' }).click()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL(/\/security$/)
  await lock(page)
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('link', { name: 'Security Settings' }).click()
  await enterPin(page, PIN)
  await expect(page).toHaveURL(/\/security$/)
})

test('the PIN is changed after the password, on the keypad, and the old one is wrong from then on', async ({
  page,
}) => {
  await join(page, 'Jumoke Ade')
  await ageSignIn(page)
  await page.goto('/security')
  await page.getByRole('button', { name: 'Change PIN' }).click()
  await enterPassword(page, 'not my password')
  await expect(page.getByRole('alert')).toContainText('The email or the password is not right.')
  await expectAccessible(page, 'wrong password')
  // A wrong password is followed by a wait of a second.
  await expect(async () => {
    await enterPassword(page)
    await expect(page.getByRole('heading', { name: 'Create PIN' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
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
})

test('a freeze takes the PIN, stops a transfer, and ends only with the password as well', async ({ page }) => {
  await joinWithPasskey(page, 'Kemi Bright')
  await page.goto('/security')
  await page.getByRole('button', { name: 'Freeze my account' }).click()
  await expectAccessible(page, 'freeze')
  await page.keyboard.type(PIN)
  await expect(page.getByText('Nothing can be paid until you unfreeze it.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unfreeze my account' })).toBeVisible()
  await expectAccessible(page, 'frozen security')

  await page.goto('/dashboard')
  await expect(page.getByText('You have frozen money out')).toBeVisible()
  await expectAccessible(page, 'frozen wallet')
  await fillTransfer(page, '1,500')
  await expect(page.getByText('You have frozen money out')).toBeVisible()
  for (const way of ['Approve with passkey', 'Approve with PIN']) {
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
  await expect(page.getByText('Money out is open again')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Freeze my account' })).toBeVisible()
  await fillTransfer(page, '1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Approve with passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible({ timeout: 30_000 })
})

test('sessions say where the account was signed in, and ending this one signs out', async ({ page, browser }) => {
  const email = await join(page, 'Lola Musa')
  const second = await openSecondBrowser(browser, {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/1 Firefox/144.0',
  })
  await signInElsewhere(second, email)
  await setPin(second, '7305')
  await second.goto('/security')
  const sessions = second.getByRole('region', { name: 'This device and sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('Firefox on Windows')
  await expect(sessions.first()).toContainText('This session')
  await expect(sessions.last()).toContainText('Ended')
  await sessions.first().getByRole('button', { name: 'Log out' }).click()
  await expect(second.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await second.context().close()
})

test('another session ends by the PIN: a wrong one is counted, and giving up ends nothing', async ({ page }) => {
  const email = await join(page, 'Musa Garba')
  await page.context().clearCookies()
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
  // A sign-in ends the sessions before it: that the former one is open still is only what the page is told.
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
  await page.goto('/security')
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

test('every new screen at 320 px is accessible in light and dark and obeys the content security policy', async ({
  page,
}) => {
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) broken.push(message.text())
  })
  await page.setViewportSize({ width: 320, height: 740 })
  await joinWithPasskey(page, 'Nkechi Eze-Okonkwo')
  await page.goto('/security')
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
  await expect(page.getByRole('button', { name: 'Approve with passkey' })).toBeVisible()
  await expectAccessible(page, 'review with a passkey')
  await lock(page)
  await expectAccessible(page, 'PIN with fingerprint')
  expect(broken).toEqual([])
})
