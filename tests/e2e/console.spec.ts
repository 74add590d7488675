import { expect, type Page, test } from '@playwright/test'
import { button, expectFits, heading, NARROW, signIn, WIDE } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { ADAS, enrolSecond, openFirstLink, said } from '#tests/e2e/support/two-operators.ts'

/** The console of one installation, from its first start on: each test continues where the previous one ended. */
let product: ConsoleProduct
let ada: Page
let bayo: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ada = await product.openOperator()
  bayo = await product.openOperator()
})
test.afterAll(async () => await product.close())

test('a start prints a link, by which the first operator enrols a passkey with the keyboard alone and signs in', async () => {
  await openFirstLink(ada, product)
  await expect(heading(ada, 'The first operator')).toBeVisible()
  expect(ada.url()).not.toContain('#')
  await expectFits(ada, 'the first operator')
  await ada.getByLabel('Your name').focus()
  await ada.keyboard.type('Ada Obi')
  await ada.keyboard.press('Tab')
  await ada.keyboard.type(ADAS)
  await ada.keyboard.press('Enter')
  await expect(heading(ada, 'Enrol a passkey')).toBeVisible()
  await expectFits(ada, 'enrol')
  await button(ada, 'Enrol a passkey').focus()
  await ada.keyboard.press('Enter')
  await expect(heading(ada, 'Passkey enrolled')).toBeVisible()
  await expect(ada.getByText('You can sign in with it now.')).toBeVisible()

  await ada.getByRole('link', { name: 'Operator sign-in' }).press('Enter')
  await expect(heading(ada, 'Operator sign-in')).toBeVisible()
  await expectFits(ada, 'sign-in')
  await button(ada, 'Sign in with a passkey').press('Enter')
  await expect(heading(ada, 'Today')).toBeVisible()
  await expect(ada.getByRole('banner').getByText('Ada Obi')).toBeVisible()
  await expect(ada.getByRole('banner').getByText('Manager')).toBeVisible()
})

test('the same link opens nothing a second time', async () => {
  const other = await product.openOperator()
  await openFirstLink(other, product)
  await expect(other.getByRole('alert')).toContainText('This link no longer works')
})

test('a second operator’s passkey opens nothing until the first has confirmed it, with a passkey', async () => {
  await enrolSecond(bayo, product)
  await bayo.goto('/admin/sign-in')
  await button(bayo, 'Sign in with a passkey').click()
  await expect(bayo.getByRole('alert')).toContainText('Another operator has to confirm this passkey')

  await ada.goto('/admin/operators')
  await expect(ada.getByText(/Let Bayo Ade sign in with a new passkey/)).toBeVisible()
  await button(ada, 'Review and confirm').click()
  const dialog = ada.getByRole('dialog')
  await expect(dialog).toContainText(/Confirm this: Let Bayo Ade sign in .*Requested by Bayo Ade, orq_/s)
  await expectFits(ada, 'what is confirmed')
  await dialog.getByRole('button', { name: 'Sign with your passkey' }).click()
  await expect(said(ada, 'Confirmed: Let Bayo Ade')).toBeVisible()
  await signIn(bayo)
})

test('two operators change a role: nobody confirms their own request', async () => {
  await ada.goto('/admin/operators')
  await button(ada, 'Change the role of Ada Obi').click()
  await ada.keyboard.press('Escape')
  await button(ada, 'Change the role of Bayo Ade').click()
  await ada.getByLabel('New role').selectOption('Finance')
  await ada.getByLabel('Reason').fill('Bayo moves to reconciliation.')
  await expectFits(ada, 'a role change')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText(
    /Ask for this: Change the role of Bayo Ade from manager to finance\.\s*Reason: Bayo moves to reconciliation\./,
  )
  await button(ada, 'Sign with your passkey').click()
  await expect(ada.getByText('Your request is stored.')).toBeVisible()
  await expect(ada.getByText('You asked for this. Another operator has to confirm it.')).toBeVisible()
  await expect(button(ada, 'Review and confirm')).toHaveCount(0)
  await expect(
    ada.getByRole('listitem').filter({ hasText: 'Bayo Ade' }).getByText('Manager', { exact: true }),
  ).toBeVisible()

  await bayo.goto('/admin/operators')
  await button(bayo, 'Review and confirm').click()
  await button(bayo, 'Sign with your passkey').click()
  await expect(bayo.getByText(/Confirmed: Change the role of Bayo Ade from manager to finance/)).toBeVisible()
  await expect(bayo.getByRole('banner').getByText('Finance')).toBeVisible()
  await expect(button(bayo, 'Change the role of Ada Obi')).toHaveCount(0)
  await expectFits(bayo, 'operators')
})

