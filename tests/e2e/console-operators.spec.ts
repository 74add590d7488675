import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { button, expectFits, heading, signIn, WIDE } from '#tests/e2e/support/console-pages.ts'
import { type OwnProduct, startOwnProduct } from '#tests/e2e/support/own-product.ts'
import { addAuthenticator } from '#tests/e2e/support/virtual-authenticator.ts'

/** The operators of an installation, changed in the console: each test continues where the previous one ended. */
let product: OwnProduct
let ada: Page
let bayo: Page
const contexts: BrowserContext[] = []
test.describe.configure({ mode: 'serial', timeout: 180_000 })

const ADAS = 'seven herons wait at noon'
const BAYOS = 'nine lanterns drift at dawn'
const CHIDIS = 'four kettles sing at dusk'
const done = (page: Page, sentence: string) => page.getByRole('status').filter({ hasText: sentence })
const operator = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

test.beforeAll(async ({ browser }) => {
  product = await startOwnProduct({ LINK_CHECK: 'off' })
  ada = await newOperatorPage(browser)
  bayo = await newOperatorPage(browser)
})
test.afterAll(async () => {
  for (const context of contexts) await context.close()
  await product.close()
})

async function newOperatorPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, viewport: WIDE })
  contexts.push(context)
  const page = await context.newPage()
  await addAuthenticator(page)
  return page
}

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
  await ada.goto(product.output().match(/http:\S+\/admin\/enrol#\S+/)?.[0] ?? '')
  await ada.getByLabel('Your name').fill('Ada Obi')
  await ada.getByLabel(/passphrase/i).fill(ADAS)
  await ada.keyboard.press('Enter')
  await button(ada, 'Enrol a passkey').click()
  await expect(heading(ada, 'Passkey enrolled')).toBeVisible()
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
  await button(ada, 'Sign with your passkey').click()
  await expect(done(ada, 'Bayo Ade is an operator now.')).toBeVisible()

  const emails = await ada.getByRole('link', { name: 'sandbox’s emails' }).getAttribute('href')
  await enrol(bayo, emails ?? '')
  await bayo.goto('/admin/sign-in')
  await button(bayo, 'Sign in with a passkey').click()
  await expect(bayo.getByRole('alert')).toContainText('Another operator has to confirm this passkey')
  await ada.reload()
  await button(ada, 'Review and confirm').click()
  await button(ada, 'Sign with your passkey').click()
  await expect(done(ada, 'Confirmed: Let Bayo Ade')).toBeVisible()
  await signIn(bayo)
})

test('a third operator takes two: nobody is added until another operator has signed', async () => {
  await propose(ada, { name: 'Chidi Eze', role: 'Support', passphrase: CHIDIS })
  await button(ada, 'Review').click()
  await expect(ada.getByRole('dialog')).toContainText('Ask for this: Make Chidi Eze an operator with the role support.')
  await button(ada, 'Sign with your passkey').click()
  await expect(done(ada, 'Your request is stored.')).toBeVisible()
  await expect(operator(ada, 'Chidi Eze')).toHaveCount(0)
  await expect(button(ada, 'Review and confirm')).toHaveCount(0)

  await bayo.goto('/admin/operators')
  await button(bayo, 'Review and confirm').click()
  await expect(bayo.getByRole('dialog')).toContainText('Chidi Eze may then act as support.')
  await button(bayo, 'Sign with your passkey').click()
  await expect(done(bayo, 'Confirmed: Make Chidi Eze an operator')).toBeVisible()
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
  await button(bayo, 'Sign with your passkey').click()
  await expect(done(bayo, 'Your request is stored.')).toBeVisible()
  await expect(operator(bayo, 'Chidi Eze')).toHaveCount(1)

  await ada.goto('/admin/operators')
  await button(ada, 'Review and confirm').click()
  await expect(ada.getByRole('dialog')).toContainText('Reason: Chidi left the team.')
  await button(ada, 'Sign with your passkey').click()
  await expect(done(ada, 'Confirmed: Revoke the operator Chidi Eze.')).toBeVisible()
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
