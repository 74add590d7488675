import { expect, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { animationNames, animations, keepAnimations } from '#tests/e2e/support/animations.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'

test.setTimeout(180_000)

test('the dashboard offers what it says, in its order', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  const tiles = (name: string) => page.getByRole('region', { name }).getByRole('link')
  await expect(tiles('Quick actions')).toHaveText(['Platform', 'Buy BPC', 'Airtime'])
  await expect(tiles('More services')).toHaveText(['Data', 'Bills', 'Sell', 'History', 'FAQ', 'Support', 'Profile'])
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Wallet',
    'Social',
    'Buy BPC',
    'Data',
    'Profile',
  ])
})

test('the menu opens, is walked through and closes with the keyboard alone', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  const button = page.getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  const walked: (string | undefined)[] = []
  for (const _ of Array(7)) {
    walked.push(
      (await menu.locator(':focus').innerText()).trim() ||
        (await menu.locator(':focus').getAttribute('aria-label')) ||
        '',
    )
    await page.keyboard.press('Tab')
  }
  expect(walked).toEqual(['Close', 'Profile', 'Security', 'History', 'Support', 'Lock now', 'Log out'])
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Support' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Support', exact: true })).toBeFocused()
})

test('the door of the operators opens for nobody, slides its panel in after 0.3 s and out in 0.5 s', async ({
  page,
}) => {
  await join(page, 'Ibrahim Sule')
  await keepAnimations(page, 'ASIDE')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('This area is for operators')).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'Admin' })
  await expect.poll(() => animations(page)).toEqual([['panel-enter', 300, 300]])
  await expect(panel.getByText('Jara', { exact: true })).toBeVisible()
  await expect(panel.getByRole('link', { name: /^Admin/ })).toHaveAttribute('href', '/support')
  await panel.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect
    .poll(() => animations(page))
    .toEqual([
      ['panel-enter', 300, 300],
      ['panel-leave', 0, 500],
    ])
})

test('with less motion the panel only fades, and it leads back all the same', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  await keepAnimations(page, 'ASIDE', 'reduce')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect.poll(async () => new Set(await animationNames(page))).toEqual(new Set(['fade']))
})

test('where nothing moves at all, as in Device Mode, the way back still leads back', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  await page.goto('/admin')
  await page.evaluate(`
    const still = new CSSStyleSheet()
    still.replaceSync('* { animation: none !important }')
    document.adoptedStyleSheets = [still]`)
  await page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('customers do not download what is for operators', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await join(page, 'Ibrahim Sule')
  // The last of the pages that are fetched ahead.
  await expect.poll(() => scripts.some((url) => /\/confirmation-page/.test(url)), { timeout: 20_000 }).toBe(true)
  expect(scripts.filter((url) => /admin-page/.test(url))).toEqual([])
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  expect(scripts.filter((url) => /admin-page/.test(url))).not.toEqual([])
})

test('a signed-out visitor finds nothing more behind it, and going back leads to a sign-in page', async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByText('This area is for operators')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(/\/signin$/)
})

test('the menu and the door of the operators at 320 px are accessible in light and dark', async ({ page }) => {
  const broken = brokenRules(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await join(page, 'Oluwaseun Adebayo-Ogunlesi')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'Security' })).toBeVisible()
  await expectAccessible(page, 'menu')
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Back to Dashboard' })).toBeVisible()
  await expectAccessible(page, 'admin')
  expect(broken).toEqual([])
})
