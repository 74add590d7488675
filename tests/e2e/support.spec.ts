import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { CasesAnswer } from '#contract/support.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { type OwnProduct, startOwnProduct } from '#tests/e2e/support/own-product.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'

test.describe.configure({ mode: 'default' })

const SETTINGS = {
  LINK_CHECK: 'off',
  SUPPORT_EMAIL: 'help@jara.ng',
  SUPPORT_TELEGRAM_URL: 'https://t.me/jara_help',
  SUPPORT_WHATSAPP_URL: 'https://wa.me/2348031234567',
  SUPPORT_LIVE_CHAT_URL: 'https://chat.jara.ng/',
  SUPPORT_ALWAYS: 'true',
  COMMUNITY_CHAT_URL: 'https://community.jara.ng/room',
  COMMUNITY_TELEGRAM_URL: 'https://t.me/jara_news',
  COMMUNITY_WHATSAPP_URL: 'https://chat.whatsapp.com/AbCdEf123',
  OPERATOR_NAME: 'Jara Payments Ltd',
}

let product: OwnProduct
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  product = await startOwnProduct(SETTINGS)
})
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ baseURL: product.url, permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
})
test.afterEach(() => context.close())
test.afterAll(() => product.close())

const status = (word: string) => page.getByRole('region', { name: 'Tracking' }).getByText(word, { exact: true })
const messages = () => page.getByRole('region', { name: 'Conversation' }).getByRole('listitem')

async function report(text: string): Promise<string> {
  await page.goto('/support/report')
  await page.getByLabel('What is it about?').selectOption('Something else')
  await page.getByLabel('What happened?').fill(text)
  await page.getByRole('button', { name: 'Send report' }).click()
  return await trackingNumber()
}

async function trackingNumber(): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Your report' })).toBeVisible()
  return await page.getByText(/^JR-\w{4}-\w{4}$/).innerText()
}

test('a problem with a payment is reported, and its status follows what an operator does', async () => {
  await openAccount(page, 'Adaeze Ụzọchukwu')
  const { transactions } = (await (await page.request.get('/api/transactions')).json()) as TransactionsAnswer
  await page.goto(`/support/report?transaction=${transactions[0]?.id}`)
  await expect(page.getByRole('link', { name: /Sandbox grant/ })).toBeVisible()
  await expect(page.getByLabel('What is it about?')).toHaveValue('other')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByLabel('What happened?')).toBeFocused()
  await expect(page.getByText('Please write what happened.')).toBeVisible()
  await page.getByLabel('What happened?').fill('It is not what I expected.\n<b>Bold</b>')
  await page.getByRole('button', { name: 'Send report' }).click()

  const number = await trackingNumber()
  await expect(status('Received')).toBeVisible()
  await expect(page.getByText('We will alert you when we answer.')).toBeVisible()
  await expect(page.getByText('We cannot say when.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Sandbox grant/ })).toBeVisible()
  await expect(messages()).toContainText(['It is not what I expected.\n<b>Bold</b>'])
  await page.getByRole('button', { name: 'Copy tracking number' }).click()
  await expect(page.getByText('Tracking number copied to clipboard!')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(number)

  await product.cases('take', number)
  await expect(status('In progress')).toBeVisible()
  await product.cases('answer', number, 'It is practice money.')
  await expect(status('Answered')).toBeVisible()
  await expect(messages().last()).toContainText('It is practice money.')
  await expect(messages().last()).toContainText('Support')
  await page.getByLabel('Write back').fill('Thank you!')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages()).toHaveCount(3)
  await expect(page.getByText('Your later message has no answer yet.')).toBeVisible()
  await expect(page.getByLabel('Write back')).toHaveValue('')
  await product.cases('close', number, '--outcome', 'resolved', '--note', 'Practice money, explained.')
  await expect(status('Closed')).toBeVisible()
  await expect(page.getByLabel('Write back')).toHaveCount(0)

  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('link', { name: new RegExp(number) })).toContainText('Closed')
})

