import { expect, type Page, test } from '@playwright/test'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { expectAccessibleInEveryTheme } from '#tests/e2e/support/accessible.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { approveDelivered, askForAirtime } from '#tests/e2e/support/purchase.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { addAuthenticator } from '#tests/e2e/support/virtual-authenticator.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'

const section = (page: Page) => page.getByRole('region', { name: 'First steps' })
const steps = (page: Page) => section(page).getByRole('link')

test('a new account is shown three first steps, which go as they are done, the last one for good', async ({ page }) => {
  await join(page, 'Adaeze Ụzọchukwu')
  await expect(steps(page)).toHaveText(['Add money', 'Buy airtime', 'Set a fingerprint'])
  await expectAccessibleInEveryTheme(page, 'dashboard with first steps')

  const { account } = (await (await page.request.get('/api/funding-account')).json()) as FundingAccountAnswer
  await sandbox().payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
  await expect(steps(page)).toHaveText(['Buy airtime', 'Set a fingerprint'])

  await steps(page).filter({ hasText: 'Buy airtime' }).click()
  await expect(page.getByRole('heading', { name: 'Buy Airtime' })).toBeVisible()
  await askForAirtime(page, { phone: '08031110077', amount: '500', network: 'MTN' })
  await approveDelivered(page)
  await expect(steps(page)).toHaveText(['Set a fingerprint'])
})

firstThird('somebody with a fingerprint is not asked for one', async ({ page }) => {
  await addAuthenticator(page)
  await openAccount(page, 'Adaeze Ụzọchukwu', { passkey: true })
  await page.goto('/dashboard')
  await expect(steps(page)).toHaveText(['Add money', 'Buy airtime'])
})

secondThird('first steps that were put away do not come back', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  await section(page).getByRole('button', { name: 'Hide' }).click()
  await expect(section(page)).toHaveCount(0)
  const fetched = page.waitForResponse(/first-steps/)
  await page.reload()
  await fetched
  await expect(page.getByRole('link', { name: /Sandbox grant/ })).toBeVisible()
  await expect(section(page)).toHaveCount(0)
})
