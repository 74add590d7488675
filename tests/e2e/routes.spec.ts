import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { TransactionKind, TransactionsAnswer } from '#contract/transactions.ts'
import { expectAccessibleInEveryTheme } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { startPurchase } from '#tests/e2e/support/buy-bpc.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { approve, approveDelivered, askForAirtime, askForData, fillElectricity } from '#tests/e2e/support/purchase.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { lock, register, sendMoney, setPin } from '#tests/e2e/support/wallet-page.ts'
import { expectWayOut, ROUTES_WITH_SESSION } from '#tests/e2e/support/way-out.ts'
import { expectWholeWords } from '#tests/e2e/support/whole-words.ts'
import { sandbox } from './support/sandbox.ts'

const ROUTES = [
  ...fs
    .readFileSync(path.join(import.meta.dirname, '../../web/src/app/app-routes.tsx'), 'utf8')
    .matchAll(/<Route path="([^"]+)"/g),
].map(([, route]) => route)
const NAME = 'Ṣóyẹmí Ụzọchukwu-Nwachukwu'

/** Three people walk the routes in parallel; each creates only the data that their own routes show. */
test.describe.configure({ mode: 'parallel' })

const WALKS = {
  wallet: [
    '/',
    '*',
    '/signin',
    '/forgot-password',
    '/reset-password',
    '/freeze',
    '/alerts/off',
    '/help',
    '/faq',
    '/privacy',
    '/register',
    '/setup-pin',
    '/dashboard',
    '/fund',
    '/platform',
    '/profile',
    '/security',
    '/security/alerts',
    '/alerts',
    '/admin',
    '/pin',
  ],
  payments: [
    '/withdraw',
    '/withdraw/processing',
    '/airtime',
    '/airtime/processing',
    '/data',
    '/data/processing',
    '/bills',
    '/bills/processing',
    '/history',
    '/history/:id',
    '/r/:code',
  ],
  business: [
    '/buy-bpc',
    '/buy-bpc/processing',
    '/buy-bpc/payment',
    '/buy-bpc/verifying',
    '/buy-bpc/confirmation',
    '/sell',
    '/sell/one',
    '/sell/many',
    '/sell/many/:id',
    '/sell/sales',
    '/sell/customers',
    '/sell/receipt/:id',
    '/support',
    '/support/report',
    '/support/cases/:id',
  ],
}

test('every route of the app is walked by one of them', () => {
  expect(ROUTES_WITH_SESSION.length).toBeGreaterThan(25)
  expect(Object.values(WALKS).flat().toSorted()).toEqual(ROUTES.toSorted())
})

lastThird(
  'every route to and around the wallet at 320 px is accessible and breaks no rule of the browser',
  async ({ page }) => {
    const { look, expectAll } = await walk(page, WALKS.wallet)
    await look('/', '/', 'Get Started')
    await look('*', '/nothing-here', 'Oops! Page not found')
    await look('/signin', '/signin', 'Password')
    await look('/forgot-password', '/forgot-password', 'Send the link')
    await look('/reset-password', '/reset-password#made-up', 'Set new password')
    await look('/freeze', '/freeze#made-up', 'Freeze this account')
    await look('/alerts/off', '/alerts/off#usr_1.money.made-up', 'Turn these emails off')
    await look('/help', '/help', 'Send me a code')
    await look('/faq', '/faq', 'Our Mission')
    await look('/privacy', '/privacy', 'What is kept, and what for')
    await look('/register', '/register', 'Full name')
    await register(page, NAME)
    await look('/setup-pin', '/setup-pin', 'Reset passcode')
    await setPin(page)
    await look('/dashboard', '/dashboard', 'Daily spend target')
    await look('/fund', '/fund', 'Account number')
    await look('/platform', '/platform', 'Join Our Communities')
    await look('/profile', '/profile', 'Basic')
    await look('/security', '/security', 'Passkeys')
    await look('/security/alerts', '/security/alerts', 'What you get')
    await look('/alerts', '/alerts', 'Your PIN was set')
    await look('/admin', '/admin', 'This area is for operators')
    await lock(page)
    await look('/pin', '/pin', 'Reset passcode')
    expectAll()
  },
)

secondThird('every route of a payment at 320 px is accessible and breaks no rule of the browser', async ({ page }) => {
  const { look, expectAll } = await walk(page, WALKS.payments)
  await openAccount(page, NAME)
  const made = await payEverything(page)
  await look('/withdraw', '/withdraw', 'Available Balance')
  await look('/withdraw/processing', made.transfer, 'Transfer Successfully')
  await look('/airtime', '/airtime', 'Available Balance')
  await look('/airtime/processing', made.airtime, '₦')
  await look('/data', '/data', 'Available Balance')
  await look('/data/processing', made.data, '₦')
  await look('/bills', '/bills', 'Electricity')
  await look('/bills/processing', made.bill, 'Your electricity is paid')
  await look('/history', '/history', /^Bank Transfer$/)
  await look('/history/:id', made.transaction, 'What happened')
  await look('/r/:code', made.receipt, 'A receipt is not proof of credit. Check your own account.')
  expectAll()
})

