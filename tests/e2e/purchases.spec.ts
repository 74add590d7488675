import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import {
  approve,
  approveDelivered,
  askForAirtime,
  askForData,
  customerName,
  fillElectricity,
  fillTv,
  orderOnScreen,
} from '#tests/e2e/support/purchase.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'

const DELIVERED = '08011111111'
const PENDING_THEN_FAILED = '08020000003'
const BALANCE = { name: 'Balance' } as const

test.beforeEach(async ({ page }) => {
  await openAccount(page, 'Adaeze Ụzọchukwu')
})

test('airtime: the network is suggested, the terms say the price, and delivered leads back to the wallet', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Airtime', exact: true }).click()
  await expect(page.getByText('Standard price, 1% off')).toBeVisible()
  await expect(page.getByLabel('BPC CODE')).toHaveCount(0)
  await page.getByLabel('Phone Number').fill('0805 123')
  await expect(page.getByRole('radio', { name: 'Glo' })).toBeChecked()
  await expect(page.getByText('Suggested from the number.')).toBeVisible()
  await askForAirtime(page, { phone: DELIVERED, amount: '500', network: 'MTN' })
  await expect(page.locator('form')).toContainText('Price after discountat most ₦495')
  const review = page.getByRole('dialog')
  for (const text of [
    '₦500.00 MTN airtime',
    'four hundred and ninety-five naira',
    '0801 111 1111',
    '₦5.00',
    '₦495.00',
    '₦199,505.00',
  ])
    await expect(review.getByText(text, { exact: true })).toBeVisible()
  await approveDelivered(page)
  await expect(page.getByText('Airtime purchase successful!')).toBeVisible()
  await expect(page.getByRole('region', BALANCE)).toContainText('₦199,505.00')
  await expect(page.getByRole('link', { name: /MTN Airtime/ })).toContainText('Completed')
  expect(await deliveriesTo(DELIVERED)).toEqual(['delivered'])
})

secondThird('the network follows the number, unless the user chose another one for this number', async ({ page }) => {
  await page.goto('/airtime')
  const [number, hint] = [page.getByLabel('Phone Number'), page.getByText('Suggested from the number.')]
  await number.fill('08031234567')
  await expect(page.getByRole('radio', { name: 'MTN' })).toBeChecked()
  await page.getByRole('radio', { name: 'Airtel' }).check()
  await number.fill('+234 803 123 4567')
  await expect(page.getByRole('radio', { name: 'Airtel' })).toBeChecked()
  await expect(hint).toHaveCount(0)
  await number.fill('08051234567')
  await expect(page.getByRole('radio', { name: 'Glo' })).toBeChecked()
  await expect(hint).toBeVisible()
})

