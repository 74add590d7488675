import { expect, test } from '@playwright/test'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { accountNumberOf } from '#tests/e2e/support/pay-in.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('any screen shows arriving money once, with a short vibration', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.vibrate = (pattern) => {
      document.documentElement.dataset.felt = `${document.documentElement.dataset.felt ?? ''}${pattern} `
      return true
    }
  })
  await openAccount(page, 'Ngozi Ade')
  const accountNumber = await accountNumberOf(page)
  const payIn = async (amountKobo: string) =>
    await sandbox().payIn({ accountNumber, amountKobo, senderName: 'BOLA AHMED' })
  const messages = page.getByRole('region', { name: 'Messages' })
  const felt = () => page.evaluate(() => document.documentElement.dataset.felt)

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Hide balance' }).click()
  await payIn('2500050')
  await expect(messages).toContainText('+₦25,000.50 from BOLA AHMED')
  await expect(messages).toContainText('Practice money, no real value')
  expect(await felt()).toBe('30 ')
  await messages.getByRole('button', { name: 'Close message' }).click()

  await page.getByRole('button', { name: 'Hide amounts in lists too' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Social' }).click()
  await expect(page.getByRole('heading', { name: 'Platform Communities' })).toBeVisible()
  await payIn('300000')
  await expect(messages).toContainText('+₦ •••••• from BOLA AHMED')
  await messages.getByRole('button', { name: 'Close message' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Wallet' }).click()
  await expect(page.getByRole('link', { name: /BOLA AHMED/ })).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('link', { name: /BOLA AHMED/ })).toHaveCount(2)
  await page.waitForLoadState('networkidle')
  await expect(messages).toBeEmpty()
})
