import { expect, type Page, test } from '@playwright/test'
import type { Me } from '#contract/accounts.ts'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { button, expectFits } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { approveDelivered, askForAirtime } from '#tests/e2e/support/purchase.ts'
import { said, sign, twoOperators } from '#tests/e2e/support/two-operators.ts'
import { enterPin, fillTransfer, openSecurity, PIN, showKeypad } from '#tests/e2e/support/wallet-page.ts'

/** An operator freezes a customer's money out and two lift it: each test continues where the previous one ended. */
let product: ConsoleProduct
let ada: Page
let bayo: Page
let customer: Page
let customerAt: string
test.describe.configure({ mode: 'serial' })

const TITLE = 'Our team has frozen your account to protect it'
const told = () => customer.getByText(TITLE)

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[ada, bayo] = await twoOperators(product)
  customer = await product.open()
})
test.afterAll(async () => await product.close())

/** Opens the customer's page in the console. */
async function openCustomer(page: Page): Promise<void> {
  await page.goto(customerAt)
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeVisible()
}

test('an operator freezes money out alone, the customer’s pages say so, and a transfer is refused in true words', async () => {
  await openAccount(customer, 'Adaeze Ụzọchukwu')
  await fillTransfer(customer, '1700')
  await customer.getByRole('button', { name: 'Submit' }).click()
  await showKeypad(customer)

  const { user } = (await (await customer.request.get('/api/me')).json()) as Me
  customerAt = `/admin/customers/${user.id}`
  await openCustomer(ada)
  await button(ada, 'Freeze money out').click()
  await ada.getByLabel('Why').selectOption('Protecting the account')
  await expect(ada.getByText(`The customer reads: “${TITLE}.`)).toBeVisible()
  await ada.getByLabel('Reason').fill('Three tips about a stolen telephone.')
  await expectFits(ada, 'a freeze')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText('Reason: Three tips about a stolen telephone.')
  await sign(ada, 'Money out is frozen. The customer gets an email.')
  await expect(ada.getByText(/^frozen by Ada Obi since .+ \(Protecting the account\)$/)).toBeVisible()
  await expect(button(ada, 'Freeze money out')).toHaveCount(0)
  await expectFits(ada, 'a frozen customer')

  // The terms were quoted before the freeze, and this page does not know about it.
  await enterPin(customer, PIN)
  await expect(customer.getByRole('alert').filter({ hasText: 'Our team has frozen your account' })).toContainText(
    'No money has left and your money is safe. Security says why',
  )
  await customer.goto('/dashboard')
  await expect(told()).toBeVisible()
  await expect(customer.getByText(/Payments you approved before continue\./)).toBeVisible()
  await expect(customer.getByText('Your account is frozen')).toHaveCount(0)
  await expectAccessible(customer, 'a frozen dashboard', ['dark'])
  await customer.goto('/airtime')
  await expect(told()).toBeVisible()
})

test('the owner cannot lift it: Security says what to do, without the operator’s reason or name', async () => {
  await openSecurity(customer, 'What happened on this account')
  const notice = said(customer, TITLE)
  await expect(notice).toContainText('Only our team can lift this.')
  await expect(customer.getByRole('button', { name: 'Unfreeze my account' })).toHaveCount(0)
  await expect(customer.getByText('Account frozen by our team to protect it')).toBeVisible()
  for (const hidden of ['Three tips', 'Ada Obi']) await expect(customer.getByText(hidden)).toHaveCount(0)
  await expect(notice.getByRole('link', { name: 'Write to support' })).toHaveAttribute('href', '/support')
})

test('two others lift it, and the customer pays again', async () => {
  await openCustomer(bayo)
  await button(bayo, 'Propose to lift the freeze').click()
  await bayo.getByLabel('Reason').fill('They showed their passport.')
  await expectFits(bayo, 'a freeze to lift')
  await button(bayo, 'Review').click()
  await sign(bayo, 'Your request is stored.')
  await expect(bayo.getByRole('link', { name: /^A request to lift the freeze waits/ })).toBeVisible()
  await customer.goto('/dashboard')
  await expect(told()).toBeVisible()

  await ada.goto('/admin/proposals')
  await button(ada, 'Review and confirm').click()
  const dialog = ada.getByRole('dialog')
  await expect(dialog).toContainText('They can pay and buy from the wallet again at once.')
  await expect(dialog).toContainText(/Open orders\s*0, /)
  await expectFits(ada, 'a freeze to lift, to confirm')
  await sign(ada, 'Confirmed: Lift the freeze of the customer')

  // The open page is updated.
  await expect(told()).toHaveCount(0)
  await askForAirtime(customer, { phone: '08031234572', amount: '750' })
  await approveDelivered(customer)
})

test('two end everybody’s sessions: the second reads how many, and what customers read', async () => {
  await ada.goto('/admin/accounts')
  await button(ada, 'Propose to end everybody’s sessions').click()
  await expect(ada.getByText(/Open when you loaded this page: 1 sessions? of 1 customers?\./)).toBeVisible()
  await ada.getByLabel('Reason').fill('A list of cookies was published.')
  await expectFits(ada, 'ending all sessions')
  await button(ada, 'Review').click()
  await sign(ada, 'Your request is stored.')
  await bayo.goto('/admin/proposals')
  await button(bayo, 'Review and confirm').click()
  await expect(bayo.getByRole('dialog')).toContainText(/Open sessions\s*1, /)
  await expect(bayo.getByRole('dialog')).toContainText('“Our team has signed you out everywhere')
  await sign(bayo, 'Confirmed: End every session of every customer.')
  await expect(customer).toHaveURL(/\/signin/)
})
