import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { payInFrom } from '#tests/e2e/support/pay-in.ts'
import { approve, approveDelivered, askForAirtime, fillElectricity, fillTv } from '#tests/e2e/support/purchase.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { accountName, fillTransfer, join, sendMoney } from '#tests/e2e/support/wallet-page.ts'

/** A number that no other test buys for. */
const DELIVERED = '08021110098'
/** A different one: the provider takes the same purchase twice within half a minute for a mistake, and delays it. */
const NAMED = '08021110097'

const amount = (page: Page) => page.getByLabel('Amount')
const paidBefore = (page: Page) => page.getByRole('list', { name: 'Paid before' }).getByRole('button').first()

/** The form fits on the first screen: its button needs no scrolling. */
async function expectAboveFold(page: Page, button: string): Promise<void> {
  const found = page.getByRole('button', { name: button, exact: true })
  await expect(found, button).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate<number>('window.scrollY')).toBe(0)
}

test('every payment form ends above the fold with one saved recipient', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  expect(page.viewportSize()).toEqual({ width: 360, height: 740 })
  await sendMoney(page, '1,500')
  await expect(page).toHaveURL(/processing/)
  await askForAirtime(page, { phone: DELIVERED, amount: '100', network: 'Airtel' })
  await approve(page)
  await expect(page).not.toHaveURL(/\/airtime$/)
  await fillElectricity(page, { meter: '45012345678', amount: '1,000' })
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await approve(page)
  await expect(page).not.toHaveURL(/\/bills$/)
  await fillTv(page, '7012345678')
  await page.getByRole('button', { name: 'Pay TV' }).click()
  await approve(page)
  await expect(page).not.toHaveURL(/\/bills$/)
  const customer = { data: { name: 'Mama Chidi', phone: DELIVERED } }
  expect((await page.request.post('/api/customers', customer)).status()).toBe(201)

  for (const { path, tab, button } of [
    { path: '/withdraw', button: 'Submit' },
    { path: '/airtime', button: 'Purchase Airtime' },
    { path: '/data', button: 'Purchase Data' },
    { path: '/bills', tab: 'TV', button: 'Pay TV' },
    { path: '/bills', tab: 'Electricity', button: 'Pay Electricity' },
  ]) {
    await page.goto(path)
    if (tab !== undefined) await page.getByRole('radio', { name: tab }).check()
    await expect(paidBefore(page)).toBeVisible()
    await expectAboveFold(page, button)
    await paidBefore(page).click()
    await expectAccessible(page, button)
  }
  await page.getByRole('radio', { name: 'Exam PINs' }).check()
  await expectAboveFold(page, 'Buy Exam PIN')
  await page.goto('/sell/one')
  await expect(page.getByRole('button', { name: /^Saved customer/ })).toBeVisible()
  await expectAboveFold(page, 'Sell')
  await expectAccessible(page, 'Sell')
})

