import { expect, type Page, test } from '@playwright/test'
import { button, expectFits, heading, signIn } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { BAYOS, confirm, said, sign, twoOperators } from '#tests/e2e/support/two-operators.ts'

/** An operator's own passkeys and passphrase: each test continues where the previous one ended. */
let product: ConsoleProduct
let ada: Page
let bayo: Page
/** Another device of Bayo's. */
let second: Page
test.describe.configure({ mode: 'serial' })

const NEXT = 'four kettles sing at dusk'
const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[ada, bayo] = await twoOperators(product, 'support')
  second = await product.openOperator()
})
test.afterAll(async () => await product.close())

test('one’s own access is behind one’s name, and the only passkey stays', async () => {
  await bayo.getByRole('link', { name: /^Bayo Ade/ }).click()
  await expect(heading(bayo, 'Your access')).toBeVisible()
  await expect(passkeys(bayo)).toHaveCount(1)
  await expect(passkeys(bayo)).toContainText('You are signed in with it.')
  await expect(passkeys(bayo)).toContainText('It is the only passkey that signs you in: enrol another one first.')
  await expect(bayo.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expectFits(bayo, 'one’s own access')
})

test('another passkey takes the passphrase, a passkey, and another operator', async () => {
  await button(bayo, 'Add a passkey').click()
  await bayo.getByLabel('Your passphrase').fill('not the passphrase of mine')
  await expectFits(bayo, 'a passkey to add')
  await button(bayo, 'Review').click()
  await expect(bayo.getByRole('alert')).toContainText('This is not your passphrase. Nothing was changed.')
  await bayo.waitForTimeout(1_100)
  await bayo.getByLabel('Your passphrase').fill(BAYOS)
  await button(bayo, 'Review').click()
  await expect(bayo.getByRole('dialog')).toContainText('Make a link that enrols another passkey for Bayo Ade.')
  await sign(bayo, 'Open this link on the device you want the passkey on')
  await expectFits(bayo, 'a link for a passkey')
  const address = await bayo.getByRole('link', { name: /\/admin\/enrol#/ }).getAttribute('href')

  await second.goto(address ?? '')
  await button(second, 'Enrol a passkey').click()
  await expect(second.getByText(/Another operator has to confirm it within 24 hours/)).toBeVisible()
  await bayo.reload()
  await expect(passkeys(bayo).filter({ hasText: 'Waits for another operator to confirm it.' })).toHaveCount(1)
  await ada.goto('/admin/proposals')
  await confirm(ada, 'Let Bayo Ade')
  // One browser at a time: signing in here signs the first one out.
  await signIn(second)
})

test('the passphrase is changed with the present one and a passkey', async () => {
  await second.goto('/admin/access')
  await button(second, 'Change the passphrase').click()
  await second.getByLabel('Your passphrase').fill(BAYOS)
  await second.getByLabel('New passphrase').fill(NEXT)
  await second.getByLabel('The same passphrase again').fill(NEXT)
  await expectFits(second, 'another passphrase')
  await button(second, 'Review').click()
  await expect(second.getByRole('dialog')).not.toContainText('kettles')
  await sign(second, 'Your passphrase is changed. The former one no longer works.')
  expect(await product.operators(['link', 'Bayo Ade'], [NEXT])).toContain('/admin/enrol#')
})

test('a passkey that is removed signs nobody in, and its own session ends', async () => {
  const mine = passkeys(second).filter({ hasText: 'You are signed in with it.' })
  await mine.getByRole('button', { name: /^Remove/ }).click()
  await expect(second.getByRole('dialog')).toContainText('you sign in again with another one')
  await button(second, 'Review').click()
  await expect(second.getByRole('dialog')).toContainText('This session ends with it.')
  await button(second, 'Sign with your passkey').click()
  await expect(second).toHaveURL(/\/admin\/sign-in/)
  await button(second, 'Sign in with a passkey').click()
  await expect(second.getByRole('alert')).toBeVisible()

  await signIn(bayo)
  await bayo.goto('/admin/access')
  await expect(passkeys(bayo)).toHaveCount(1)
  await ada.goto('/admin/audit?act=remove-passkey')
  await expect(ada.getByRole('row').filter({ hasText: 'Bayo Ade' })).toContainText(
    'signed: Do this: Remove your passkey',
  )
  await expect(said(ada, 'kettles')).toHaveCount(0)
})
