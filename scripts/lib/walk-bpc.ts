import type { Page } from '@playwright/test'
import { expectCode, payNaira, readPurchase } from '#tests/e2e/support/buy-bpc.ts'
import type { SandboxControl } from '#tests/support/sandbox-control.ts'

/** A BPC from its price to its code, with an underpayment and an overpayment on the way, and a refund. */
export async function walkBpc(
  page: Page,
  sandbox: SandboxControl,
  take: (name: string) => Promise<void>,
): Promise<void> {
  await page.goto('/buy-bpc')
  await page.getByText('₦1,000,000', { exact: true }).waitFor()
  await take('buy-bpc')
  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  await pay.scrollIntoViewIfNeeded()
  await take('buy-bpc-form')
  await sandbox.fault({ operation: 'charge', fault: 'slow', delayMs: 4_000 })
  await pay.click()
  await page.getByRole('heading', { name: 'Processing your request' }).waitFor()
  await take('buy-bpc-processing')
  await page.getByText('NGN 6,500').waitFor()
  await take('buy-bpc-payment')
  const purchase = await readPurchase(page)
  await payNaira(purchase, 6_000, sandbox)
  await page.getByText('₦6,000 arrived.').waitFor({ timeout: 30_000 })
  await take('buy-bpc-less')

  await page.getByRole('button', { name: 'I have made this bank Transfer' }).click()
  await page.getByRole('heading', { name: 'Verifying your payment' }).waitFor()
  await take('buy-bpc-verifying')
  await page.getByText('Payment not confirmed').waitFor({ timeout: 15_000 })
  await take('buy-bpc-not-confirmed')
  await payNaira(purchase, 7_000, sandbox)
  await expectCode(page)
  await take('buy-bpc-confirmed')

  await page.goto('/profile?codes=shown')
  await page.getByRole('heading', { name: 'Starter BPC' }).waitFor()
  await page.getByRole('heading', { name: 'Starter BPC' }).scrollIntoViewIfNeeded()
  await take('my-bpc-codes')
  await page.getByRole('button', { name: /^Return / }).click()
  await take('return-bpc')
  await page.getByRole('button', { name: 'Return for ₦6,500' }).click()
  await page.getByText('₦6,500 went back to your wallet.').waitFor()
}