lastThird('that a name is still being checked is said only as long as it is', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  await page.goto('/withdraw')
  await sandbox().fault({ operation: 'resolve', fault: 'slow', delayMs: 3_000 })
  await page.getByLabel('Account Number').fill('0123450098')
  await page.getByRole('button', { name: /^Bank/ }).click()
  await page.getByRole('button', { name: 'GTBank', exact: true }).click()
  await amount(page).fill('1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  const said = page.getByRole('alert').filter({ hasText: 'We are still checking the account name' })
  await expect(said).toBeVisible()
  await expect(accountName(page)).toHaveText(/^[\p{Lu} '-]{3,}$/u)
  await expect(said).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
})

firstThird(
  'a phone number pasted as an account number keeps its eleven digits, and is offered without its 0',
  async ({ page }) => {
    await openAccount(page, 'Musa Bello')
    await page.goto('/withdraw')
    const field = page.getByLabel('Account Number')
    await field.fill('\u202a+234 (0) 803\u2011123\u20114567\u202c')
    await expect(field).toHaveValue('23408031234567')
    await field.fill('0803 123 4567')
    await expect(field).toHaveValue('08031234567')
    await expect(field).toHaveAccessibleDescription('You typed 11 digits. An account number has 10.')
    await expectAccessible(page, 'eleven digits')
    await page.getByRole('button', { name: 'Use 8031234567' }).click()
    await expect(field).toHaveValue('8031234567')
    const sentence = 'Send it to my wallet account: 08031234567'
    await field.fill(sentence)
    await expect(field).toHaveValue(sentence)
    await expect(field).toHaveAccessibleDescription('Enter digits only.')
    await field.fill('2 numbers: 0123456789')
    await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(0)
    await field.fill('Bola Ade, Access Bank, 0123456784')
    await expectAccessible(page, 'a number in a sentence')
    await page.getByRole('button', { name: 'Use 0123456784' }).click()
    await expect(field).toHaveValue('0123456784')
    await expect(field).toBeFocused()
    await field.fill('my opay 08031234567 thanks')
    await page.getByRole('button', { name: 'Use 8031234567' }).click()
    await expect(field).toHaveValue('8031234567')
    await field.fill('0123 456 789')
    await expect(field).toHaveValue('0123456789')
    await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(0)
  },
)

secondThird('that the balance is not enough is said only until money comes in', async ({ page }) => {
  await join(page, 'Musa Bello')
  await fillTransfer(page, '200,000')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(amount(page)).toHaveAccessibleDescription(/Your balance of ₦200,000 is not enough/)
  await payInFrom(page, ['AMINA LAWAL'])
  await expect(page.getByText('₦202,500', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('is not enough')).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
})

firstThird(
  'an amount is grouped while it is typed, and the caret stays among its figures',
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAccount(page, 'Musa Bello')
    await page.goto('/withdraw')
    const caret = () => page.evaluate<number>('document.activeElement.selectionStart')
    await amount(page).click()
    await page.keyboard.type('1500')
    await expect(amount(page)).toHaveValue('1,500')
    expect(await caret()).toBe(5)

    await test.step('in the middle', async () => {
      for (let left = 0; left < 4; left++) await page.keyboard.press('ArrowLeft')
      await page.keyboard.type('29')
      await expect(amount(page)).toHaveValue('129,500')
      expect(await caret()).toBe(3)
    })

    await test.step('across a comma', async () => {
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Backspace')
      await expect(amount(page)).toHaveValue('12,500')
      expect(await caret()).toBe(2)
      await page.keyboard.press('Delete')
      await expect(amount(page)).toHaveValue('1,200')
      expect(await caret()).toBe(3)
    })

    await test.step('pasted', async () => {
      await page.evaluate("navigator.clipboard.writeText(' ₦2500.50')")
      await amount(page).selectText()
      await page.keyboard.press('ControlOrMeta+V')
      await expect(amount(page)).toHaveValue('2,500.50')
      await page.evaluate("navigator.clipboard.writeText('1e5')")
      await amount(page).selectText()
      await page.keyboard.press('ControlOrMeta+V')
      await expect(amount(page)).toHaveValue('1e5')
    })
  },
)

firstThird('every field for an amount groups it, and the usual ones are a tap away', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  for (const { path, field, usual } of [
    { path: '/withdraw', field: 'Amount', usual: '₦10,000' },
    { path: '/airtime', field: 'Amount', usual: '₦1,000' },
    { path: '/bills', field: 'Amount', usual: '₦10,000' },
    { path: '/sell/one', field: 'Amount', usual: '₦1,000' },
    { path: '/sell/one', field: 'Your price', usual: null },
  ]) {
    await page.goto(path)
    // Text typed before the app has taken over is lost.
    await page.getByLabel(field).click()
    await page.getByLabel(field).pressSequentially('12500')
    await expect(page.getByLabel(field)).toHaveValue('12,500')
    if (usual === null) continue
    await page.getByRole('button', { name: usual, exact: true }).click()
    await expect(page.getByLabel(field)).toHaveValue(usual.replace('₦', ''))
  }
})

secondThird(
  'the hint under an amount is the limit that binds, and follows what is spent',
  async ({ page, context }) => {
    await openAccount(page, 'Musa Bello')
    await page.goto('/airtime')
    await expect(amount(page)).toHaveAccessibleDescription('₦50 to ₦50,000 per payment')
    await page.goto('/withdraw')
    await expect(amount(page)).toHaveAccessibleDescription('Up to ₦199,900: your balance after fees')
    await amount(page).fill('199900')

    const { account } = await (await page.request.get('/api/funding-account')).json()
    await sandbox().payIn({ accountNumber: account.accountNumber, amountKobo: '40000000', senderName: 'MUSA BELLO' })
    await expect(amount(page)).toHaveAccessibleDescription('Up to ₦500,000: the rest of today’s limit')
    const other = await context.newPage()
    await sendMoney(other, '1,500')
    await expect(other).toHaveURL(/processing/)
    await expect(amount(page)).toHaveAccessibleDescription('Up to ₦498,500: the rest of today’s limit')
  },
)

lastThird('the BPC is one quiet line, which says the discount that applies', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  await page.goto('/withdraw')
  await expect(page.getByText('Standard price · use a code')).toBeVisible()
  await page.goto('/airtime')
  await page.getByRole('button', { name: 'use a code' }).click()
  await expect(page.getByLabel('BPC CODE')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Buy BPC code' })).toHaveAttribute('href', '/buy-bpc')
  await expectAccessible(page, 'a form with the code opened')

  await page.goto('/buy-bpc')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await approve(page)
  await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible()
  for (const { path, line } of [
    { path: '/airtime', line: '2.5% off with your BPC · use another code' },
    { path: '/data', line: '3% off with your BPC · use another code' },
    { path: '/withdraw', line: 'No fee with your BPC · use another code' },
  ]) {
    await page.goto(path)
    await expect(page.getByText(line)).toBeVisible()
    await expect(page.getByText('with a BPC)')).toHaveCount(0)
  }
})

firstThird('what was chosen to pay a BPC never changes by itself, however late the balance comes', async ({ page }) => {
  await join(page, 'Musa Bello')
  // Only after leaving the page: otherwise it would write them again.
  await page.addInitScript("localStorage.removeItem('jara.answers'); sessionStorage.removeItem('jara.aside')")
  let release: () => void = () => undefined
  const hold = async (availableKobo?: string) => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/wallet', async (route) => {
      const response = await route.fetch()
      await held
      const wallet = await response.json()
      await route.fulfill({ response, json: { ...wallet, availableKobo: availableKobo ?? wallet.availableKobo } })
    })
  }
  const wallet = page.getByRole('radio', { name: /^From your wallet/ })
  const transfer = page.getByRole('radio', { name: /^Bank transfer/ })

  await test.step('nothing is chosen before it is there, and nobody pays by accident', async () => {
    await hold()
    await page.goto('/buy-bpc')
    await expect(page.getByLabel('Full Name')).toHaveValue('Musa Bello')
    await expect(wallet).not.toBeChecked()
    await expect(transfer).not.toBeChecked()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByText('Choose how you pay')).toBeVisible()
    release()
    await expect(wallet).toBeChecked()
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeInViewport({ ratio: 1 })
  })

  await test.step('a tap counts', async () => {
    await hold()
    await page.goto('/buy-bpc')
    await transfer.check()
    release()
    await expect(page.getByText('Available: ₦200,000')).toBeVisible()
    await expect(transfer).toBeChecked()
  })

  await test.step('and so does what was shown', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('/buy-bpc')
    await expect(wallet).toBeChecked()
    await hold('649999')
    release()
    // The page reads its wallet again when money moves.
    const { account } = await (await page.request.get('/api/funding-account')).json()
    await sandbox().payIn({ accountNumber: account.accountNumber, amountKobo: '100', senderName: 'MUSA BELLO' })
    await expect(page.getByText('That is less than the price.')).toBeVisible()
    await expect(wallet).toBeChecked()
    await page.unrouteAll({ behavior: 'wait' })
  })
})

