import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { emailTo, mailedCode, mailedLink } from '#tests/e2e/support/emails.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { type OwnProduct, startOwnProduct } from '#tests/e2e/support/own-product.ts'
import { enterMailedCode, enterSignIn, openSecondBrowser } from '#tests/e2e/support/second-browser.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { untilTaken } from '#tests/e2e/support/until-taken.ts'
import {
  enterPin,
  fillTransfer,
  join,
  openRow,
  openSecurity,
  PASSWORD,
  PIN,
  sendMoney,
  setPin,
} from '#tests/e2e/support/wallet-page.ts'

const NEW_PASSWORD = 'palm oil and garri 27'

test('a forgotten password is reset with the link of an email, once; the old one opens nothing', async ({
  page,
  browser,
}) => {
  const email = await join(page, 'Ada Nnadi')
  const second = await openSecondBrowser(browser)
  const broken = brokenRules(second, { allowing: /status of (400|401|410|429)/ })
  await second.setViewportSize({ width: 320, height: 740 })
  await second.goto('/signin')
  await second.getByLabel('Email').fill(email)
  await second.getByRole('link', { name: 'Forgot password?' }).click()
  await expectAccessible(second, 'forgot password')
  await expect(second.getByLabel('Email')).toHaveValue(email)
  await second.getByRole('button', { name: 'Send the link' }).click()
  await expect(second.getByRole('status').filter({ hasText: 'an email with a link is on its way' })).toBeVisible()
  await expectAccessible(second, 'link sent')

  const link = await mailedLink(email, 'set a new password', '/reset-password')
  await second.goto(link)
  await expect(second).toHaveURL(/\/reset-password$/)
  await expectAccessible(second, 'new password')
  await second.getByLabel('New password').fill('short')
  await second.getByRole('button', { name: 'Set new password' }).click()
  await expect(second.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
  await second.getByLabel('New password').fill(NEW_PASSWORD)
  await second.getByRole('button', { name: 'Set new password' }).click()
  await expect(second.getByText('Your new password is set')).toBeVisible()
  await expect(second).toHaveURL(/\/signin$/)

  await enterSignIn(second, email, PASSWORD)
  await expect(second.getByRole('alert')).toContainText('The email or the password is not correct.')
  // For a moment after a wrong password a sign-in is refused, and no code is sent.
  await untilTaken(second, '/api/sessions', () => enterSignIn(second, email, NEW_PASSWORD))
  await enterMailedCode(second, email)
  await expect(second.getByRole('heading', { name: 'Create PIN' })).toBeVisible()
  await setPin(second)

  await second.goto('/')
  await second.goto(link)
  await second.getByLabel('New password').fill('yet another soup 31')
  await second.getByRole('button', { name: 'Set new password' }).click()
  await expect(second.getByRole('alert')).toContainText('This link no longer works')
  await expect(second.getByRole('link', { name: 'Ask for another link' })).toHaveAttribute('href', '/forgot-password')
  expect(broken).toEqual([])
  await second.context().close()
})

secondThird('nobody learns from "Forgot password?" whether an email has an account', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody.at.all@example.ng')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If nobody.at.all@example.ng has an account')).toBeVisible()
})

firstThird('links without a secret say so, and change nothing', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete. Open it again from the newest email')
  await page.goto('/freeze')
  await expect(page.getByRole('alert')).toContainText('Nothing was changed.')
  await page.goto('/')
  await page.goto('/freeze#made-up')
  await expect(page).toHaveURL(/\/freeze$/)
  await page.getByRole('button', { name: 'Freeze this account' }).click()
  await expect(page.getByRole('alert')).toContainText('This link is incomplete. Nothing was changed.')
})

secondThird(
  'the email is changed with a code from the new mailbox, and both addresses are notified',
  async ({ page }) => {
    const email = await join(page, 'Bukola Ige')
    const newEmail = `new.${email}`
    await openSecurity(page, 'Email')
    await page.getByRole('button', { name: 'Change email' }).click()
    const sheet = page.getByRole('dialog', { name: 'Change email' })
    await sheet.getByLabel('New email').fill('no email')
    await sheet.getByLabel('New email').fill(newEmail)
    await sheet.getByRole('button', { name: 'Send the code' }).click()
    const field = sheet.getByLabel('Code from the email')
    await expect(field).toBeVisible()
    await expectAccessible(page, 'code for a new email')
    const code = await mailedCode(newEmail, 'confirm your email')
    await field.fill(code === '111111' ? '222222' : '111111')
    await sheet.getByRole('button', { name: 'Change email' }).click()
    await expect(sheet.getByText('This code is wrong or has expired.')).toBeVisible()
    await field.fill(code)
    await sheet.getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByText('Your email is changed')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Email/ })).toContainText(newEmail)
    for (const told of [email, newEmail]) await emailTo(told, 'your email was changed')
  },
)

