import { expect, type Page, test } from '@playwright/test'
import { SIDEWAYS } from '#tests/e2e/support/accessible.ts'
import { button, expectFits, heading, NARROW } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { askForAccountNumber } from '#tests/e2e/support/pay-in.ts'
import { firstOperator } from '#tests/e2e/support/two-operators.ts'
import { joinOnScreens, openSecurity } from '#tests/e2e/support/wallet-page.ts'

/** One operator and one customer of one installation: each test continues where the previous one ended. */
let product: ConsoleProduct
let ada: Page
let bola: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ada = await firstOperator(product)
  bola = await product.open({ viewport: NARROW })
})
test.afterAll(async () => await product.close())

const NAME = 'Bola Ahmed Okafor'

test('an operator finds a customer by name with the keyboard, and the name is in no address', async () => {
  await joinOnScreens(bola, NAME)
  await bola.goto('/fund')
  await askForAccountNumber(bola)
  const addresses: string[] = []
  ada.on('request', (request) => addresses.push(request.url()))
  await ada.keyboard.press('/')
  await expect(heading(ada, 'Search')).toBeVisible()
  await expect(ada.getByRole('searchbox')).toBeFocused()
  await ada.keyboard.type('bola ahm')
  await ada.keyboard.press('Enter')
  await expect(ada.getByRole('link', { name: 'B. A. O.' })).toBeVisible()
  await expect(ada).toHaveURL(/\/admin\/search$/)
  await expectFits(ada, 'search')
  await ada.getByRole('searchbox').fill('%')
  await ada.keyboard.press('Enter')
  await ada.getByRole('searchbox').fill('%%')
  await ada.keyboard.press('Enter')
  await expect(ada.getByText('Nothing was found.')).toBeVisible()
  expect(addresses.filter((address) => /bola/i.test(address))).toEqual([])
})

test('the customer is masked until a reason is given, which shows them and what they see', async () => {
  await ada.keyboard.press('Control+k')
  await expect(ada.getByRole('searchbox')).toBeFocused()
  await ada.getByRole('searchbox').fill('Bola Ahmed')
  await ada.keyboard.press('Enter')
  await ada.getByRole('link', { name: 'B. A. O.' }).click()
  await expect(heading(ada, 'B. A. O.')).toBeVisible()
  await expect(ada).toHaveURL(/\/admin\/customers\/usr_\w{35}$/)
  await expect(ada.getByText(NAME)).toHaveCount(0)
  await expect(ada.getByText(/•••• \d{4}/).first()).toBeVisible()
  await expect(button(ada, 'What they see')).toHaveCount(0)
  await expectFits(ada, 'a masked customer')

  await button(ada, 'Show personal data').click()
  await ada.getByLabel('Heading').selectOption('You asked us for help')
  await ada.getByLabel('Case number, or why').fill('Asked by phone about a deposit.')
  await expect(ada.getByText('The law forbids us to tell the customer')).toHaveCount(0)
  await expectFits(ada, 'a reason')
  await button(ada, 'Open for 15 minutes').click()
  await expect(heading(ada, NAME)).toBeVisible()
  await expect(ada.getByText(/^Open for you until /)).toBeVisible()
  await expectFits(ada, 'an open customer')

  await button(ada, 'What they see').click()
  const dialog = ada.getByRole('dialog', { name: 'What they see' })
  await expect(dialog.getByText('₦200,000.00').first()).toBeVisible()
  await expect(dialog.getByText(/Sandbox grant/)).toBeVisible()
  await expectFits(ada, 'what they see')
  await button(ada, 'Close').click()
})

test('the customer sees who looked and why under Security, and no name', async () => {
  await openSecurity(bola, 'Who looked at your data')
  const section = bola.getByRole('region', { name: 'Who looked at your data' })
  await expect(section.getByText('You asked us for help')).toBeVisible()
  await expect(section.getByText(/^A manager · /)).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(bola.getByText('Ada Obi')).toHaveCount(0)
  await expect(bola.getByText('Asked by phone')).toHaveCount(0)
  expect(await bola.evaluate(SIDEWAYS)).toEqual([])
})

test('the reason is in the audit, and ends with the session', async () => {
  await ada.goto('/admin/audit?act=open-customer')
  await expect(ada.getByRole('row').filter({ hasText: 'Asked by phone about a deposit.' })).toContainText('Ada Obi')
  await ada.goBack()
  await expect(heading(ada, NAME)).toBeVisible()
  await button(ada, 'Log out').click()
  await button(ada, 'Sign in with a passkey').click()
  await expect(heading(ada, 'B. A. O.')).toBeVisible()
})
