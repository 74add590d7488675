import { expect, test } from '@playwright/test'
import { expectAccessibleInEveryTheme } from '#tests/e2e/support/accessible.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { secondThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, join, PIN } from '#tests/e2e/support/wallet-page.ts'

test('a phone number that the bank refuses is changed, and the account number comes without a reload', async ({
  page,
}) => {
  await join(page, 'Adaeze Obi', { phone: null })
  await page.goto('/fund')
  await expect(page.getByText('The bank asks for your phone number before it issues one.')).toBeVisible()
  await expectAccessibleInEveryTheme(page, 'add money without an account number')
  const phone = page.getByLabel('Phone number')
  await phone.fill('0803 123')
  await page.getByRole('button', { name: 'Get my account number' }).click()
  await expect(page.getByText('Enter a Nigerian mobile number, such as')).toBeVisible()

  await sandbox().fault({ operation: 'dedicated-account', fault: 'account-phone-invalid' })
  await phone.fill('0803 123 4567')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The bank did not accept this phone number')).toBeVisible()
  await expect(page.getByLabel('Phone number')).toHaveValue('0803 123 4567')
  await expectAccessibleInEveryTheme(page, 'a refused phone number')
  await sandbox().reset()
  await page.getByLabel('Phone number').fill('0806 000 0000')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Your account number is being issued')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText('0806 000 0000')).toBeVisible()
  await page.getByRole('button', { name: 'Change phone number' }).click()
  await page.getByRole('dialog').getByLabel('Phone number').fill('+234 809 000 0000')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your phone number is now 0809 000 0000.')).toBeVisible()

  await page.getByRole('button', { name: 'Lock now' }).click()
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Sign In' })).toHaveCount(0)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change phone number' }).click()
  await expect(page.getByRole('dialog').getByLabel('Phone number')).toHaveValue('0809 000 0000')
})

secondThird(
  'what the bank refuses because of us is said so, asks nothing of the person, and is tried again with a tap',
  async ({ page }) => {
    await join(page, 'Bola Ade', { phone: null })
    await sandbox().fault({ operation: 'dedicated-account', fault: 'account-not-enabled' })
    await page.goto('/fund')
    await page.getByLabel('Phone number').fill('08031234567')
    await page.getByRole('button', { name: 'Get my account number' }).click()
    await expect(page.getByText('Our team has been told, and we ask again automatically.')).toBeVisible()
    await expect(page.getByLabel('Phone number')).toHaveCount(0)
    await expectAccessibleInEveryTheme(page, 'a refused account number')
    await sandbox().reset()
    await page.getByRole('button', { name: 'Try again now' }).click()
    await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  },
)
