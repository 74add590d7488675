import { expect, test } from '@playwright/test'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { approve, askForAirtime, fillTv } from '#tests/e2e/support/purchase.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { accountName, sendMoney } from '#tests/e2e/support/wallet-page.ts'

test('the result of a payment can be shared and paid again, with a new review and PIN', async ({ page }) => {
  await openAccount(page, 'Ngozi Ade')
  await sendMoney(page, '1,500')
  await page.getByRole('link', { name: 'Share receipt' }).click()
  await expect(page.getByRole('dialog', { name: 'Share receipt' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Transaction' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Share receipt' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByLabel('Account Number')).toHaveValue('0123456784')
  await expect(page.getByRole('button', { name: /^Bank/ })).toContainText('GTBank')
  await expect(page.getByLabel('Amount')).toHaveValue('1,500')
  await expect(accountName(page)).not.toBeEmpty()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog')).toContainText('You send ₦1,500.00')
  await expect(page.getByText('Transfer initiated successfully!')).toBeHidden()

  await sandbox().fault({ provider: 'vtpass', operation: 'pay', fault: 'decline' })
  await askForAirtime(page, { phone: '08031234567', amount: '500', network: 'Glo' })
  await approve(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Phone Number')).toHaveValue('08031234567')
  await expect(page.getByRole('radio', { name: 'Glo' })).toBeChecked()
  await expect(page.getByLabel('Amount')).toHaveValue('500')

  await sandbox().fault({ provider: 'vtpass', operation: 'pay', fault: 'decline' })
  await fillTv(page, '7012345678')
  await page.getByRole('button', { name: 'Pay TV' }).click()
  await approve(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('radio', { name: 'TV' })).toBeChecked()
  await expect(page.getByLabel('Smartcard Number')).toHaveValue('7012345678')
})
