import { expect, type Locator, test } from '@playwright/test'
import { join, sendMoney } from '#tests/e2e/support/wallet-page.ts'

/** The words and the amount are visible in the same block, so that a cropped screenshot contains both. */
async function expectSaid(block: Locator, amount: RegExp): Promise<void> {
  await expect(block).toContainText(amount)
  await expect(block).toContainText(/practice (balance|money)/i)
  const [money, words] = [block.getByText(amount).first(), block.getByText(/practice (balance|money)/i).first()]
  await money.scrollIntoViewIfNeeded()
  await expect(money).toBeInViewport({ ratio: 1 })
  await expect(words).toBeInViewport({ ratio: 1 })
}

test('every block with an amount that is owned, sent or received shows the practice words', async ({ page }) => {
  await join(page, 'Amaka Obi')
  await expectSaid(page.getByRole('region', { name: 'Balance' }), /₦200,000/)
  await page.goto('/fund')
  await expectSaid(page.getByRole('region', { name: 'Your account number' }), /\d{4} \d{4} \d{2}/)
  await page.goto('/profile')
  await expectSaid(page.getByRole('region', { name: 'Your account number' }), /\d{4} \d{4} \d{2}/)
  await sendMoney(page, '1,500')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  await expectSaid(page.locator('[data-toast-avoid]').filter({ has: page.getByRole('heading') }), /₦1,500/)
  await page.getByRole('link', { name: 'See the receipt' }).click()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expectSaid(receipt, /₦1,510/)
  await expect(receipt.locator('.stamp')).toBeVisible()
  const link = await page.request.post(`/api/transactions/${page.url().split('/').at(-1)}/receipt`)
  const { url } = (await link.json()) as { url: string }
  await page.goto(new URL(url).pathname)
  await expectSaid(page.getByRole('article', { name: 'Receipt' }), /₦1,5\d0/)
  await expect(page.getByRole('article').locator('.stamp')).toBeVisible()
})
