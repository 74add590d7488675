import { expect, type Locator, type Page, test } from '@playwright/test'
import { button, expectFits, heading } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { confirm, said, sign, twoOperators } from '#tests/e2e/support/two-operators.ts'

test.describe.configure({ mode: 'serial' })

/** Finance at work: each test continues where the previous one ended. */
let ada: Page
let bayo: Page
let product: ConsoleProduct

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[ada, bayo] = await twoOperators(product, 'finance')
  // The first run records what each provider holds of our own money.
  await compareNow(1)
})
test.afterAll(async () => await product.close())

/** Makes the daily comparison due, and waits until the console lists this many runs. */
async function compareNow(runs: number): Promise<void> {
  await product.sql("update jobs set due_at = now() where kind = 'reconcile'")
  await expect(async () => {
    await ada.goto('/admin/reconciliation')
    await expect(listed(ada, 'Last runs')).toHaveCount(runs, { timeout: 1_000 })
  }).toPass()
}

const listed = (page: Page, section: string): Locator =>
  page.getByRole('region', { name: section }).getByRole('listitem')
const row = (page: Page, name: RegExp): Locator =>
  page.getByRole('table', { name: 'Open differences', exact: true }).getByRole('row').filter({ hasText: name })

test('₦500 that left by hand is found with both sides, filtered in an address that lasts, and closed by two', async () => {
  await product.sandbox.payOutByHand({ amount: '50000', reference: 'by-hand-0001' })
  await compareNow(2)
  await expect(row(ada, /Not ours/)).toContainText(
    /-₦500\.00\s*Our ledger₦0\.00.*Difference-₦500\.00.*Running-₦500\.00/s,
  )
  await product.sql("update reconciliation_exceptions set found_at = now() - interval '2 days'")
  await ada.reload()
  await expectFits(ada, 'reconciliation')

  await ada.getByRole('link', { name: 'Show 1: Not ours, 2–3 days' }).press('Enter')
  await expect(ada).toHaveURL(/type=not-ours/)
  await ada.reload()
  await expect(ada.getByLabel('Type', { exact: true })).toHaveValue('not-ours')
  await expect(ada.getByLabel('Open for')).toHaveValue('2-3')
  await expect(row(ada, /by-hand-0001/)).toBeVisible()
  await ada.getByLabel('Open for').selectOption('0–1 day')
  await expect(ada.getByText('No open difference matches these filters.')).toBeVisible()
  await ada.goto('/admin/reconciliation?type=%3Cscript%3E&age=9')
  await expect(said(ada, 'A filter in this link does not exist.')).toBeVisible()
  await expect(row(ada, /by-hand-0001/)).toBeVisible()

  await listed(ada, 'Last runs').first().getByRole('link').click()
  await expect(heading(ada, 'Reconciliation run')).toBeVisible()
  await expect(ada.getByRole('table', { name: 'What differed then' })).toContainText('-₦500.00')
  await expect(ada.getByRole('definition').nth(3)).toHaveText('1')
  await expectFits(ada, 'a run')
  await ada.goto('/admin/reconciliation?run=rec_nothing')
  await expect(ada.getByText('There is no such reconciliation run.')).toBeVisible()

  await ada.goto('/admin/reconciliation')
  await button(ada, 'Propose to close difference 1').click()
  await ada.getByLabel('What proves it').fill('Our own transfer, line 4 of the statement.')
  await button(ada, 'Review').click()
  await sign(ada, 'Your request is stored.')
  await expect(row(ada, /by-hand-0001/).getByRole('link', { name: 'Waits for a second operator' })).toBeVisible()
  await bayo.goto('/admin/proposals')
  await confirm(bayo, 'Close difference 1')
  await bayo.goto('/admin/reconciliation')
  await expect(bayo.getByText('No differences.')).toBeVisible()
})

test('one bank line of two transfers is closed as a pair by two people, and both are closed', async () => {
  await product.sandbox.payOutByHand({ amount: '120000', reference: 'by-hand-0002' })
  await product.sandbox.payOutByHand({ amount: '80000', reference: 'by-hand-0003' })
  await compareNow(3)
  await ada.getByLabel('Choose difference 2').check()
  await expect(said(ada, '1 chosen at Paystack')).toContainText('Choose another one.')
  await expect(button(ada, 'Propose to close together')).toBeDisabled()
  await ada.getByLabel('Choose difference 3').check()
  await expect(said(ada, '2 chosen at Paystack: -₦2,000.00. ₦0.00 remains open there.')).toBeVisible()
  await expectFits(ada, 'a choice of two')
  await button(ada, 'Propose to close together').click()
  await expect(ada.getByRole('dialog')).toContainText(/Sum-₦2,000\.00.*remain₦0\.00/)
  await ada.getByLabel('What proves all of them').fill('One line of the bank of ₦2,000.')
  await expectFits(ada, 'closing two')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText(
    /Close differences 2, 3 with Paystack together\. Their sum is -₦2,000\.00\./,
  )
  await sign(ada, 'Your request is stored.')

  await bayo.goto('/admin/proposals')
  await expect(bayo.getByRole('row').filter({ hasText: 'Our own money at Paystack' })).toContainText('₦')
  await button(bayo, 'Review and confirm').click()
  await expect(bayo.getByRole('dialog')).toContainText('Nothing of them stays open: all are closed, or none is.')
  await expectFits(bayo, 'a pair to confirm')
  await sign(bayo, 'Confirmed: Close differences 2, 3')
  await bayo.goto('/admin/reconciliation')
  await expect(bayo.getByText('No differences.')).toBeVisible()
})
