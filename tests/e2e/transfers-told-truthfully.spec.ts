import { expect, test } from '@playwright/test'
import type { Wallet } from '#contract/wallet.ts'
import { expectApart, keepMessages } from '#tests/e2e/support/messages.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { accountName, fillTransfer, sendMoney } from '#tests/e2e/support/wallet-page.ts'

test.beforeEach(async ({ page }) => {
  await openAccount(page, 'Musa Bello')
})

test('a refused transfer says so, and that everything is back', async ({ page }) => {
  await sandbox().fault({ operation: 'transfer', fault: 'decline' })
  await sendMoney(page, '20,000')
  await expect(page.getByRole('heading', { name: 'Your transfer failed' })).toBeVisible()
  // ₦20,000, the fee of ₦25 and the stamp duty of ₦50.
  await expect(page.getByText('₦20,075 is back in your wallet')).toBeVisible()
  await page.getByRole('link', { name: 'Ok, I got it' }).click()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
})

firstThird('a transfer without a reply is on its way until there is one, then updates', async ({ page }) => {
  await keepMessages(page)
  await sandbox().fault({ operation: 'transfer', fault: 'pending' })
  await sendMoney(page, '2,000')
  await expect(page.getByRole('heading', { name: 'Your transfer is on its way' })).toBeVisible()
  await expect(page.getByText('Transfer Successfully')).toHaveCount(0)
  const message = page.getByRole('region', { name: 'Messages' }).locator('> div')
  const mark = page.locator('main [aria-live] > :first-child')
  await test.step('the message covers neither the way out nor the mark of the page', async () => {
    await expectApart(message, page.locator('header').getByRole('button', { name: 'Log out' }))
    await expectApart(message, mark)
  })
  const reference = new URL(page.url()).searchParams.get('order') ?? ''
  await sandbox().decide(reference, 'success')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  await expectApart(message, mark)
})

test('when our own answer is lost the page says "We do not know yet", and asking again sends nothing twice', async ({
  page,
}) => {
  const before = await paidReferences()
  await page.route('**/api/orders', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sendMoney(page, '1,234')
  await expect(page.getByText('We do not know yet')).toBeVisible()
  await page.unroute('**/api/orders')
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  const sent = (await paidReferences()).filter((reference) => !before.includes(reference))
  expect(sent).toEqual([new URL(page.url()).searchParams.get('order')])
})

/** The references of all transfers that the bank has paid, of all users. */
const paidReferences = async () =>
  (await sandbox().truth()).transfers.filter(({ status }) => status === 'paid').map(({ reference }) => reference)

secondThird('the processing page without an order leads to the wallet', async ({ page }) => {
  await page.goto('/withdraw/processing')
  await expect(page).toHaveURL(/\/dashboard$/)
})

lastThird('an empty form names what is missing', async ({ page }) => {
  await page.goto('/withdraw')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields')
  await expect(page.getByText('Enter the account number')).toBeVisible()
})

secondThird('a number no bank knows stops the transfer before any money moves', async ({ page }) => {
  await fillTransfer(page, '1,000')
  await page.getByLabel('Account Number').fill('9912345678')
  await expect(accountName(page)).toContainText(
    'The bank does not know this account number. Check the number and the bank.',
  )
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toHaveCount(0)
})

lastThird('a closed bank is shown with its reason and cannot be chosen', async ({ page }) => {
  await page.goto('/withdraw')
  await page.getByRole('button', { name: /^Bank/ }).click()
  await page.getByLabel('Search').fill('heritage')
  const bank = page.getByRole('button', { name: /Heritage Bank/ })
  await expect(bank).toBeDisabled()
  await expect(bank).toContainText('Licence revoked')
})

lastThird('more than there is, and a code that is not theirs, are refused at the field', async ({ page }) => {
  await fillTransfer(page, '300,000')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(
    /^Your balance of ₦200,000 is not enough for ₦300,100 in total/,
  )
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: 'use a code' }).click()
  await page.getByLabel('BPC CODE').fill('WRONG')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid BPC code. Please enter a valid code.')
})

secondThird('an unknown balance is a dash, never ₦0.00', async ({ page }) => {
  await page.route('**/api/wallet', (route) => route.abort())
  // Only after leaving the page: otherwise it would write them again.
  await page.addInitScript("localStorage.removeItem('jara.answers'); sessionStorage.removeItem('jara.aside')")
  await page.goto('/dashboard')
  await expect(page.getByText('We cannot show your balance right now.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('—')
  await expect(page.getByRole('region', { name: 'Balance' })).not.toContainText('₦')
})

lastThird('money that arrives while a page is being opened is on it as soon as it listens', async ({ page }) => {
  await page.goto('/fund')
  await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  const answer = await page.request.get('/api/funding-account')
  const { account } = (await answer.json()) as { account: { accountNumber: string } }
  let listen = () => {}
  const arrived = new Promise<void>((resolve) => {
    listen = resolve
  })
  await page.route('**/api/events', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
  await sandbox().payIn({ accountNumber: account.accountNumber, amountKobo: '250000' })
  const balance = async () => ((await (await page.request.get('/api/wallet')).json()) as Wallet).availableKobo
  await expect.poll(balance).toBe('20250000')
  listen()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦202,500.00')
})
