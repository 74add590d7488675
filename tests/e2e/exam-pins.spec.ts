import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { approve, fillExamPins } from '#tests/e2e/support/purchase.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'

const PHONE_SIZE = { width: 360, height: 740 }

test.beforeEach(async ({ page }) => {
  await page.setViewportSize(PHONE_SIZE)
  await openAccount(page, 'Adaeze Ụzọchukwu')
})

test('two PINs: the price of each in the terms, both shown with their serials, copied without spaces, and there again in the history', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await fillExamPins(page, { quantity: 2, phone: '08031230001' })
  await expect(page.locator('form')).toContainText('Price after discountat most ₦7,761')
  await page.getByRole('button', { name: 'Buy Exam PINs' }).click()
  const review = page.getByRole('dialog')
  for (const text of ['₦7,800.00 WAEC result checker, WASSCE', '2 PINs', '₦3,900.00', '0803 123 0001', '₦7,761.00'])
    await expect(review).toContainText(text)
  await approve(page)
  await expect(page.getByRole('heading', { name: 'Your exam PINs are paid' })).toBeVisible()
  const pins = await expectPins(page, 2)
  await page.getByRole('link', { name: 'See the receipt' }).click()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toContainText('WAEC result checker')
  await expect(receipt).toContainText('2 × WASSCE')
  await expect(receipt).toContainText('Price paid₦7,761.00')
  expect(await expectPins(page, 2)).toEqual(pins)
  await page.getByRole('button', { name: 'Share receipt' }).click()
  for (const pin of pins) await expect(page.getByRole('dialog')).not.toContainText(pin)
  // No PIN is stored anywhere that outlives the page, or in an address.
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  for (const pin of pins) expect([kept.includes(pin), page.url().includes(pin)]).toEqual([false, false])
})

secondThird(
  'a PIN that did not come with the proof is said to be missing, and comes when the provider is asked again',
  async ({ page }) => {
    await sandbox().fault({ provider: 'vtpass', operation: 'requery', fault: 'no-pins' })
    await fillExamPins(page, { quantity: 1, phone: '08031230002' })
    await page.getByRole('button', { name: 'Buy Exam PIN' }).click()
    await approve(page)
    await expect(page.getByRole('heading', { name: 'Your exam PIN is paid' })).toBeVisible()
    await expect(page.getByText('Your purchase is confirmed, but no PIN has come yet.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy pin 1' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('button', { name: 'Copy pin 1' })).toBeVisible()
    await expect(page.getByText('no PIN has come yet')).toHaveCount(0)
  },
)

firstThird('what is missing in the form is said at its field, and no money moves', async ({ page }) => {
  await page.goto('/bills')
  await page.getByRole('radio', { name: 'Exam PINs' }).check()
  await page.getByRole('button', { name: 'Buy Exam PIN' }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields')
  await expect(page.getByText('Choose the exam', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Enter the phone number')).toBeVisible()
})

lastThird('every screen of exam PINs is accessible at 320 px in light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 })
  await fillExamPins(page, { quantity: 2, phone: '08031230003' })
  await expectAccessible(page, 'exam PINs')
  await page.getByRole('button', { name: 'Buy Exam PINs' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
  await expectAccessible(page, 'exam PINs review')
  await approve(page)
  await expect(page.getByRole('button', { name: 'Copy pin 2' })).toBeVisible()
  await expectAccessible(page, 'exam PINs delivered')
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy pin 2' })).toBeVisible()
  await expectAccessible(page, 'receipt with PINs')
  await page.goto('/history')
  await expect(page.getByRole('link', { name: /Exam PINs/ })).toContainText('Completed')
  await expectAccessible(page, 'history with exam PINs')
})

/** Checks that all PINs are shown in groups, each with its serial number, and copied as digits. Returns them. */
async function expectPins(page: Page, count: number): Promise<string[]> {
  const list = page.getByRole('region', { name: /^Your PINs?$/ }).getByRole('listitem')
  await expect(list).toHaveCount(count)
  const pins: string[] = []
  for (let place = 1; place <= count; place++) {
    await expect(list.nth(place - 1)).toContainText(/Serial number WRN\d{9}/)
    await expect(list.nth(place - 1)).toContainText(/\d{4} \d{4} \d{4}/)
    await page.getByRole('button', { name: `Copy pin ${place}` }).click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toMatch(/^\d{12}$/)
    pins.push(copied)
  }
  return pins
}
