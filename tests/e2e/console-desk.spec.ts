import { expect, type Page, test } from '@playwright/test'
import { button, expectFits, heading } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { confirm, said, sign, twoOperators } from '#tests/e2e/support/two-operators.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'

/** Two operators at their desks: each test continues where the previous one ended. */
let product: ConsoleProduct
let ada: Page
let bayo: Page
/** The customer's. */
let email = ''
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[ada, bayo] = await twoOperators(product)
  await product.sql(
    `insert into payment_suspensions (id, reason, detail, stopped_at)
       values ('stp_desk', 'books', 'an entry did not add up', now());
     insert into provider_opening_balances (provider, own_kobo, set_at) values ('paystack', 100000, now())
       on conflict (provider) do update set own_kobo = 100000;
     insert into reconciliation_exceptions
       (provider, kind, reference, number, detail, difference_kobo, found_at, seen_at)
       values ('paystack', 'balance-differs', 'desk', 7, 'holds ₦500.00 more than we know of', 50000, now(), now())`,
  )
})
test.afterAll(async () => await product.close())

test('a maker proposes to close a difference, the checker sees what it posts, signs, and it is closed once', async () => {
  await ada.goto('/admin/today')
  await expect(ada.getByText(/Difference 7 at Paystack/)).toBeVisible()
  await expectFits(ada, 'today')
  await ada.getByRole('link', { name: /Difference 7 at Paystack/ }).press('Enter')
  await expect(heading(ada, 'Reconciliation')).toBeVisible()
  await expectFits(ada, 'reconciliation')
  await button(ada, 'Propose to close difference 7').click()
  await ada.getByLabel('What proves it').fill('The statement of the day.')
  await expectFits(ada, 'a closing')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText(/Ask for this: Close difference 7 .*Proof: The statement/s)
  await sign(ada, 'Your request is stored.')
  await ada.goto('/admin/proposals')
  await expect(ada.getByText('You asked for this. Another operator has to confirm it.')).toBeVisible()
  await expect(button(ada, 'Review and confirm')).toHaveCount(0)

  await bayo.goto('/admin/proposals')
  const row = bayo.getByRole('row').filter({ hasText: 'Our own money at Paystack' })
  await expect(row).toContainText(/₦1,000\.00.*₦1,500\.00/)
  await expectFits(bayo, 'proposals')
  await button(bayo, 'Review and confirm').click()
  const dialog = bayo.getByRole('dialog')
  await expect(dialog).toContainText('Our own money at Paystack: ₦1,000.00 → ₦1,500.00')
  await expectFits(bayo, 'what is confirmed')
  await dialog.getByRole('button', { name: 'Sign with your passkey' }).press('Enter')
  await expect(said(bayo, 'Confirmed: Close difference 7')).toBeVisible()
  await expect(button(bayo, 'Review and confirm')).toHaveCount(0)
  await bayo.goto('/admin/reconciliation')
  await expect(bayo.getByText('No differences.')).toBeVisible()
  await expect(bayo.getByRole('listitem').filter({ hasText: 'Our own money there' })).toContainText('₦1,500.00')
})

test('money that is stopped moves again once two operators agreed', async () => {
  await ada.goto('/admin/proposals')
  await button(ada, 'Propose to resume').click()
  await button(ada, 'Review').click()
  await sign(ada, 'Your request is stored.')
  await bayo.goto('/admin/today')
  await bayo.getByRole('link', { name: /Lift a stop on money/ }).click()
  await confirm(bayo, 'Lift a stop on money')
  await expect(bayo.getByText('Nothing is stopped.')).toBeVisible()
})

