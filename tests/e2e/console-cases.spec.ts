import { expect, type Page, test } from '@playwright/test'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { button, expectFits, heading, NARROW } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { twoOperators } from '#tests/e2e/support/two-operators.ts'
import { sendMoney } from '#tests/e2e/support/wallet-page.ts'

/** A question and a late transfer, from report to answer: each test continues where the previous one ended. */
let product: ConsoleProduct
let ada: Page
let customer: Page
/** The tracking numbers of a question, and of a report about the transfer. */
let question = ''
let late = ''
/** The order of the transfer. */
let reference = ''
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[ada] = await twoOperators(product)
  customer = await product.open({ viewport: NARROW })
})
test.afterAll(async () => await product.close())

/** Sends a report, and returns its tracking number. */
async function report(path: string, text: string): Promise<string> {
  await customer.goto(path)
  if (path === '/support/report') await customer.getByLabel('What is it about?').selectOption('Something else')
  await customer.getByLabel('What happened?').fill(text)
  await button(customer, 'Send report').click()
  return await customer.getByText(/^JR-\w{4}-\w{4}$/).innerText()
}

const rows = () => ada.getByRole('main').getByRole('listitem')
const status = (page: Page, word: string) =>
  page.getByRole('region', { name: 'Tracking' }).getByText(word, { exact: true })

test('missing money is due before a question, Today has the same deadline, and an overdue case is marked', async () => {
  await openAccount(customer, 'Chidinma Clock Eze')
  await product.sandbox.fault({ operation: 'transfer', fault: 'pending' })
  await sendMoney(customer, '2,517')
  await expect(heading(customer, 'Your transfer is on its way')).toBeVisible()
  question = await report('/support/report', 'How do I change my picture?')
  const { transactions } = (await (await customer.request.get('/api/transactions')).json()) as TransactionsAnswer
  const transfer = transactions.find(({ kind }) => kind === 'withdrawal')
  late = await report(`/support/report?transaction=${transfer?.id}`, 'My transfer is late.')

  await ada.goto('/admin/cases')
  await expect(rows()).toHaveCount(2)
  await expect(rows().nth(0)).toContainText(late)
  await expect(rows().nth(0)).toContainText(/Answer by \d/)
  const due = (await rows().nth(0).innerText()).match(/Answer by ([^.]+)\./)?.[1] ?? ''
  await expectFits(ada, 'cases by deadline')
  await ada.goto('/admin/today')
  await expect(ada.getByRole('listitem').filter({ hasText: late })).toContainText(`Answer by ${due}.`)

  await product.sql(`update cases set answer_by = now() - interval '1 hour' where tracking_number = '${question}'`)
  await ada.goto('/admin/today')
  await expect(ada.getByRole('link', { name: `${question} waits for an answer, overdue` })).toBeVisible()
  await ada.goto('/admin/cases')
  await expect(rows().nth(0)).toContainText(question)
  await expect(rows().nth(0)).toContainText('Overdue: the answer was due by')
  await expectFits(ada, 'an overdue case')
})

test('a question pauses the clock, the customer sees that we are waiting for them, and their message resumes it', async () => {
  await ada.getByRole('link', { name: late }).press('Enter')
  await button(ada, 'Take this case').click()
  await ada.getByLabel('Question').fill('Has your bank said anything?')
  await button(ada, 'Ask the customer').click()
  await expect(
    ada.getByText(/^Waiting for the customer since .* The clock is paused with 23 hours left\.$/),
  ).toBeVisible()
  await expect(ada.getByText(/^From .*, until they answer\.$/)).toBeVisible()
  await expectFits(ada, 'a case that waits for its customer')

  await expect(status(customer, 'Waiting for you')).toBeVisible()
  await expect(customer.getByText(/^Support asked you something on .* and is waiting for your answer\.$/)).toBeVisible()
  await expect(customer.getByText('Has your bank said anything?')).toBeVisible()
  await expectFits(customer, 'a report that waits for its customer')
  await customer.setViewportSize(NARROW)
  await ada.goto('/admin/today')
  await expect(ada.getByText(question)).toBeVisible()
  await expect(ada.getByText(late)).toHaveCount(0)

  await customer.getByLabel('Write back').fill('It knows nothing.')
  await button(customer, 'Send').click()
  await expect(status(customer, 'In progress')).toBeVisible()
  await ada.goto(`/admin/cases?case=${late}`)
  await expect(ada.getByText('It knows nothing.')).toBeVisible()
  await expect(ada.getByText(/^Answer by \d/)).toBeVisible()
  await expect(ada.getByText(/^From .* until .*: C\. C\. E\. wrote\.$/)).toBeVisible()
})

test('a case leads to its order, and the order to what is known', async () => {
  await ada.getByRole('link', { name: /^Bank Transfer, / }).press('Enter')
  await expect(heading(ada, 'Bank Transfer, ₦2,517.00')).toBeVisible()
  reference = new URL(ada.url()).pathname.split('/').at(-1) ?? ''
  expect(reference).toMatch(/^ord_/)
  await ada.goBack()
  await expect(heading(ada, `Case ${late}`)).toBeVisible()
})

test('facts of the order are inserted into an answer, which is refused once they have changed', async () => {
  await button(ada, 'State of the order').click()
  await expect(ada.getByLabel('Answer')).toHaveValue(/^Your Bank Transfer of ₦2,517\.00 .* is Pending\. /)
  await expectFits(ada, 'an answer with facts')
  await product.sandbox.decide(reference, 'success')
  await expect
    .poll(async () => await (await customer.request.get('/api/transactions?kind=withdrawal')).text())
    .toContain('"status":"completed"')
  await button(ada, 'Send answer').click()
  await expect(ada.getByRole('alert')).toContainText('The order has changed since its facts were inserted')
  await expectFits(ada, 'an answer that is refused')
  await button(ada, 'Start again').click()
  await expect(ada.getByLabel('Answer')).toHaveValue('')
  await button(ada, 'It was completed').click()
  await expect(ada.getByLabel('Answer')).toHaveValue(/ was completed on .* That is confirmed\.$/)
  await button(ada, 'Send answer').click()
  await expect(ada.getByText(/ · Answered · /)).toBeVisible()
  await expect(ada.getByText('Nothing is due.')).toBeVisible()
  await expect(customer.getByText(/₦2,517\.00 .* was completed on .* That is confirmed\./)).toBeVisible()
})
