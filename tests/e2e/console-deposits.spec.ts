import { expect, type Page, test } from '@playwright/test'
import { button, expectFits, heading, NARROW } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { sign, twoOperators } from '#tests/e2e/support/two-operators.ts'

/** Money with no known owner comes in, and two operators credit it: each test continues where the previous one ended. */
let product: ConsoleProduct
let manager: Page
let finance: Page
let payee: Page
test.describe.configure({ mode: 'serial' })

const NAME = 'Bolanle Payee Ade'
const PROOF = 'The bank named the account in its letter.'
const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[manager, finance] = await twoOperators(product, 'finance')
  payee = await product.open({ viewport: NARROW })
})
test.afterAll(async () => await product.close())

async function availableKobo(): Promise<string> {
  const answer = await payee.request.get('/api/wallet')
  return ((await answer.json()) as { availableKobo: string }).availableKobo
}

test('money for an unassigned number is set aside, and its screen shows what can be done and what cannot', async () => {
  await openAccount(payee, NAME)
  await payee.goto('/fund')
  await expect(payee.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  const answer = await payee.request.get('/api/funding-account')
  const { account } = (await answer.json()) as { account: { accountNumber: string } }
  // According to the provider, the number belongs to somebody else.
  await product.sql("update funding_accounts set customer_code = 'CUS_somebodyelse00'")
  await product.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '437219', senderName: 'CHIDI EZE' })
  const alarm = finance.getByRole('link', { name: /^A deposit is set aside until its owner is found: dep_/ })
  await expect(async () => {
    await finance.goto('/admin/today')
    await expect(alarm).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await alarm.click()
  await expect(heading(finance, 'Deposit, ₦4,372.19')).toBeVisible()
  await expect(list(finance, 'Known')).toContainText('It was set aside: nobody was credited.')
  await expect(list(finance, 'Not known')).toContainText('Who owns it.')
  await expect(list(finance, 'What you can do now')).toContainText(
    'Nobody can: none of the Paystack functions we use sends',
  )
  await expectFits(finance, 'a deposit that is set aside')
})

test('finance proposes to credit it, with the customer’s id from their screen and the proof', async () => {
  const deposit = new URL(finance.url()).pathname
  await finance.goto('/admin/search')
  await finance.getByRole('searchbox').fill('Bolanle Payee')
  await finance.keyboard.press('Enter')
  await finance
    .getByRole('link', { name: /B\. P\. A\./ })
    .first()
    .click()
  const customer = (await finance.getByText(/^usr_\w{35}$/).textContent()) ?? ''
  await finance.goto(deposit)
  await button(finance, 'Propose to credit it to a customer').click()
  await finance.getByLabel('Id of the customer').fill(customer)
  await finance.getByLabel('Proof that it is theirs').fill(PROOF)
  await expectFits(finance, 'whose a deposit is')
  await button(finance, 'Review').click()
  await expect(finance.getByText(`Proof: ${PROOF}`)).toBeVisible()
  await sign(finance, /another operator/i)
  await expect(list(finance, 'What you can do now')).toContainText('It waits for a second operator.')
})

test('another operator sees the amounts before and after, signs them, and it is credited once', async () => {
  const before = BigInt(await availableKobo())
  await manager.goto('/admin/proposals')
  await button(manager, 'Review and confirm').click()
  const sheet = manager.getByRole('dialog')
  await expect(sheet).toContainText('Money set aside')
  await expect(sheet).toContainText('₦4,372.19')
  await expect(sheet).toContainText('B. P. A.')
  await expect(sheet).toContainText(PROOF)
  await expect(sheet).not.toContainText(NAME)
  await expectFits(manager, 'a deposit to be credited')
  await sign(manager, 'Confirmed: Credit deposit')
  expect(BigInt(await availableKobo()) - before).toBe(437_219n)
  await expect(button(manager, 'Review and confirm')).toHaveCount(0)
})

test('the customer’s history shows it, and the deposit’s screen who credited it', async () => {
  await payee.goto('/history')
  await expect(payee.getByText('+₦4,372.19').first()).toBeVisible()
  await button(finance, 'Look again').click()
  await expect(list(finance, 'Known')).toContainText('Bayo Ade asked to credit it, and Ada Obi confirmed it.')
  await expect(list(finance, 'Timeline')).toContainText('Money set aside → Wallet, available: ₦4,372.19')
  await expect(button(finance, 'Propose to credit it to a customer')).toHaveCount(0)
})