secondThird('a report whose answer was lost is sent again and is one', async () => {
  await openAccount(page, 'Ibrahim Sule')
  await page.route('**/api/cases', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback()
    await route.fetch()
    await route.abort()
  })
  await page.goto('/support/report')
  await page.getByLabel('What is it about?').selectOption('A BPC')
  await page.getByLabel('What happened?').fill('No code came.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('We could not reach Jara.')).toBeVisible()
  await page.unroute('**/api/cases')
  await page.getByRole('button', { name: 'Send report' }).click()
  await trackingNumber()
  const { cases } = (await (await page.request.get('/api/cases')).json()) as CasesAnswer
  expect(cases).toHaveLength(1)
})

lastThird('a payment of somebody else cannot be reported, and the way out is shown', async () => {
  await openAccount(page, 'Ibrahim Sule')
  await page.goto(`/support/report?transaction=txn_${'0'.repeat(35)}`)
  await expect(page.getByText('We could not find this payment in your history.')).toBeVisible()
  await page.getByLabel('What is it about?').selectOption('Something else')
  await page.getByLabel('What happened?').fill('Whose is it?')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Nothing was sent. Report the problem without it.')).toBeVisible()
  await page.getByRole('button', { name: 'It is not about this payment' }).click()
  await expect(page).toHaveURL(/\/support\/report$/)
  await expect(page.getByLabel('What happened?')).toHaveValue('Whose is it?')
  await page.getByRole('button', { name: 'Send report' }).click()
  await trackingNumber()
})

firstThird('every channel that is set leads where it says', async () => {
  await openAccount(page, 'Ibrahim Sule')
  await page.goto('/support')
  await expect(page.getByRole('link', { name: 'Email Support help@jara.ng' })).toHaveAttribute(
    'href',
    'mailto:help@jara.ng',
  )
  for (const [name, href] of [
    ['Telegram Support', SETTINGS.SUPPORT_TELEGRAM_URL],
    ['WhatsApp Support', SETTINGS.SUPPORT_WHATSAPP_URL],
    ['Live Chat Support', SETTINGS.SUPPORT_LIVE_CHAT_URL],
  ] as const) {
    await expectNewTab(name, href)
  }
  await expect(page.getByText('Available 24/7 for your support needs')).toBeVisible()
  await expect(page.getByText('This wallet is run by Jara Payments Ltd.')).toBeVisible()

  await page.goto('/dashboard')
  await expectNewTab('Watch', SETTINGS.COMMUNITY_CHAT_URL)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Social' })).toBeVisible()
  await page.getByRole('link', { name: 'Platform' }).click()
  await expect(page.getByRole('heading', { name: 'Platform Communities' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Join Our Communities' })).toBeVisible()
  await expectNewTab('Join Telegram Channel', SETTINGS.COMMUNITY_TELEGRAM_URL)
  await expectNewTab('Join WhatsApp Group', SETTINGS.COMMUNITY_WHATSAPP_URL)
})

lastThird('help on the way to an account is the community chat', async () => {
  await page.goto('/register')
  await expectNewTab('You Need Help?', SETTINGS.COMMUNITY_CHAT_URL)
})

async function expectNewTab(name: string, href: string): Promise<void> {
  const link = page.getByRole('link', { name }).first()
  await expect(link).toHaveAttribute('href', href)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noreferrer')
}

lastThird('support at 320 px is accessible in light and dark and obeys the content security policy', async () => {
  const broken = brokenRules(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await join(page, 'Oluwaseun Adebayo-Ogunlesi')
  const number = await report('Why is my verylongwordthatdoesnotbreakanywhereatallandgoesonandon late?')
  await product.cases('take', number)
  await product.cases('answer', number, 'We are asking the bank.')
  await expect(messages()).toHaveCount(2)
  await expectAccessible(page, 'a report')
  await page.goto('/support')
  await expect(page.getByRole('link', { name: new RegExp(number) })).toBeVisible()
  await expectAccessible(page, 'support')
  await page.goto('/support/report')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Please choose what it is about.')).toBeVisible()
  await expectAccessible(page, 'report a problem')
  await page.goto('/platform')
  await expectAccessible(page, 'platform')
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Watch' })).toBeVisible()
  await expectAccessible(page, 'dashboard')
  expect(broken).toEqual([])
})
