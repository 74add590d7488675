import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { enterPin, fillTransfer, join, PIN, register, setPin } from './support/wallet-page.ts'

/** Each check looks at a screen in both themes, which takes a while on a small machine. */
test.setTimeout(180_000)

for (const width of [360, 320]) {
  test(`every screen at ${width} px is accessible in light and dark and obeys the content security policy`, async ({
    page,
  }) => {
    const broken = brokenRules(page)
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    await expectAccessible(page, 'welcome')
    await page.goto('/signin')
    await expectAccessible(page, 'sign in')
    await page.goto('/nothing-here')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await expectAccessible(page, '404')
    await register(page, 'Nkechi Eze-Okonkwo')
    await expectAccessible(page, 'create PIN')
    await setPin(page)
    await expect(page.getByText('Sandbox grant')).toBeVisible()
    await expectAccessible(page, 'dashboard')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page, 'menu')
    await page.getByRole('dialog').getByRole('link', { name: 'Add money' }).click()
    await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page, 'add money')
    await page.goto('/profile')
    await expect(page.getByText('Basic')).toBeVisible()
    await expectAccessible(page, 'profile')
    await page.getByRole('button', { name: 'Toggle theme' }).click()
    await expectAccessible(page, 'theme')
    await sendAndCheck(page)
    expect(broken).toEqual([])
  })
}

/** The screens of a transfer, the history and the lock. */
async function sendAndCheck(page: Page): Promise<void> {
  await fillTransfer(page, '1,500')
  await expectAccessible(page, 'transfer')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: 'Approve with PIN' })).toBeVisible()
  await expectAccessible(page, 'review')
  await page.getByRole('button', { name: 'Approve with PIN' }).click()
  await expectAccessible(page, 'approve')
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'completed')
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  await expectAccessible(page, 'receipt')
  await page.goto('/history')
  await expect(page.getByRole('link', { name: /Bank Transfer/ })).toBeVisible()
  await expectAccessible(page, 'history')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expectAccessible(page, 'PIN')
}

/** What the browser complains about: policies broken and scripts that failed. */
function brokenRules(page: Page): string[] {
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) broken.push(message.text())
  })
  return broken
}

test('the theme is applied at once, kept, and there before the first paint', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.getByRole('button', { name: /^Dark Mode/ }).click()
  await expect(page.getByText('Theme has been set to dark mode')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a crashed screen says so with an id and recovers', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  await page.route('**/api/wallet', (route) => route.fulfill({ json: { availableKobo: 'broken' } }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText(/Error id \w{8}/)).toBeVisible()
  await page.unroute('**/api/wallet')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
})

test('a hidden balance stays hidden and is announced', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  await page.getByRole('button', { name: 'Hide balance' }).click()
  await expect(page.getByText('Balance hidden')).toBeAttached()
  await page.reload()
  await expect(page.getByText('₦ ••••••').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Balance' })).not.toContainText('200,000')
})
