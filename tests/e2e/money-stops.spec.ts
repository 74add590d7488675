import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { type OwnProduct, startOwnProduct } from '#tests/e2e/support/own-product.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { fillTransfer, join, sendMoney } from '#tests/e2e/support/wallet-page.ts'

test.describe('while money is stopped for everyone', () => {
  test.describe.configure({ mode: 'default' })
  let product: OwnProduct
  let context: BrowserContext
  let page: Page

  test.beforeAll(async () => {
    product = await startOwnProduct({ LINK_CHECK: 'off' })
  })
  test.beforeEach(async ({ browser }) => {
    context = await browser.newContext({ baseURL: product.url })
    page = await context.newPage()
  })
  test.afterEach(() => context.close())
  test.afterAll(() => product.close())

  const notice = () => page.getByRole('status').filter({ hasText: 'Sending money is paused for everyone' })

  test('wallet and forms say so from when it is, nothing is sent, and it is gone when it is over', async () => {
    const broken = brokenRules(page, { allowing: /503/ })
    await openAccount(page, 'Ngozi Eze')
    await fillTransfer(page, '1,000')
    await product.sql(
      "insert into payment_suspensions (id, reason, detail, stopped_at) values ('stp_1', 'books', 'one kobo too many', now())",
    )
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was taken from your wallet for this')
    await page.goto('/withdraw')
    await expect(notice()).toContainText(/Since .*\d/)
    await page.goto('/dashboard')
    await expect(notice()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
    await expectAccessible(page, 'the wallet while money is stopped')
    // Bypasses the trigger that requires two operators.
    const replica = 'set session_replication_role = replica;'
    await product.sql(
      `${replica} update payment_suspensions set lifted_at = now(), lifted_by = 'Ada', confirmed_by = 'Bayo'`,
    )
    await page.reload()
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
    await expect(notice()).toHaveCount(0)
    expect(broken).toEqual([])
  })
})

test('money that the bank takes back after it was spent is owed: the wallet says how much and why', async ({
  page,
}) => {
  await join(page, 'Bola Taken')
  const { account } = (await (await page.request.get('/api/funding-account')).json()) as FundingAccountAnswer
  const { accountNumber = '' } = account ?? {}
  await sandbox().payIn({ accountNumber, amountKobo: '15000000', senderName: 'Chidi Nwosu' })
  const balance = page.getByRole('region', { name: 'Balance' })
  await expect(balance).toContainText('₦350,000.00')
  await sendMoney(page, '300,000')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  const { inbound } = await sandbox().truth()
  const paid = inbound.find((each) => (each as { accountNumber?: string }).accountNumber === accountNumber)
  await sandbox().decidePayment((paid as { reference: string }).reference, 'reversed')
  await page.goto('/dashboard')
  await expect(
    page.getByText(/You owe ₦100,100\.00 because a transfer you received was taken back by the bank/),
  ).toBeVisible()
  await expect(balance).toContainText('₦0.00')
  await expectAccessible(page, 'the wallet of somebody who owes')
  await fillTransfer(page, '100')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You owe ₦100,100.00')
})