test('the audit says who did what, is filtered by its address, and its export is in it', async () => {
  await ada.setViewportSize(WIDE)
  await ada.goto('/admin/operators')
  await ada.getByRole('link', { name: 'Audit' }).click()
  await expect(heading(ada, 'Audit')).toBeVisible()
  const change = ada.getByRole('row').filter({ hasText: 'Role changed' })
  await expect(change).toContainText(/Bayo Ade.*Bayo moves to reconciliation.*role: manager → finance/s)
  await expectFits(ada, 'audit')
  await ada.getByLabel('Kind').selectOption('Role changed')
  await expect(ada).toHaveURL(/\/admin\/audit\?act=change-role$/)
  await expect(ada.getByRole('row')).toHaveCount(2)
  await ada.reload()
  await expect(ada.getByRole('row')).toHaveCount(2)

  const download = ada.waitForEvent('download')
  await button(ada, 'Export as CSV').click()
  expect((await download).suggestedFilename()).toBe('jara-sandbox-operator-audit.csv')
  await ada.goto('/admin/audit?act=export-audit')
  await expect(ada.getByRole('row').filter({ hasText: 'Audit exported' })).toContainText('Ada Obi')
  await ada.goto('/admin/audit?from=2020-01-01&to=2020-01-02')
  await expect(ada.getByText('No line matches these filters.')).toBeVisible()
})

test('signed in on another browser, the first one says that it is signed out', async () => {
  const { cookies } = await ada.context().storageState()
  await ada.context().clearCookies()
  await signIn(ada)
  const page = await product.open({ viewport: WIDE, storageState: { cookies, origins: [] } })
  await page.goto('/admin/audit')
  await expect(
    page.getByText(/You have signed in to the console in another browser, so you were signed out here/),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/sign-in$/)
})

test('ten minutes after the last touch the console locks, and a passkey opens the same screen again', async () => {
  await ada.clock.install()
  await ada.goto('/admin/audit?act=change-role')
  await expect(ada.getByRole('row')).toHaveCount(2)
  await ada.clock.fastForward(9 * 60_000)
  await heading(ada, 'Audit').click()
  await ada.clock.fastForward(9 * 60_000)
  await expect(heading(ada, 'Audit')).toBeVisible()
  await ada.clock.fastForward(60_000 + 10_000)
  await expect(heading(ada, 'The console is locked')).toBeVisible()
  await expect(ada.getByRole('row')).toHaveCount(0)
  await expectFits(ada, 'locked')
  expect((await ada.request.get('/api/admin/audit')).status()).toBe(423)
  await button(ada, 'Unlock with a passkey').click()
  await expect(heading(ada, 'Audit')).toBeVisible()
  await expect(ada).toHaveURL(/\/admin\/audit\?act=change-role$/)
})

test('without a touch the server locks as well, whatever the page does', async () => {
  await product.sql("update operator_sessions set touched_at = touched_at - interval '10 minutes 1 second'")
  await ada.reload()
  await expect(heading(ada, 'The console is locked')).toBeVisible()
  await button(ada, 'Unlock with a passkey').click()
  await expect(heading(ada, 'Audit')).toBeVisible()
})

test('an operator who logs out and signs in again is back on the same screen', async () => {
  await button(ada, 'Log out').click()
  await expect(heading(ada, 'Operator sign-in')).toBeVisible()
  expect((await ada.request.get('/api/admin/me')).status()).toBe(401)
  await ada.goto('/admin/operators')
  await expect(ada).toHaveURL(/\/admin\/sign-in$/)
  await button(ada, 'Sign in with a passkey').click()
  await expect(heading(ada, 'Operators')).toBeVisible()
})

test('on a phone, More holds the other screens and Log out, and Back closes it', async () => {
  await ada.setViewportSize(NARROW)
  await ada.getByRole('link', { name: 'Today' }).click()
  await expect(heading(ada, 'Today')).toBeVisible()
  const more = ada.getByRole('dialog', { name: 'More' })
  await button(ada, 'More').click()
  await expect(more.getByText('Ada Obi')).toBeVisible()
  await expect(button(ada, 'Log out')).toBeVisible()
  await expectFits(ada, 'more of the console')
  await ada.setViewportSize(NARROW)
  await expect(more).toBeVisible()
  await ada.goBack()
  await expect(more).toHaveCount(0)
  await expect(ada).toHaveURL(/\/admin\/today$/)
  await button(ada, 'More').click()
  await more.getByRole('link', { name: 'Operators' }).click()
  await expect(heading(ada, 'Operators')).toBeVisible()
  await expect(more).toHaveCount(0)
  await ada.goBack()
  await expect(heading(ada, 'Today')).toBeVisible()
  await expect(more).toHaveCount(0)
  await ada.goForward()
  await expect(heading(ada, 'Operators')).toBeVisible()
  await ada.setViewportSize(WIDE)
  await expect(button(ada, 'More')).toHaveCount(0)
})

test('the console is as dark as the device, until the app has a theme of its own', async () => {
  const shown = () => ada.locator('html').getAttribute('data-theme')
  await ada.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(shown).toBe('dark')
  await ada.emulateMedia({ colorScheme: 'light' })
  await expect.poll(shown).toBe('light')
  await ada.evaluate(() => localStorage.setItem('jara.theme', 'dark'))
  await ada.reload()
  await expect(heading(ada, 'Operators')).toBeVisible()
  expect(await shown()).toBe('dark')
})