secondThird(
  'a number bought for can be named with the purchase, under another name and under none',
  async ({ page }) => {
    await openAccount(page, 'Musa Bello')
    await page.goto('/airtime')
    await expect(page.getByRole('button', { name: 'Choose from your contacts' })).toHaveCount(0)
    await page.getByLabel('Name (optional)').fill('Mama Chidi')
    await page.getByLabel('Phone Number').fill(NAMED)
    await page.getByRole('radio', { name: 'Airtel' }).check()
    await amount(page).fill('100')
    await page.getByRole('button', { name: 'Purchase Airtime' }).click()
    await approveDelivered(page)

    // The name is saved by its own request after the purchase; leaving the page would cancel it.
    await expect
      .poll(async () => await (await page.request.get('/api/beneficiaries?kind=phone')).text())
      .toContain('Mama Chidi')
    await page.goto('/data')
    await expect(paidBefore(page)).toHaveText('Mama Chidi0802 111 0097 · Airtel')
    await paidBefore(page).click()
    await expect(page.getByLabel('Name (optional)')).toHaveValue('Mama Chidi')
    await page.getByRole('button', { name: 'Saved recipients' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Rename Mama Chidi' }).click()
    await expectAccessible(page, 'naming a number')
    await sheet.getByLabel('Name').fill('Mama')
    await sheet.getByRole('button', { name: 'Save', exact: true }).click()
    await sheet.getByRole('button', { name: 'Rename Mama' }).click()
    await sheet.getByLabel('Name').fill('')
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('button', { name: 'Name 0802 111 0097' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(paidBefore(page)).toHaveText('0802 111 0097Airtel')
  },
)

lastThird(
  'the phone’s contacts fill in the number and the name that were chosen, and nothing else',
  async ({ page }) => {
    await openAccount(page, 'Musa Bello')
    // Runs in the page; a string, because these tests are compiled without the browser's types.
    await page.addInitScript(`
    window.asked = []
    const contact = { name: ['Bola'], tel: ['01 271 0000', '+234 805 123 4567'] }
    Object.defineProperty(navigator, 'contacts', {
      value: { select: async (...asked) => (window.asked.push(asked), [contact]) },
    })`)
    await page.goto('/airtime')
    await page.getByRole('button', { name: 'Choose from your contacts' }).click()
    await expect(page.getByLabel('Phone Number')).toHaveValue('+234 805 123 4567')
    await expect(page.getByLabel('Name (optional)')).toHaveValue('Bola')
    await expect(page.getByRole('radio', { name: 'Glo' })).toBeChecked()
    expect(await page.evaluate('window.asked')).toEqual([[['name', 'tel'], { multiple: false }]])
    await expectAccessible(page, 'a form with contacts')
  },
)