firstThird('the password is changed under Security; its owner is notified', async ({ page }) => {
  const email = await openAccount(page, 'Chioma Udo')
  await openSecurity(page, 'Password')
  await page.getByRole('button', { name: 'Change password' }).click()
  const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')]
  const save = page.getByRole('button', { name: 'Save new password' })
  await current.fill(PASSWORD)
  await next.fill(PASSWORD)
  await save.click()
  await expect(page.getByText('This is already your password.')).toBeVisible()
  await expect(next).toHaveAttribute('aria-invalid', 'true')
  await current.fill('not the password')
  await next.fill(NEW_PASSWORD)
  await save.click()
  await expect(page.getByText('This is not your current password. Nothing was changed.')).toBeVisible()
  await expect(current).toHaveAttribute('aria-invalid', 'true')
  await expect(next).not.toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'another password')
  await current.fill(PASSWORD)
  // Right after a wrong password the next one is refused for a moment.
  await untilTaken(page, '/api/password', () => save.click())
  await expect(page.getByText('Your new password is set')).toBeVisible()
  await emailTo(email, 'your password was changed')
})

lastThird(
  'the link in an email freezes money out without a sign-in, and only its owner unfreezes it',
  async ({ page, browser }) => {
    const email = await join(page, 'Daraju Bello')
    const second = await openSecondBrowser(browser)
    const broken = brokenRules(second)
    await second.goto(await mailedLink(email, 'your PIN was set', '/freeze'))
    await expect(second).toHaveURL(/\/freeze$/)
    await expectAccessible(second, 'freeze by a link')
    await second.getByRole('button', { name: 'Freeze this account' }).click()
    await expect(second.getByRole('status').filter({ hasText: 'is frozen' })).toBeVisible()
    await expectAccessible(second, 'frozen by a link')
    expect(broken).toEqual([])
    await second.context().close()

    await page.goto('/dashboard')
    await expect(page.getByText('Your account is frozen')).toBeVisible()
    await page.goto('/security')
    await page.getByRole('button', { name: 'Unfreeze my account' }).click()
    await enterPin(page, PIN)
    await expect(page.getByText('Your account is open again')).toBeVisible()
  },
)

secondThird(
  'one’s data is downloaded as a file, and an account is closed for good once nothing is left in it',
  async ({ page }) => {
    const email = await openAccount(page, 'Eniola Dada')
    await openSecurity(page, 'Your data', 'Close account')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^jara-sandbox-data-\d{4}-\d{2}-\d{2}\.json$/)
    await page.getByRole('button', { name: 'Close my account' }).click()
    await expectAccessible(page, 'close the account')
    await enterPin(page, PIN)
    await expect(page.getByText('There is still money in this account or on its way.')).toBeVisible()

    // With its fee and duty, this is the whole balance.
    await sendMoney(page, '199,900')
    await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
    await openSecurity(page, 'Close account')
    await page.getByRole('button', { name: 'Close my account' }).click()
    await enterPin(page, PIN)
    await expect(page.getByText('Your account is closed')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    await enterSignIn(page, email)
    await expect(page.getByRole('alert')).toContainText('The email or the password is not correct.')
  },
)

lastThird(
  'every password field takes a pasted password, names its kind to a password manager, and can be shown',
  async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/signin')
    await expectPasswordField(page, 'Password', 'current-password')
    await page.goto('/register')
    await expectPasswordField(page, 'Password', 'new-password')
    await page.goto('/reset-password#made-up')
    await expectPasswordField(page, 'New password', 'new-password')
    await openAccount(page, 'Ebere Ani')
    await openSecurity(page, 'Password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expectPasswordField(page, 'New password', 'new-password')
    await expectPasswordField(page, 'Current password', 'current-password')
    await page.route('**/api/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), fresh: false } })
    })
    await page.reload()
    await openRow(page, 'Password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expectPasswordField(page, 'Password', 'current-password')
  },
)

async function expectPasswordField(page: Page, label: string, kind: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true }).and(page.locator('input'))
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveAttribute('autocomplete', kind)
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(PASSWORD)})`)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue(PASSWORD)
  await field.locator('..').getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
}

test.describe('where an email has to be proved and the first day is limited', () => {
  test.describe.configure({ mode: 'default' })
  let product: OwnProduct
  let context: BrowserContext
  let page: Page

  test.beforeAll(async () => {
    product = await startOwnProduct({ LINK_CHECK: 'off', EMAIL_PROOF: 'on', NEW_LIMIT: 'on', APPROVAL_PAUSE: 'on' })
  })
  test.beforeEach(async ({ browser }) => {
    context = await browser.newContext({ baseURL: product.url })
    page = await context.newPage()
  })
  test.afterEach(() => context.close())
  test.afterAll(() => product.close())

  test('joining asks for the code from the mailbox first, and the first day lets ₦20,000 out', async () => {
    const email = 'folake@example.ng'
    await page.goto('/register')
    await page.getByLabel('Full name').fill('Folake Ojo')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expectAccessible(page, 'code of an email')
    const code = await mailedCode(email, 'confirm your email', product.sandbox)
    await page.getByLabel('Code from the email').fill(code === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('This code is wrong or has expired.')).toBeVisible()
    await page.getByLabel('Code from the email').fill(code)
    await page.getByRole('button', { name: 'Create account' }).click()
    await setPin(page)

    const limit = (twentyThousand: string) =>
      page.getByText(
        `For 24 hours after a new account, device, PIN or password, ${twentyThousand} can leave your wallet. You have ${twentyThousand} left until`,
      )
    await expect(limit('₦20,000.00')).toBeVisible()
    await fillTransfer(page, '20,001')
    await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/^Up to ₦20,000 until .* is new$/)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/You have ₦20,000 left until [^.]+\.$/)

    await test.step('who approves at once waits a moment longer, and is asked nothing again', async () => {
      await sendMoney(page, '1,000')
      await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
    })
  })
})
