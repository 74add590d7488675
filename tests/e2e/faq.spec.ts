import { expect, type Page, test } from '@playwright/test'
import { DAILY_LIMIT_KOBO, DAILY_LIMIT_MAX_KOBO } from '#contract/constants.ts'
import { formatNairaShort } from '#contract/money.ts'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { firstThird, lastThird } from '#tests/e2e/support/thirds.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'

const BAR = ['Wallet', 'Social', 'Buy BPC', 'Data', 'Profile']

const question = (page: Page, title: string) => page.getByRole('group').filter({ hasText: title })

test('the FAQ answers without an account, and an address opens its answer', async ({ page }) => {
  await page.goto('/faq#daily-limit')
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
  for (const name of ['About', 'Our Mission', 'What We Offer', 'How It Works']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeAttached()
  }
  const limit = question(page, 'How do I raise my daily limit?')
  await expect(limit).toContainText(formatNairaShort(DAILY_LIMIT_KOBO))
  await expect(limit.getByText(`up to ${formatNairaShort(DAILY_LIMIT_MAX_KOBO)}`)).toBeInViewport()
  const fees = question(page, 'What does it cost?')
  await expect(fees.getByText('₦10 up to ₦5,000')).toBeHidden()
  await fees.getByText('What does it cost?').click()
  await expect(fees.getByText('₦10 up to ₦5,000, ₦25 up to ₦50,000, ₦50 above')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(BAR)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/signin$/)
})

lastThird('a question opens with the keyboard alone', async ({ page }) => {
  await page.goto('/faq')
  const fake = question(page, 'How do I recognise a fake app?')
  await fake.locator('summary').focus()
  await expect(fake.locator('summary')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(fake.getByText(/asks for a payment before you can withdraw it/)).toBeVisible()
})

lastThird('signed in, the FAQ has the header and bar of the wallet, and leads on into it', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  await page.getByRole('link', { name: 'FAQ' }).click()
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeFocused()
  await expect(page.getByText('Hi, Ibrahim Sule')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(BAR)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect(page.getByText('Hi, Ibrahim Sule')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/pin')
})

firstThird(
  'a sandbox shows an example of each channel that is not set, and the example explains itself',
  async ({ page, context }) => {
    await join(page, 'Ibrahim Sule')
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(BAR)
    for (const [path, names] of [
      ['/dashboard', ['Watch']],
      ['/platform', ['Join Telegram Channel', 'Join WhatsApp Group', 'Join Community Chat']],
      ['/support', ['Email Support help@jara.example', 'Telegram Support', 'WhatsApp Support', 'Live Chat Support']],
    ] as const) {
      await page.goto(path)
      for (const name of names) {
        const [example] = await Promise.all([
          context.waitForEvent('page'),
          page.getByRole('link', { name: new RegExp(`^${name}`) }).click(),
        ])
        await expect(example.getByText(/^This page is an example\. In a real installation this opens/)).toBeVisible()
        await expect(example.getByText(/never send money, a PIN, a code or a password/)).toBeVisible()
        await example.close()
      }
    }
    await expect(page.getByText('24/7')).toHaveCount(0)
  },
)

firstThird('the FAQ at 320 px is accessible in light and dark, signed out and in', async ({ page }) => {
  const broken = brokenRules(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto('/faq')
  await openAll(page)
  await expectAccessible(page, 'FAQ, signed out')
  await openAccount(page, 'Oluwaseun Adebayo-Ogunlesi')
  await page.goto('/faq')
  await expect(page.getByText('Hi, Oluwaseun')).toBeVisible()
  await openAll(page)
  await expectAccessible(page, 'FAQ, signed in')
  expect(broken).toEqual([])
})

async function openAll(page: Page): Promise<void> {
  await expect(page.getByText('What does it cost?')).toBeVisible()
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
}
