import { expect, type Page, test } from '@playwright/test'
import { button, expectFits, heading, NARROW, WIDE } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { confirm, said, sign, twoOperators } from '#tests/e2e/support/two-operators.ts'
import { fillTransfer, join } from '#tests/e2e/support/wallet-page.ts'

/** Two operators limit what leaves wallets in a day: each test continues where the previous one ended. */
let product: ConsoleProduct
let ada: Page
let bayo: Page
let customer: Page
test.describe.configure({ mode: 'serial' })

const NAME = 'Chinedu Limit Eze'

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[ada, bayo] = await twoOperators(product)
  customer = await product.open({ viewport: NARROW })
  await join(customer, NAME)
})
test.afterAll(async () => await product.close())

const limitQuestion = () => customer.getByRole('group').filter({ hasText: 'How do I raise my daily limit?' })

/** Requests a transfer of this amount, which the server refuses with this message. */
async function expectRefused(amount: string, words: string): Promise<void> {
  await fillTransfer(customer, amount)
  await customer.getByRole('button', { name: 'Submit' }).click()
  await expect(customer.getByText(words).first()).toBeVisible()
}

test('lower limits begin once two operators have read each change, and the customer’s form, FAQ and BPC page show them', async ({
  request,
}) => {
  await ada.goto('/admin/settings')
  await ada.setViewportSize(NARROW)
  await button(ada, 'Change the limits').click()
  await expect(ada.getByLabel('Daily limit')).toHaveValue('500000')
  await ada.getByLabel('Daily limit').fill('30000.50')
  await expectFits(ada, 'the limits')
  await ada.setViewportSize(NARROW)
  await button(ada, 'Review').click()
  await expect(ada.getByRole('alert')).toContainText('Daily limit: whole naira, ₦100 to ₦5,000,000')
  await ada.getByLabel('Daily limit').fill('30000')
  await ada.getByLabel('What each bought BPC adds').fill('20000')
  await ada.getByLabel('Maximum with BPCs').fill('90000')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText('Daily limit: ₦500,000 → ₦30,000')
  await expect(ada.getByRole('dialog')).toContainText('no customer spent more in a day than these limits allow')
  await sign(ada, 'Your request is stored.')
  await ada.setViewportSize(WIDE)

  await customer.goto('/faq#daily-limit')
  await expect(limitQuestion()).toContainText('₦500,000 can leave your wallet in a day')
  await bayo.goto('/admin/proposals')
  await expect(bayo.getByText('Maximum with BPCs: ₦5,000,000 → ₦90,000')).toBeVisible()
  await confirm(bayo, 'Change the daily limits.')

  await expect(limitQuestion()).toContainText('₦30,000 can leave your wallet in a day')
  await expect(limitQuestion()).toContainText('adds ₦20,000, up to ₦90,000')
  const rendered = async () => await (await request.get(`${product.url}/faq`)).text()
  await expect.poll(rendered).toContain('₦30,000')
  await customer.goto('/buy-bpc')
  await expect(customer.getByText('₦50,000 instead of ₦30,000')).toBeVisible()
  await expect(customer.getByText('Every further BPC adds ₦20,000 a day, up to ₦90,000.')).toBeVisible()
  await fillTransfer(customer, '100')
  await expect(customer.getByText('Up to ₦30,000: the rest of today’s limit')).toBeVisible()
  await expectRefused('30001', 'This goes over your daily limit of ₦30,000.')
  await bayo.goto('/admin/settings')
  await expect(bayo.getByRole('region', { name: 'Limits' })).toContainText('Agreed to by Ada Obi, Bayo Ade.')
  await expectFits(bayo, 'limits in force')
})

test('a lower limit for one customer is set on their screen by two operators, and they read it where it binds', async () => {
  await ada.goto('/admin/search')
  await ada.getByRole('searchbox').fill('Chinedu Limit')
  await ada.keyboard.press('Enter')
  await ada.getByRole('link', { name: 'C. L. E.' }).click()
  const card = ada.getByRole('region', { name: 'Limit of this customer' })
  await expect(card).toContainText('None: everybody’s limit holds.')
  await button(ada, 'Propose a limit').press('Enter')
  await expect(ada.getByText('Less than ₦30,000.00, everybody’s limit with this customer’s BPCs.')).toBeVisible()
  await ada.getByLabel('Daily limit').fill('12000')
  await ada.getByLabel('Reason').fill('Their number was used for several scams.')
  await expectFits(ada, 'a limit of a customer')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText(/Limit customer usr_\w+ to ₦12,000 a day\./)
  await button(ada, 'Sign with your passkey').click()
  await expect(said(ada, 'Your request is stored.')).toBeVisible()

  await customer.goto('/dashboard')
  await expect(customer.getByRole('region', { name: 'Balance' })).toContainText('₦0 of ₦30,000')
  await bayo.goto('/admin/proposals')
  await confirm(bayo, 'Limit customer')
  const sentence = /Your limit is ₦12,000 a day\. We set it on \d+ \w+ \d{4}\. Contact support\./
  await expect(customer.getByRole('region', { name: 'Balance' })).toContainText('₦0 of ₦12,000')
  await expect(customer.getByText(sentence)).toBeVisible()
  await customer.goto('/profile')
  await expect(customer.getByText(sentence)).toBeVisible()
  await customer.goto('/buy-bpc')
  await expect(customer.getByText(/Contact support\. A BPC does not raise it\./)).toBeVisible()
  await expect(customer.getByText('Every further BPC adds')).toHaveCount(0)
  await expectRefused('12001', 'This goes over your daily limit of ₦12,000.')
  await ada.reload()
  await expect(heading(ada, 'Limit of this customer')).toBeVisible()
  await expect(card).toContainText('₦12,000.00 a day')
  await expect(card).toContainText('Reason: Their number was used for several scams.')
  await expect(card).toContainText(/Set .+\. Agreed to by Ada Obi, Bayo Ade\./)
  await expectFits(ada, 'a customer with a limit')
})

test('it ends when two operators end it', async () => {
  await button(ada, 'End the limit').click()
  await ada.getByLabel('Reason').fill('They showed their papers.')
  await button(ada, 'Review').click()
  await sign(ada, 'Your request is stored.')
  await bayo.goto('/admin/proposals')
  await confirm(bayo, 'End the limit of ₦12,000 a day')
  await customer.goto('/dashboard')
  await expect(customer.getByRole('region', { name: 'Balance' })).toContainText('₦0 of ₦30,000')
  await expect(customer.getByText('We set it on')).toHaveCount(0)
})
