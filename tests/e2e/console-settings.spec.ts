import { expect, type Page, test } from '@playwright/test'
import { startPurchase } from '#tests/e2e/support/buy-bpc.ts'
import { button, expectFits, heading, NARROW, WIDE } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { approveDelivered, askForAirtime } from '#tests/e2e/support/purchase.ts'
import { confirm, sign, twoOperators } from '#tests/e2e/support/two-operators.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'

/** Two operators change what customers read and pay: each test continues where the previous one ended. */
let product: ConsoleProduct
let ada: Page
let bayo: Page
let customer: Page
test.describe.configure({ mode: 'serial' })

const MEANING =
  'We hear of problems at Kuda Bank. A transfer from there may be late or fail. You can pay from another bank.'
const notice = () => customer.getByRole('dialog', { name: 'Bank notice' })

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser, { SUPPORT_EMAIL: 'first@jara.ng' })
  ;[ada, bayo] = await twoOperators(product)
  customer = await product.open()
  await join(customer, 'Adaeze Ụzọchukwu')
})
test.afterAll(async () => await product.close())

test('a manager puts up a bank notice on a phone in five taps, the checker reads it word for word, and so do customers', async () => {
  await ada.goto('/admin/settings')
  await expect(ada.getByText('No notice is up.')).toBeVisible()
  await expectFits(ada, 'settings')
  await ada.setViewportSize(NARROW)
  await button(ada, 'Put up a notice').click()
  await ada.getByLabel('Search').fill('kuda')
  await expectFits(ada, 'the bank of a notice')
  await ada.setViewportSize(NARROW)
  await ada.getByRole('button', { name: 'Kuda Bank' }).click()
  await expect(ada.getByLabel('What customers read')).toHaveValue(MEANING)
  await expect(ada.getByRole('radio', { name: '2 hours' })).toBeChecked()
  await expectFits(ada, 'a notice')
  await ada.setViewportSize(NARROW)
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText(
    `Customers about to pay for a BPC by bank transfer read: “Kuda Bank: ${MEANING}”`,
  )
  await sign(ada, 'Your request is stored.')
  await expect(ada.getByText('No notice is up.')).toBeVisible()
  await ada.setViewportSize(WIDE)

  await startPurchase(customer)
  await expect(customer.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  await expect(notice()).toHaveCount(0)

  await bayo.goto('/admin/today')
  await bayo.getByRole('link', { name: /Put up a notice about Kuda Bank/ }).press('Enter')
  await expect(
    bayo.getByText(`Customers about to pay for a BPC by bank transfer read: “Kuda Bank: ${MEANING}”`),
  ).toBeVisible()
  await confirm(bayo, 'Put up a notice about Kuda Bank.')
  await expect(notice().getByRole('heading', { name: 'Kuda Bank' })).toBeVisible()
  await expect(notice()).toContainText(MEANING)
  await expect(notice()).toContainText(/Source: Jara support, \d+ \w+ \d{4}, \d\d:\d\d/)
})

test('two operators take it down, and customers no longer see it', async () => {
  await ada.goto('/admin/settings')
  await expectFits(ada, 'a notice that is up')
  await button(ada, 'Take down the notice about Kuda Bank').press('Enter')
  await button(ada, 'Review').press('Enter')
  await sign(ada, 'Your request is stored.')
  await expect(button(ada, 'Take down the notice about Kuda Bank')).toHaveCount(0)
  await ada.goto('/admin/proposals')
  await expect(ada.getByText('You asked for this. Another operator has to confirm it.')).toBeVisible()
  await expect(button(ada, 'Review and confirm')).toHaveCount(0)

  await bayo.goto('/admin/proposals')
  await confirm(bayo, 'Take down a notice about Kuda Bank.')
  await customer.reload()
  await expect(customer.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  await expect(notice()).toHaveCount(0)
  await bayo.goto('/admin/settings')
  await expect(bayo.getByText('No notice is up.')).toBeVisible()
  await bayo.getByText('Past notices').click()
  await expect(bayo.getByText(/taken down .+ by Ada Obi, Bayo Ade\./)).toBeVisible()
  await expectFits(bayo, 'past notices')
})

test('the support channels change once two operators agree, also on the rendered FAQ', async ({ request }) => {
  const faq = async () => await (await request.get(`${product.url}/faq`)).text()
  expect(await faq()).toContain('first@jara.ng')
  await ada.goto('/admin/settings')
  await button(ada, 'Change the channels').click()
  await expect(ada.getByLabel('Support by email')).toHaveValue('first@jara.ng')
  await ada.getByLabel('Support by email').fill('help@jara.ng')
  await ada.getByLabel('Support on WhatsApp').fill('https://evil.example/2348031234567')
  await expectFits(ada, 'the channels')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('alert')).toContainText('Support on WhatsApp: an address at WhatsApp')
  await ada.getByLabel('Support on WhatsApp').fill('https://wa.me/2348031234567')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText('Support by email: first@jara.ng → help@jara.ng')
  await sign(ada, 'Your request is stored.')
  expect(await faq()).toContain('first@jara.ng')

  await bayo.goto('/admin/proposals')
  await confirm(bayo, 'Change how customers reach support and the community.')
  await expect.poll(faq).toContain('help@jara.ng')
  expect(await faq()).not.toContain('first@jara.ng')
  await customer.goto('/support')
  await expect(customer.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', 'https://wa.me/2348031234567')
  await bayo.goto('/admin/settings')
  await expect(heading(bayo, 'In force · version 1')).toBeVisible()
  await expectFits(bayo, 'channels in force')
})

test('prices change once two operators have read each change; an earlier quote keeps its terms', async () => {
  await ada.goto('/admin/settings')
  await button(ada, 'Change the prices').click()
  await expect(ada.getByLabel('Discount: airtime, standard')).toHaveValue('1')
  await ada.getByLabel('Discount: airtime, standard').fill('1,5')
  await expectFits(ada, 'the prices')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('alert')).toContainText(/discounts\.airtime\.standard/i)
  await ada.getByLabel('Discount: airtime, standard').fill('1.5')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText('Discount on airtime, standard: 1% → 1.5%')
  await expect(ada.getByRole('dialog')).toContainText('Existing quotes keep their terms.')
  await sign(ada, 'Your request is stored.')

  await askForAirtime(customer, { phone: '08031234599', amount: '1000' })
  await expect(customer.getByRole('dialog')).toContainText('₦990.00')
  await bayo.goto('/admin/proposals')
  await expect(bayo.getByText('Discount on airtime, standard: 1% → 1.5%')).toBeVisible()
  await confirm(bayo, 'Change the prices.')
  await expect(customer.getByRole('dialog')).toContainText('₦990.00')
  await approveDelivered(customer)
  await askForAirtime(customer, { phone: '08031234598', amount: '1000' })
  await expect(customer.getByRole('dialog')).toContainText('₦985.00')
  await bayo.goto('/admin/settings')
  await expect(bayo.getByRole('region', { name: 'Prices' })).toContainText('Agreed to by Ada Obi, Bayo Ade.')
  await expectFits(bayo, 'prices in force')
})