lastThird('data: a bundle from the catalogue, and another network needs another bundle', async ({ page }) => {
  await page.goto('/data')
  await expect(page.getByRole('button', { name: /^Data Bundle/ })).toBeDisabled()
  await askForData(page, { phone: '0803 555 1212', bundle: /^2GB/ })
  await expect(page.getByRole('dialog').getByText('₦985.00', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('radio', { name: 'Glo' }).check()
  await page.getByRole('button', { name: 'Purchase Data' }).click()
  await expect(page.getByRole('alert')).toContainText('Please select a valid data bundle')
  await askForData(page, { phone: '0803 555 1212', bundle: /^1GB/ })
  await approveDelivered(page)
  await expect(page.getByText('Data purchase successful!')).toBeVisible()
  // A reload keeps the network that was chosen for this number.
  await expect(page.getByRole('link', { name: /Glo Data Bundle/ })).toContainText('-₦492.50')
})

test('without a reply it is on its way until there is one, then the screen updates', async ({ page }) => {
  await buyWithoutAnswer(page, { phone: '08121110001', amount: '300' })
  await expect(page.getByText('Airtime purchase successful!')).toHaveCount(0)
  const order = await orderOnScreen(page)
  expect(order.status).toBe('pending')
  await sandbox().decideDelivery(order.reference, 'delivered')
  await expect(page.getByRole('heading', { name: 'Your airtime is delivered' })).toBeVisible()
  await page.getByRole('link', { name: 'Ok, I got it' }).click()
  await expect(page.getByRole('region', BALANCE)).toContainText('₦199,703.00')
})

firstThird('what fails says why, is back in the wallet, and has its own line in the history', async ({ page }) => {
  await askForAirtime(page, { phone: PENDING_THEN_FAILED, amount: '400' })
  await approve(page)
  await expect(page.getByRole('heading', { name: 'Your airtime purchase failed' })).toBeVisible()
  await expect(page.getByText('₦396 is back in your wallet')).toBeVisible()
  const { failure } = await orderOnScreen(page)
  expect(failure).not.toBeNull()
  await expect(page.getByText(failure ?? '')).toBeVisible()
  await page.getByRole('link', { name: 'Ok, I got it' }).click()
  await expect(page.getByRole('region', BALANCE)).toContainText('₦200,000.00')
  await page.goto('/history')
  await expect(page.getByRole('link', { name: /Refund/ })).toContainText('+₦396.00')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Kind').selectOption('Airtime')
  await expect(page.getByRole('link', { name: /Refund/ })).toHaveCount(0)
  await page.getByRole('link', { name: /Airtel Airtime/ }).click()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toContainText('Failed')
  await expect(receipt).toContainText('₦396 is back in your wallet.')
  await expect(receipt).toContainText('Discount-₦4.00')
  await expect(receipt).not.toContainText('Price paid')
})

secondThird('a refusal in the first answer gives the money back at once', async ({ page }) => {
  await sandbox().fault({ provider: 'vtpass', operation: 'pay', fault: 'decline' })
  await askForAirtime(page, { phone: '08031234567', amount: '1,000' })
  await approve(page)
  await expect(page.getByText('₦990 is back in your wallet')).toBeVisible()
})

secondThird('the same again asks whether it is intended, and says what happened to the first', async ({ page }) => {
  const same = { phone: '08121110002', amount: '700' }
  await buyWithoutAnswer(page, same)
  await askForAirtime(page, same)
  const question = page.getByRole('dialog', { name: 'Pay again?' })
  await expect(question).toContainText('It is still on its way and may yet arrive.')
  await question.getByRole('button', { name: 'No, once is enough' }).click()
  await expect(question).toHaveCount(0)
  expect(await deliveriesTo(same.phone)).toEqual(['pending'])
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await question.getByRole('button', { name: 'Yes, pay again' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await question.getByRole('link', { name: /See the first one/ }).click()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('-₦693.00')
})

test('prepaid electricity: the name before the payment, then the token, big, copied without spaces, and kept', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await fillElectricity(page, { meter: '45678901234', amount: '5,000' })
  const name = (await customerName(page).locator('span.font-semibold').textContent()) ?? ''
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await expect(page.getByRole('dialog').getByText(name, { exact: true })).toBeVisible()
  await approve(page)
  await expect(page.getByRole('heading', { name: 'Your electricity is paid' })).toBeVisible()
  await expectToken(page)
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Price paid₦4,975.00')
  await expectToken(page)
})

lastThird(
  'a meter that changes its key gets every number, in order, and all are copied at once',
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await fillElectricity(page, { meter: '45670000006', amount: '2,000' })
    await page.getByRole('button', { name: 'Pay Electricity' }).click()
    await approve(page)
    const card = page.getByRole('region', { name: 'Electricity token' })
    await expect(card).toContainText('Enter these one after the other.')
    await expect(card).toContainText(
      /1\. 0234 5678 9012 3456 7890.*2\. 5234 5678 9012 3456 7891.*3\. (?:\d{4} ){4}\d{4}/s,
    )
    await card.getByRole('button', { name: 'Copy tokens' }).click()
    await expect(page.getByText('Tokens copied to clipboard!')).toBeVisible()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toMatch(/^02345678901234567890\n52345678901234567891\n\d{20}$/)
    await expectAccessible(page, 'several tokens')
  },
)

firstThird('postpaid electricity and TV lead back to the wallet once they are proved', async ({ page }) => {
  await fillElectricity(page, { meter: '45678901235', amount: '2,000', type: 'Postpaid' })
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await approveDelivered(page)
  await expect(page.getByText('Electricity purchase successful!')).toBeVisible()
  await fillTv(page, '7023456789')
  await page.getByRole('button', { name: 'Pay TV' }).click()
  await approveDelivered(page)
  await expect(page.getByText('TV subscription successful!')).toBeVisible()
})

lastThird('a meter that belongs to nobody stops the payment before any money moves', async ({ page }) => {
  await fillElectricity(page, { meter: '45678901234', amount: '5000' })
  await page.getByLabel('Meter Number').fill('99111111111')
  await expect(customerName(page)).toContainText('Check the number')
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toHaveCount(0)
})

secondThird('the messages read exactly so', async ({ page }) => {
  await page.goto('/airtime')
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields')
  await askForAirtime(page, { phone: '0803123456', amount: '100', network: 'MTN' })
  await expect(page.getByRole('alert')).toContainText('Please enter a valid 11-digit phone number')
  await expect(page.getByLabel('Phone Number')).toBeFocused()
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.getByRole('button', { name: 'use a code' }).click()
  await page.getByLabel('BPC CODE').fill('WRONG')
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid BPC code. Please enter a valid code.')
  await expect(page.getByLabel('BPC CODE')).toHaveAccessibleDescription('Invalid BPC code. Please enter a valid code.')
  await page.goto('/data')
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.getByRole('button', { name: 'Purchase Data' }).click()
  await expect(page.getByRole('alert')).toContainText('Please select a valid data bundle')
  await page.goto('/bills')
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields')
})

firstThird('more than there is, is refused at the amount with nothing taken', async ({ page }) => {
  await askForAirtime(page, { phone: '08121110003', amount: '2,000' })
  await approveDelivered(page)
  await fillElectricity(page, { meter: '45678901236', amount: '200,000' })
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(
    /is not enough.*Add money or choose a smaller amount\.$/,
  )
})

lastThird('the processing page without an order leads to the wallet', async ({ page }) => {
  for (const path of ['/airtime/processing', '/data/processing', '/bills/processing']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
  }
})

secondThird('the screens of a purchase are accessible at 320 px in light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto('/airtime')
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await expect(page.getByText('Enter the phone number')).toBeVisible()
  await expectAccessible(page, 'airtime with problems')
  const airtime = { phone: '08121111320', amount: '200' }
  await askForAirtime(page, airtime)
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
  await expectAccessible(page, 'airtime review')
  await buyWithoutAnswer(page, airtime)
  await expectAccessible(page, 'airtime on its way')
  await askForAirtime(page, airtime)
  await expect(page.getByRole('dialog', { name: 'Pay again?' })).toBeVisible()
  await expectAccessible(page, 'a second one')
  await page.goto('/data')
  await page.getByLabel('Phone Number').fill('08031234567')
  await expectAccessible(page, 'data')
  await page.getByRole('button', { name: /^Data Bundle/ }).click()
  await expect(page.getByRole('button', { name: /^1GB/ })).toBeVisible()
  await expectAccessible(page, 'bundles')
  await fillTv(page, '7023456320')
  await expectAccessible(page, 'TV')
  await fillElectricity(page, { meter: '45678901320', amount: '1000' })
  await expectAccessible(page, 'electricity')
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await approve(page)
  await expect(page.getByRole('button', { name: 'Copy token' })).toBeVisible()
  await expectAccessible(page, 'token')
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy token' })).toBeVisible()
  await expectAccessible(page, 'receipt with token')
  await page.goto('/history')
  await expect(page.getByRole('link', { name: /Electricity/ })).toBeVisible()
  await expectAccessible(page, 'history of all kinds')
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /Electricity/ })).toBeVisible()
  await expectAccessible(page, 'dashboard with services')
})

/** Buys airtime for which the provider says "pending" until its outcome is decided. */
async function buyWithoutAnswer(page: Page, of: { phone: string; amount: string }): Promise<void> {
  await sandbox().fault({ provider: 'vtpass', operation: 'pay', fault: 'pending' })
  await askForAirtime(page, of)
  await approve(page)
  await expect(page.getByRole('heading', { name: 'Your airtime purchase is on its way' })).toBeVisible()
}

/** Groups of four on the screen, no spaces in the clipboard. */
async function expectToken(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Electricity token' })
  await expect(card).toContainText(/\d{4} \d{4} \d{4} \d{4} \d{4}/)
  await expect(card).toContainText('Units: ')
  const shown = /(?:\d{4} ){4}\d{4}/.exec((await card.textContent()) ?? '')?.[0] ?? ''
  await card.getByRole('button', { name: 'Copy token' }).click()
  await expect(page.getByText('Token copied to clipboard!')).toBeVisible()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(shown.replaceAll(' ', ''))
}

async function deliveriesTo(phone: string): Promise<readonly string[]> {
  const { deliveries } = await sandbox().truth()
  return deliveries.filter((each) => each.phone === phone).map(({ status }) => status)
}
