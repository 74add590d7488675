import { expect, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { expectCode } from '#tests/e2e/support/buy-bpc.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { enterPin, PIN, sendMoney } from '#tests/e2e/support/wallet-page.ts'

test('the page shows what a BPC would have saved, and an owner what a second one adds', async ({ page }) => {
  await openAccount(page, 'Adaeze Ụzọchukwu')
  await page.goto('/buy-bpc')
  await expect(page.getByText('In your first day you made no payment that a BPC makes cheaper.')).toBeVisible()
  await sendMoney(page, '1,500')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  await page.goto('/buy-bpc')
  await expect(page.getByText('In your first day a BPC would have saved you ₦10 of its ₦6,500.')).toBeVisible()
  await page.getByText('How we counted').click()
  await expect(page.getByText('Bank transfers: 1 payment')).toBeVisible()
  await expectAccessible(page, 'Buy BPC')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await enterPin(page, PIN)
  await expectCode(page)
  await page.goto('/buy-bpc')
  await expect(page.getByRole('heading', { name: 'You have a BPC already' })).toBeVisible()
  await expect(page.getByText('Another one adds ₦500,000 to your daily limit.')).toBeVisible()
})
