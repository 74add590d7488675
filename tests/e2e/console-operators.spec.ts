import { expect, type Page, test } from '@playwright/test'
import { button, expectFits, heading, signIn } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { BAYOS, confirm, enrolFirst, openFirstLink, sign } from '#tests/e2e/support/two-operators.ts'

/** The operators of an installation, changed in the console: each test continues where the previous one ended. */
let product: ConsoleProduct
let ada: Page
let bayo: Page
test.describe.configure({ mode: 'serial' })

const CHIDIS = 'four kettles sing at dusk'
const operator = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ada = await product.openOperator()
  bayo = await product.openOperator()
})
test.afterAll(async () => await product.close())

/** Uses the link on the sandbox's page of emails. */
async function enrol(page: Page, emails: string): Promise<void> {
  await page.goto(emails)
  await page.getByRole('link', { name: /\/admin\/enrol#/ }).click()
  await button(page, 'Enrol a passkey').click()
  await expect(heading(page, 'Passkey enrolled')).toBeVisible()
}

async function propose(page: Page, of: { name: string; role: string; passphrase: string }): Promise<void> {
  await page.goto('/admin/operators')
  await button(page, 'Propose an operator').click()
  await page.getByLabel('Name of the new operator').fill(of.name)
  await page.getByLabel('Role', { exact: true }).selectOption(of.role)
  await page.getByLabel('Their passphrase').fill(of.passphrase)
  await page.getByLabel('The same passphrase again').fill(of.passphrase)
}

test('the first operator adds the second at once, as the terms say before the signature', async () => {
  await openFirstLink(ada, product)
  await enrolFirst(ada)
  await signIn(ada)
  await propose(ada, { name: 'Bayo Ade', role: 'Manager', passphrase: BAYOS })
  await expectFits(ada, 'a new operator')
  await ada.getByLabel('The same passphrase again').fill('nine lanterns drift at noon')
  await expect(ada.getByText('The two passphrases differ.')).toBeVisible()
  await button(ada, 'Review').click()
  await expect(button(ada, 'Sign with your passkey')).toHaveCount(0)
  await ada.getByLabel('The same passphrase again').fill(BAYOS)
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText(
    /Do this: Make Bayo Ade an operator with the role manager\.\s*It is done at once: there is no second operator yet/,
  )
  await expect(ada.getByRole('dialog')).not.toContainText('lanterns')
  await sign(ada, 'Bayo Ade is an operator now.')

  const emails = await ada.getByRole('link', { name: 'sandbox’s emails' }).getAttribute('href')
  await enrol(bayo, emails ?? '')
  await bayo.goto('/admin/sign-in')
  await button(bayo, 'Sign in with a passkey').click()
  await expect(bayo.getByRole('alert')).toContainText('Another operator has to confirm this passkey')
  await ada.reload()
  await confirm(ada, 'Let Bayo Ade')
  await signIn(bayo)
})

test('a third operator takes two: nobody is added until another operator has signed', async () => {
  await propose(ada, { name: 'Chidi Eze', role: 'Support', passphrase: CHIDIS })
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText('Ask for this: Make Chidi Eze an operator with the role support.')
  await sign(ada, 'Your request is stored.')
  await expect(operator(ada, 'Chidi Eze')).toHaveCount(0)
  await expect(button(ada, 'Review and confirm')).toHaveCount(0)

  await bayo.goto('/admin/operators')
  await button(bayo, 'Review and confirm').click()
  await expect(bayo.getByRole('dialog')).toContainText('Chidi Eze may then act as support.')
  await sign(bayo, 'Confirmed: Make Chidi Eze an operator')
  await expect(operator(bayo, 'Chidi Eze')).toContainText('Support')
})

test('two operators revoke another, with a reason that the second reads and the audit records', async () => {
  await bayo.goto('/admin/operators')
  await button(bayo, 'Revoke Chidi Eze').click()
  await bayo.getByLabel('Reason').fill('Chidi left the team.')
  await expectFits(bayo, 'a revocation')
  await button(bayo, 'Review').click()
  await expect(bayo.getByRole('dialog')).toContainText(
    /Ask for this: Revoke the operator Chidi Eze\.\s*Reason: Chidi left the team\./,
  )
  await sign(bayo, 'Your request is stored.')
  await expect(operator(bayo, 'Chidi Eze')).toHaveCount(1)

  await ada.goto('/admin/operators')
  await button(ada, 'Review and confirm').click()
  await expect(ada.getByRole('dialog')).toContainText('Reason: Chidi left the team.')
  await sign(ada, 'Confirmed: Revoke the operator Chidi Eze.')
  await expect(operator(ada, 'Chidi Eze')).toHaveCount(0)
  await expectFits(ada, 'operators')

  await ada.goto('/admin/audit?act=request-revoke-operator')
  await expect(ada.getByRole('row').filter({ hasText: 'Bayo Ade' })).toContainText('Chidi left the team.')
  await ada.goto('/admin/audit?act=add-operator')
  await expect(ada.getByRole('row').filter({ hasText: 'Ada Obi' }).first()).toContainText(
    'signed: Do this: Make Bayo Ade an operator with the role manager.',
  )
})

test('the last two cannot revoke each other', async () => {
  await ada.goto('/admin/operators')
  await button(ada, 'Revoke Bayo Ade').click()
  await ada.getByLabel('Reason').fill('I want to be alone.')
  await button(ada, 'Review').click()
  await expect(ada.getByRole('alert')).toContainText('Two operators have to remain: add another one first.')
  await expect(button(ada, 'Sign with your passkey')).toHaveCount(0)
})