test('a case is taken, answered and closed in the console, and its customer reads each step', async () => {
  const customer = await product.open()
  email = await join(customer, 'Adaeze Ụzọchukwu')
  await customer.goto('/support/report')
  await customer.getByLabel('What is it about?').selectOption('Something else')
  await customer.getByLabel('What happened?').fill('My code never came.')
  await customer.getByRole('button', { name: 'Send report' }).click()
  const number = await customer.getByText(/^JR-\w{4}-\w{4}$/).innerText()

  await ada.goto('/admin/cases')
  await expectFits(ada, 'cases')
  await ada.getByRole('link', { name: number }).press('Enter')
  await expect(ada.getByText('My code never came.')).toBeVisible()
  await expect(ada.getByRole('main')).not.toContainText('Adaeze')
  await expect(ada.getByRole('main')).toContainText('from A. Ụ.')
  await button(ada, 'Take this case').click()
  await ada.getByLabel('Answer').fill('It came to your old mailbox.')
  await expectFits(ada, 'a case')
  await button(ada, 'Send answer').click()
  await expect(ada.getByRole('listitem').filter({ hasText: 'It came to your old mailbox.' })).toBeVisible()
  await expect(customer.getByText('It came to your old mailbox.')).toBeVisible()

  await button(ada, 'Close this case').click()
  await expect(ada.getByLabel('Outcome')).toBeFocused()
  await ada.getByLabel('Outcome').selectOption('Explained, nothing was wrong')
  await ada.getByLabel('Note').fill('The code went to the old mailbox.')
  await expectFits(ada, 'closing a case')
  await button(ada, 'Close this case').click()
  await expect(ada.getByText(/ · Closed · /)).toBeVisible()
  await expect(customer.getByLabel('Write back')).toHaveCount(0)
  await ada.goto('/admin/audit?act=close-case')
  await expect(ada.getByRole('row').filter({ hasText: number })).toContainText('The code went to the old mailbox.')
})

test('an account is recovered by two: the checker reads both addresses, and what is signed has neither', async () => {
  await ada.goto('/admin/accounts')
  await expect(heading(ada, 'Account recoveries')).toBeVisible()
  await button(ada, 'Propose a recovery').click()
  await ada.getByLabel('Email of the account').fill(email)
  await ada.getByLabel('New email').fill('new.mailbox@example.ng')
  await ada.getByLabel('How you know who it is').fill('They showed their passport.')
  await expectFits(ada, 'a recovery')
  await button(ada, 'Review').click()
  await sign(ada, 'Your request is stored.')
  await expectFits(ada, 'accounts')
  await expect(ada.getByRole('main')).not.toContainText(email)

  await bayo.goto('/admin/proposals')
  await expect(bayo.getByRole('main')).not.toContainText('new.mailbox@example.ng')
  await button(bayo, 'Review and confirm').click()
  await expect(bayo.getByRole('definition').filter({ hasText: email })).toBeVisible()
  await expect(bayo.getByRole('definition').filter({ hasText: 'new.mailbox@example.ng' })).toBeVisible()
  await expect(bayo.getByText(/^Confirm this: /)).not.toContainText('@')
  await expectFits(bayo, 'a recovery to confirm')
  await sign(bayo, 'Confirmed: Give an account back')

  await ada.goto('/admin/accounts')
  const recovery = await recoveryShown()
  await button(ada, `Stop the recovery ${recovery}`).click()
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText(`Do this: Stop the recovery ${recovery}`)
  await expectFits(ada, 'stopping a recovery')
  await sign(ada, 'The recovery is stopped.')
})

async function recoveryShown(): Promise<string> {
  return (await ada.getByText(/^rcv_/).innerText()).split(' ')[0] ?? ''
}

test('the sessions of one customer are ended with a passkey, and none stays open', async () => {
  await ada.goto('/admin/accounts')
  await button(ada, 'End a customer’s sessions').click()
  await ada.getByLabel('Email or id of the customer').fill(email)
  await ada.getByLabel('Reason').fill('A telephone was stolen.')
  await expectFits(ada, 'ending sessions')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText(
    /Do this: End every session of the customer usr_\w+\.\s*Reason: A telephone was stolen\./,
  )
  await expect(ada.getByText(/^Do this: /)).not.toContainText('@')
  await sign(ada, 'One session was ended.')
  await expect(ada.getByText('Open sessions: 0. Customers signed in: 0.')).toBeVisible()
})
