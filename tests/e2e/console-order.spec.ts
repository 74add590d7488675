import { expect, type Page, test } from '@playwright/test'
import { button, expectFits, heading, NARROW } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { twoOperators } from '#tests/e2e/support/two-operators.ts'
import { sendMoney } from '#tests/e2e/support/wallet-page.ts'

/** A customer calls about a transfer, and support answers: each test continues where the previous one ended. */
let product: ConsoleProduct
let support: Page
let caller: Page
test.describe.configure({ mode: 'serial' })

const NAME = 'Chidinma Caller Eze'
const TITLE = 'Bank Transfer, ₦2,431.00'
const list = (name: string) => support.getByRole('region', { name, exact: true })

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[, support] = await twoOperators(product, 'support')
  caller = await product.open({ viewport: NARROW })
})
test.afterAll(async () => await product.close())

test('support finds a caller’s transfer with the keyboard, and reads what is known, what is not, and what is next', async () => {
  await openAccount(caller, NAME)
  await product.sandbox.fault({ operation: 'transfer', fault: 'pending' })
  await sendMoney(caller, '2,431')
  await expect(heading(caller, 'Your transfer is on its way')).toBeVisible()

  await support.keyboard.press('/')
  await expect(support.getByRole('searchbox')).toBeFocused()
  await support.keyboard.type('0123456784')
  await support.keyboard.press('Enter')
  await support.getByRole('link', { name: '₦2,431.00 withdrawal, C. C. E.' }).press('Enter')
  await expect(heading(support, TITLE)).toBeVisible()
  await expect(support).toHaveURL(/\/admin\/orders\/ord_\w{35}$/)

  await expect(support.getByRole('list', { name: 'Progress' }).getByRole('listitem')).toContainText([
    /^Approved: done/,
    /^Money held: done/,
    /^Request to Paystack: done/,
    /^Paystack confirms: now/,
    /^Completed or money back: to come/,
  ])
  await expect(list('Known')).toContainText('Paystack took the request. That alone proves nothing.')
  await expect(list('Known')).not.toContainText('proved that')
  await expect(list('Not known')).toContainText('Whether it was paid: Paystack has it')
  // If a worker was verifying the order when the page was read, the page says that instead.
  await expect(async () => {
    await button(support, 'Look again').press('Enter')
    await expect(list('What happens automatically')).toContainText('Paystack is asked whether it was paid.', {
      timeout: 2_000,
    })
  }).toPass()
  await expect(list('What happens automatically')).toContainText('Without proof by then it goes to manual review.')
  await expect(list('What you can do now')).toContainText(
    'Not possible for you now. No operator can: only proof from Paystack ends an order',
  )
  await expect(list('Timeline')).toContainText('Wallet, available → Wallet, held: ₦2,')
  await expect(support.getByText(NAME)).toHaveCount(0)
  await expect(support.getByText('0123456784')).toHaveCount(0)
  await expect(support.getByText('•••• 6784').first()).toBeVisible()
  await expectFits(support, 'a pending order')
})

test('once the provider has proved it, another look shows the proof and where the money went', async () => {
  const reference = new URL(support.url()).pathname.split('/').at(-1) ?? ''
  await product.sandbox.decide(reference, 'success')
  await expect(heading(caller, 'Transfer Successfully')).toBeVisible()
  await expect(list('Not known')).toContainText('Whether it was paid')
  await button(support, 'Look again').press('Enter')
  await expect(list('Known')).toContainText('Paystack proved that it was paid.')
  await expect(list('Not known')).not.toContainText('Whether it was paid')
  await expect(list('Timeline')).toContainText('Wallet, held → Float at Paystack: ₦2,431.00')
  await expectFits(support, 'a settled order')
})

test('a reason shows the names, the signed terms and what the customer reads', async () => {
  await button(support, 'Show personal data').click()
  await support.getByLabel('Heading').selectOption('You asked us for help')
  await support.getByLabel('Case number, or why').fill('Called about a late transfer.')
  await button(support, 'Open for 15 minutes').click()
  await expect(support.getByRole('link', { name: `Customer ${NAME}` })).toBeVisible()
  await expect(support.getByText('The customer reads:')).toContainText('Paid. ')
  await expect(list('Timeline')).toContainText('Signed terms')
  await expect(list('Timeline')).toContainText('0123456784')
  await expectFits(support, 'an open order')
})

test('a deposit opens from its customer’s screen, and shows where the money came from', async () => {
  await caller.goto('/fund')
  await expect(caller.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  const answer = await caller.request.get('/api/funding-account')
  const { account } = (await answer.json()) as { account: { accountNumber: string } }
  await product.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '765432', senderName: 'CHIDI EZE' })
  await expect.poll(async () => (await (await caller.request.get('/api/wallet')).text()).includes('765432')).toBe(true)
  await support.getByRole('link', { name: `Customer ${NAME}` }).click()
  await support.getByRole('link', { name: '₦7,654.32', exact: true }).press('Enter')
  await expect(heading(support, 'Deposit, ₦7,654.32')).toBeVisible()
  await expect(list('Known')).toContainText('It was credited to the wallet.')
  await expect(list('What happens automatically')).toContainText('asked again whether the bank has taken it back')
  await expect(list('Timeline')).toContainText('Float at Paystack → Wallet, available: ₦7,654.32')
  await expectFits(support, 'a deposit')
})
