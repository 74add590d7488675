import { expect, type Page, test } from '@playwright/test'
import { button, expectFits, NARROW, WIDE } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { approveDelivered, askForAirtime } from '#tests/e2e/support/purchase.ts'
import { confirm, sign, twoOperators } from '#tests/e2e/support/two-operators.ts'
import { fillTransfer, join } from '#tests/e2e/support/wallet-page.ts'

/** Two operators pause and resume a kind of order: each test continues where the previous one ended. */
let product: ConsoleProduct
let ada: Page
let bayo: Page
let customer: Page
test.describe.configure({ mode: 'serial' })

const REASON = 'MTN does not answer reliably right now. Please try again later.'
const notice = () => customer.getByRole('status').filter({ hasText: 'Buying MTN airtime is paused for everyone.' })

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[ada, bayo] = await twoOperators(product)
  customer = await product.open()
  await join(customer, 'Adaeze Ụzọchukwu')
})
test.afterAll(async () => await product.close())

test('two operators pause one network’s airtime from a phone, its form says why before anybody types, and nobody can buy it', async () => {
  await customer.goto('/airtime')
  await expect(customer.getByLabel('Amount')).toBeVisible()
  await expect(notice()).toHaveCount(0)

  await ada.goto('/admin/pauses')
  await expect(ada.getByText('Nothing is paused.')).toBeVisible()
  await ada.setViewportSize(NARROW)
  await button(ada, 'Pause a kind of order').click()
  await ada.getByRole('radio', { name: 'Airtime' }).check()
  await ada.getByLabel('Which one').selectOption('MTN')
  await expect(ada.getByLabel('Reason that customers read')).toHaveValue(REASON)
  await expect(ada.getByText(/^0 such orders are open and continue/)).toBeVisible()
  await expectFits(ada, 'a pause')
  await ada.setViewportSize(NARROW)
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText(`“Buying MTN airtime is paused for everyone. ${REASON}”`)
  await expect(ada.getByRole('dialog')).toContainText('ends automatically 2 hours later')
  await sign(ada, 'Your request is stored.')
  await ada.setViewportSize(WIDE)

  await bayo.goto('/admin/today')
  await bayo.getByRole('link', { name: /Pause: Buying MTN airtime/ }).press('Enter')
  await button(bayo, 'Review and confirm').click()
  await expect(bayo.getByRole('dialog')).toContainText('Open orders, which continue')
  await expectFits(bayo, 'a pause to confirm')
  await sign(bayo, 'Confirmed: Pause: Buying MTN airtime (mtn).')

  // The open page is updated.
  await expect(notice()).toContainText(REASON)
  await expect(notice()).toContainText(/The pause ends automatically on \d+ \w+ \d{4}, \d\d:\d\d, Lagos time/)
  await askForAirtime(customer, { phone: '08031234571', amount: '700' })
  await expect(customer.getByRole('alert').filter({ hasText: 'No money has left.' })).toContainText(REASON)
  await expect(customer.getByRole('dialog')).toHaveCount(0)
})

test('another network and bank transfers continue meanwhile, and Today shows when it ends', async () => {
  await askForAirtime(customer, { phone: '08021234571', amount: '800', network: 'Airtel' })
  await approveDelivered(customer)
  await fillTransfer(customer, '900')
  await customer.getByRole('button', { name: 'Submit' }).click()
  await expect(customer.getByRole('dialog')).toContainText('Account number')
  await customer.goto('/withdraw')
  await expect(customer.getByRole('status').filter({ hasText: 'paused' })).toHaveCount(0)

  await bayo.goto('/admin/today')
  await expect(bayo.getByRole('link', { name: `Buying MTN airtime is paused for everyone. ${REASON}` })).toBeVisible()
  await expect(bayo.getByText(/Ends automatically /)).toBeVisible()
  await expectFits(bayo, 'Today with a pause')
})

test('it ends when two lift it, and the customer pays', async () => {
  await customer.goto('/airtime')
  await expect(notice()).toBeVisible()
  await bayo.goto('/admin/pauses')
  const lift = button(bayo, 'Lift the pause: Buying MTN airtime')
  await expect(lift).toBeVisible()
  await expectFits(bayo, 'a pause that holds')
  await lift.click()
  await button(bayo, 'Review').click()
  await sign(bayo, 'Your request is stored.')
  await expect(lift).toHaveCount(0)

  await ada.goto('/admin/proposals')
  await confirm(ada, 'Lift the pause: Buying MTN airtime (mtn).')
  await expect(notice()).toHaveCount(0)
  await askForAirtime(customer, { phone: '08031234571', amount: '700' })
  await approveDelivered(customer)

  await ada.goto('/admin/pauses')
  await ada.getByText('Past pauses').click()
  await expect(ada.getByText(/lifted .+ by Bayo Ade, Ada Obi\./)).toBeVisible()
  await expectFits(ada, 'past pauses')
})
