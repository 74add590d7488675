import { expect, type Page, test } from '@playwright/test'
import { expectCode } from '#tests/e2e/support/buy-bpc.ts'
import { button, expectFits, heading, NARROW } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { sign, twoOperators } from '#tests/e2e/support/two-operators.ts'
import { enterPin, join, PIN, sendMoney, showKeypad } from '#tests/e2e/support/wallet-page.ts'
import { faultTransfer } from '#tests/support/endings.ts'

/** A transfer that its provider contradicts, ended by two operators: each test continues where the previous one ended. */
let product: ConsoleProduct
let manager: Page
let finance: Page
let sender: Page
test.describe.configure({ mode: 'serial' })

const EVIDENCE = 'The bank confirmed the credit in writing.'
const TITLE = 'Bank Transfer, ₦3,127.00'
const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[manager, finance] = await twoOperators(product, 'finance')
  sender = await product.open({ viewport: NARROW })
})
test.afterAll(async () => await product.close())

async function wallet(): Promise<{ availableKobo: string; heldKobo: string }> {
  return (await (await sender.request.get('/api/wallet')).json()) as { availableKobo: string; heldKobo: string }
}

test('a transfer in manual review can be ended by two operators, who need evidence', async () => {
  await join(sender, 'Remi Reviewed Ojo')
  await faultTransfer(product)
  await sendMoney(sender, '3,127')
  await expect(heading(sender, 'Your transfer is on its way')).toBeVisible()
  await finance.goto('/admin/search')
  await finance.getByRole('searchbox').fill('3127')
  await finance.keyboard.press('Enter')
  await finance.getByRole('link', { name: '₦3,127.00 withdrawal, R. R. O.' }).click()
  await expect(heading(finance, TITLE)).toBeVisible()
  await expect(async () => {
    await button(finance, 'Look again').click()
    await expect(button(finance, 'Propose to end the review as paid')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await button(finance, 'Propose to end the review as paid').click()
  await finance.getByLabel('What proves that it was paid').fill(EVIDENCE)
  await expectFits(finance, 'why a review ends')
  await button(finance, 'Review').click()
  await expect(finance.getByText(`Evidence: ${EVIDENCE}`)).toBeVisible()
  await sign(finance, /another operator/i)
  await expect(list(finance, 'What you can do now')).toContainText('It waits for a second operator.')
  await expectFits(finance, 'an order whose review is to end')
})

test('another operator sees what it posts, signs it, and the money moves once', async () => {
  const before = await wallet()
  expect(before.heldKobo).not.toBe('0')
  await manager.goto('/admin/proposals')
  await button(manager, 'Review and confirm').click()
  const sheet = manager.getByRole('dialog')
  await expect(sheet).toContainText('Wallet, held → Float at Paystack: ₦3,127.00')
  await expect(sheet).toContainText('Wallet of the customer, held')
  await expect(sheet).toContainText(EVIDENCE)
  await expect(sheet).not.toContainText('Remi')
  await expectFits(manager, 'a review to be ended')
  await sign(manager, 'Confirmed: End the manual review')
  expect(await wallet()).toMatchObject({ availableKobo: before.availableKobo, heldKobo: '0' })
  await expect(button(manager, 'Review and confirm')).toHaveCount(0)
})

test('the customer’s page says who confirmed it, and not that it was proved', async () => {
  await expect(heading(sender, 'Your transfer is confirmed by our team')).toBeVisible()
  await expect(sender.getByText('Two people on our team confirmed that this was paid out.')).toBeVisible()
  await expect(sender.getByText(/success/i)).toHaveCount(0)
  await sender.goto('/history')
  await sender.getByRole('listitem').filter({ hasText: '₦3,137' }).getByRole('link').click()
  await expect(sender.getByText('Completed, as our team confirmed')).toBeVisible()
  await expect(sender.getByText(/Nobody else had confirmed it by then/)).toBeVisible()

  await button(finance, 'Look again').click()
  await expect(list(finance, 'Known')).toContainText(`Bayo Ade asked for it, and Ada Obi confirmed it: ${EVIDENCE}`)
  await expect(list(finance, 'Known')).not.toContainText('proved that')
  await expect(button(finance, 'Propose to end the review as paid')).toHaveCount(0)
  await expectFits(finance, 'an order that two operators ended')
})

test('once the provider proves that it came back, the money returns', async () => {
  const reference = new URL(finance.url()).pathname.split('/').at(-1) ?? ''
  await product.sandbox.decide(reference, 'success')
  await product.sandbox.decide(reference, 'reversed')
  await expect.poll(async () => (await wallet()).availableKobo).toBe('20000000')
  await button(finance, 'Look again').click()
  await expect(list(finance, 'Known')).toContainText('Paystack proved that it was reversed.')
})

test('a BPC that its owner can no longer return is refunded by two operators', async () => {
  await sender.goto('/buy-bpc?pay=wallet')
  await button(sender, 'Pay').click()
  await showKeypad(sender)
  await enterPin(sender, PIN)
  await expectCode(sender)
  const order = new URL(sender.url()).searchParams.get('order') ?? ''
  await finance.goto(`/admin/orders/${order}`)
  await expect(list(finance, 'What you can do now')).toContainText('No operator can: the customer can return it')
  await product.sql("update bpc_codes set created_at = created_at - interval '8 days' where kind = 'bought'")
  await button(finance, 'Look again').click()
  await button(finance, 'Propose to refund the BPC').click()
  await finance.getByLabel('Why it is refunded').fill('It was bought twice by mistake.')
  await button(finance, 'Review').click()
  await sign(finance, /another operator/i)
  const before = BigInt((await wallet()).availableKobo)
  await manager.goto('/admin/proposals')
  await button(manager, 'Review and confirm').click()
  await expect(manager.getByRole('dialog')).toContainText('Our income from BPC → Wallet, available: ₦6,500.00')
  await expectFits(manager, 'a BPC to be refunded')
  await sign(manager, 'Confirmed: Refund the unused BPC')
  expect(BigInt((await wallet()).availableKobo) - before).toBe(650_000n)
  await sender.goto('/history')
  await sender
    .getByText(/₦6,500/)
    .last()
    .click()
  await expect(sender.getByText('Refunded by our team, money back in your wallet')).toBeVisible()
  await expect(sender.getByText(/Two people on our team refunded this code/).first()).toBeVisible()
})