firstThird(
  'every route of the BPC, of selling and of support at 320 px is accessible and breaks no rule of the browser',
  async ({ page }) => {
    const { look, expectAll } = await walk(page, WALKS.business)
    await openAccount(page, NAME)
    await look('/buy-bpc', '/buy-bpc', '₦1,000,000')
    const { orderId: bpc } = await startPurchase(page)
    await look('/buy-bpc/processing', `/buy-bpc/processing?order=${bpc}`, 'NGN 6,500')
    await look('/buy-bpc/payment', `/buy-bpc/payment?order=${bpc}`, 'NGN 6,500')
    await look('/buy-bpc/verifying', `/buy-bpc/verifying?order=${bpc}`, 'Please wait while we confirm')
    await look('/buy-bpc/confirmation', `/buy-bpc/confirmation?order=${bpc}`, 'Payment not confirmed')
    const list = await sellToTwo(page)
    await look('/sell', '/sell', 'margin')
    await look('/sell/one', '/sell/one', 'Phone Number')
    await look('/sell/many', '/sell/many', 'Check the list')
    await look('/sell/many/:id', list, 'Completed')
    await look('/sell/sales', '/sell/sales', 'Chidi Okafor')
    await look('/sell/customers', '/sell/customers', 'No customers yet')
    await look('/sell/receipt/:id', await saleOf(page), 'Sold by')
    const report = await sendReport(page)
    await look('/support', '/support', 'Money that has not arrived')
    await look('/support/report', '/support/report', 'What happened?')
    await look('/support/cases/:id', report, 'Money that has not arrived')
    expectAll()
  },
)

async function walk(page: Page, routes: readonly string[]) {
  test.setTimeout(400_000)
  await page.setViewportSize({ width: 320, height: 640 })
  const broken = brokenRules(page, { allowing: /the server responded with a status of 404 .*\/nothing-here/ })
  const seen = new Set<string>()
  return {
    async look(route: string, address: string, shown: string | RegExp) {
      await page.goto(address)
      await expect(page.locator('main').getByText(shown).filter({ visible: true }).first()).toBeVisible()
      await expectAccessibleInEveryTheme(page, address)
      if (ROUTES_WITH_SESSION.includes(route)) await expectWayOut(page)
      await page.evaluate("document.documentElement.style.fontSize = '200%'")
      await expectWholeWords(page)
      if (ROUTES_WITH_SESSION.includes(route)) await expectWayOut(page)
      expect(broken, address).toEqual([])
      seen.add(route)
    },
    expectAll: () => expect([...seen]).toEqual(routes),
  }
}

/** Makes one payment of every kind, so that every address has something to show. */
async function payEverything(page: Page) {
  // A fault that an earlier test left on must not affect these payments.
  await sandbox().reset()
  await sendMoney(page, '1,500')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  const transfer = page.url()
  await askForAirtime(page, { phone: '08031237701', amount: '500' })
  await approveDelivered(page)
  await askForData(page, { phone: '08031237702', bundle: /^1 ?GB/ })
  await approveDelivered(page)
  await fillElectricity(page, { meter: '45678907193', amount: '2,000' })
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await approve(page)
  await expect(page.getByRole('heading', { name: 'Your electricity is paid' })).toBeVisible()
  const bill = page.url()

  const answer = await page.request.get('/api/transactions')
  const { transactions } = (await answer.json()) as TransactionsAnswer
  const orderOf = (kind: TransactionKind) => transactions.find((each) => each.kind === kind)?.orderId
  const transaction = transactions.find(({ kind }) => kind === 'withdrawal')?.id
  const { code } = (await (await page.request.post(`/api/transactions/${transaction}/receipt`)).json()) as {
    code: string
  }
  return {
    transfer,
    airtime: `/airtime/processing?order=${orderOf('airtime')}`,
    data: `/data/processing?order=${orderOf('data')}`,
    bill,
    transaction: `/history/${transaction}`,
    receipt: `/r/${code}`,
  }
}

async function sellToTwo(page: Page): Promise<string> {
  await page.goto('/sell/many')
  const lines = ['phone,amount,price,name', '08033331111,500,520,Chidi Okafor', '08055552222,1000,1030,Amina Bello']
  await page.getByRole('textbox').first().fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Review and approve' }).click()
  await approve(page)
  await expect(page).toHaveURL(/\/sell\/many\/bat_/)
  return page.url()
}

async function saleOf(page: Page): Promise<string> {
  await page.goto('/sell/sales')
  await page.getByRole('list', { name: 'Sales' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  return page.url()
}

async function sendReport(page: Page): Promise<string> {
  await page.goto('/support/report')
  await page.getByLabel('What is it about?').selectOption('Money that has not arrived')
  await page.getByLabel('What happened?').fill('I sent ₦5,000 from my bank at noon. It is not in my wallet yet.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('heading', { name: 'Your report' })).toBeVisible()
  return page.url()
}
