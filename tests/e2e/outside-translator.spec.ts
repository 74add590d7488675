import { expect, type Page, test } from '@playwright/test'
import { formatNaira } from '#contract/money.ts'
import type { Wallet } from '#contract/wallet.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { expectCode, payNaira, startPurchase, understandNotices } from '#tests/e2e/support/buy-bpc.ts'
import { askForAccountNumber, payInFrom } from '#tests/e2e/support/pay-in.ts'
import { approve, approveDelivered, askForAirtime, fillElectricity, fillExamPins } from '#tests/e2e/support/purchase.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { expectTranslated, translatePages } from '#tests/e2e/support/translator.ts'
import { addAuthenticator } from '#tests/e2e/support/virtual-authenticator.ts'
import {
  enterPin,
  fillTransfer,
  join,
  joinOnScreens,
  lock,
  openEveryRow,
  PIN,
  sendMoney,
  showKeypad,
  tapPin,
} from '#tests/e2e/support/wallet-page.ts'

/** A browser that translates every page and change: Chrome offers that on every phone in Hausa, Yorùbá or Igbo. */

const BALANCE = { name: 'Balance' } as const
let broken: string[]

test.beforeEach(async ({ page }) => {
  broken = brokenRules(page, { allowing: /status of (?:401|403|409|429)/ })
  await translatePages(page)
})

/** The page is translated, shows what the server says, and works. */
async function expectTrue(page: Page): Promise<void> {
  await expectTranslated(page)
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
  expect(broken).toEqual([])
}

async function expectBalance(page: Page): Promise<void> {
  const { availableKobo } = (await (await page.request.get('/api/wallet')).json()) as Wallet
  await expect(page.getByRole('region', BALANCE)).toContainText(formatNaira(BigInt(availableKobo)))
  await expectTrue(page)
}

test('money that comes in is on the wallet at once, and in the list', async ({ page }) => {
  await joinOnScreens(page, 'Adaeze Ụzọchukwu')
  await expectBalance(page)
  await page.goto('/fund')
  await askForAccountNumber(page)
  await expectTrue(page)
  await page.goto('/dashboard')
  await expectBalance(page)
  await payInFrom(page, ['TUNDE BAKARE'])
  await expect(page.getByRole('region', BALANCE)).toContainText('₦202,500.50')
  await expect(page.getByRole('link', { name: /TUNDE BAKARE/ })).toContainText('+₦2,500.50')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectTrue(page)
  await page.goto('/fund')
  await expect(page.getByText('TUNDE BAKARE')).toBeVisible()
  await payInFrom(page, ['CHIDI OKAFOR'])
  await expect(page.getByText('CHIDI OKAFOR', { exact: true })).toBeVisible()
  await expectTrue(page)
})

secondThird('a transfer is followed from the form to its receipt, through a wrong PIN', async ({ page }) => {
  await join(page, 'Ada Obi')
  await fillTransfer(page, '1500')
  await page.getByLabel('Amount').fill('1600')
  await page.getByRole('button', { name: 'Submit' }).click()
  await showKeypad(page)
  await tapPin(page, '9182')
  await expect(page.getByText('4 tries left on this device.')).toBeVisible()
  await expectTrue(page)
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  await expectTrue(page)
  await page.goto('/dashboard')
  await expectBalance(page)
  await page.goto('/history')
  await expect(page.getByRole('link', { name: /Bank Transfer/ })).toContainText('Completed')
  await page.getByRole('button', { name: /Filters/ }).click()
  await expectTrue(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /Bank Transfer/ }).click()
  await expect(page.getByRole('button', { name: 'Share receipt' })).toBeVisible()
  await page.getByRole('button', { name: 'Share receipt' }).click()
  await expectTrue(page)
})

lastThird('a transfer that waits says so until it is completed, on the same page', async ({ page }) => {
  await join(page, 'Ada Obi')
  await sandbox().fault({ operation: 'transfer', fault: 'pending' })
  await sendMoney(page, '2000')
  await expect(page.getByText(/on its way|Pending/i).first()).toBeVisible()
  await sandbox().decide(new URL(page.url()).searchParams.get('order') ?? '', 'success')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
})

firstThird('airtime, electricity and exam PINs are bought, and their tokens and PINs are whole', async ({ page }) => {
  await join(page, 'Ada Obi')
  await askForAirtime(page, { phone: '08011111141', amount: '500', network: 'MTN' })
  await approveDelivered(page)
  await expectBalance(page)
  await fillElectricity(page, { meter: '1111111111111', amount: '2000' })
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await approve(page)
  await expect(page.getByText(/^\d{4}( \d{4}){4}$/)).toBeVisible()
  expect(await page.locator('font', { hasText: /\d{4} \d{4}/ }).count()).toBe(0)
  await fillExamPins(page, { quantity: 2, phone: '08031230041' })
  await page.getByRole('button', { name: 'Buy Exam PINs' }).click()
  await approve(page)
  await expect(page.getByRole('heading', { name: 'Your exam PINs are paid' })).toBeVisible()
  await expectTrue(page)
})

secondThird('a BPC is paid for by transfer, its time left goes on, and its code is there', async ({ page }) => {
  await join(page, 'Ada Obi')
  await understandNotices(page)
  const purchase = await startPurchase(page)
  await expect(page.getByText(/\d+ minutes, until/)).toBeVisible()
  await expectTrue(page)
  await payNaira(purchase, 6_500)
  await expectCode(page)
  await expectTrue(page)
})

lastThird('the wallet locks, a wrong PIN is counted down, and the right one opens it', async ({ page }) => {
  await join(page, 'Ada Obi')
  await lock(page)
  for (const left of [4, 3]) {
    await tapPin(page, '9182')
    await expect(page.getByText(`${left} tries left on this device.`)).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Close message' }).click()
  }
  await tapPin(page, '9182')
  const wait = page.getByText(/Too many wrong PINs. Try again in \d+ s/)
  const before = await wait.innerText()
  await expect.poll(() => wait.innerText()).not.toBe(before)
  await expectTrue(page)
})

secondThird('every other screen opens, and moving between them crashes nothing', async ({ page }) => {
  await join(page, 'Ada Obi')
  for (const name of ['Social', 'Wallet', 'Profile', 'Wallet']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expectTrue(page)
  }
  for (const address of ['/history', '/alerts', '/security/alerts', '/sell', '/sell/one', '/sell/many', '/support'])
    await page.goto(address).then(() => expectTrue(page))
  await page.goto('/security')
  await openEveryRow(page)
  await expectTrue(page)
  await page.goto('/alerts')
  for (const name of ['Money', 'Security', 'All']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expectTrue(page)
  }
  await page.goto('/faq')
  await page.getByText('What does it cost?').click()
  await addAuthenticator(page)
  await page.goto('/admin/sign-in')
  await expect(page.getByRole('heading', { name: 'Operator sign-in' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})
