import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { addAuthenticator, openAccountWithPasskey } from '#tests/e2e/support/virtual-authenticator.ts'
import {
  enterPin,
  fillTransfer,
  lock,
  openSecurity,
  PIN,
  register,
  setPin,
  showKeypad,
} from '#tests/e2e/support/wallet-page.ts'

const fingerprint = (page: Page) => page.getByRole('button', { name: 'Fingerprint' })
const onWallet = (page: Page) => expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()

test('a passkey is offered after the PIN, unlocks, approves a transfer, and can be renamed and removed', async ({
  page,
}) => {
  const authenticator = await addAuthenticator(page)
  await register(page, 'Adaeze Obi')
  await page.keyboard.type(PIN)
  await expect(page.getByText('Enter the same PIN once more')).toBeVisible()
  await page.keyboard.type(PIN)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added').first()).toBeVisible()
  await onWallet(page)
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
    await page.getByRole('button', { name: 'Approve with fingerprint' }).click()
    const { approval } = (await sent).postDataJSON() as { approval: Record<string, unknown> }
    expect(Object.keys(approval).sort()).toEqual(['deviceId', 'passkey'])
    await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  })

  await test.step('it is renamed', async () => {
    await openSecurity(page, 'Passkeys')
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

firstThird('a list is approved with a passkey as a whole', async ({ page }) => {
  await openAccountWithPasskey(page, 'Bisi Ade')
  await page.goto('/sell/many')
  await page.getByLabel('Your list').fill('08031234567, MTN, 500\n08031234568, MTN, 500')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Review and approve' }).click()
  await page.getByRole('button', { name: 'Approve with fingerprint' }).click()
  await expect(page).toHaveURL(/\/sell\/many\/bat_/)
})

lastThird(
  'a finger that is not recognised unlocks and approves nothing, says so, and the PIN still works',
  async ({ page }) => {
    const authenticator = await openAccountWithPasskey(page, 'Chike Eze')
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
    await page.getByRole('button', { name: 'Approve with fingerprint' }).click()
    await expect(page.getByRole('alert')).toContainText('Nothing was approved.')
    await expectAccessible(page, 'approval that was cancelled')
    await showKeypad(page)
    await enterPin(page, PIN)
    await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  },
)

secondThird(
  'the page waits for the sensor as long as nobody touches it, and leaving ends the question',
  async ({ page }) => {
    const authenticator = await openAccountWithPasskey(page, 'Dayo Bello')
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
  },
)

firstThird('the fingerprint still works while the PIN has to wait', async ({ page }) => {
  await openAccountWithPasskey(page, 'Efe Okoro')
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

secondThird('in a browser without passkeys the fingerprint key explains, and nothing is offered', async ({ page }) => {
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
  await openSecurity(page, 'Passkeys')
  await expect(page.getByText('This browser cannot make passkeys.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
})

firstThird('without a sensor nothing is offered, unless the fingerprint key asked for it', async ({ page }) => {
  await register(page, 'Gozie Uba')
  await fingerprint(page).click()
  await expect(page.getByText('Set your PIN first')).toBeVisible()
  await enterPin(page, PIN)
  await expect(page.getByText('Enter the same PIN once more')).toBeVisible()
  await enterPin(page, PIN)
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  await expectAccessible(page, 'offer of a passkey')
  await page.getByRole('button', { name: 'Not now' }).click()
  await onWallet(page)
})

lastThird('without a passkey the fingerprint key leads to where one is added', async ({ page }) => {
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
  await expect(page).toHaveURL(/\/security#passkeys$/)

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await authenticator.recognises(false)
  await page.getByLabel('Name').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('No passkey was added.')
  await authenticator.recognises(true)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: /^My phone.*Not used yet/ })).toBeVisible()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('This device already has a passkey for your account.')
  expect(await authenticator.count()).toBe(1)
})
