import { expect, test } from '@playwright/test'
import { expectAccessible, SIDEWAYS } from '#tests/e2e/support/accessible.ts'
import { animationNames, animations, keepAnimations } from '#tests/e2e/support/animations.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { firstThird, lastThird } from '#tests/e2e/support/thirds.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'

test('the dashboard offers what it says, in its order', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  const tiles = (name: string) => page.getByRole('region', { name }).getByRole('link')
  await expect(tiles('Quick Actions')).toHaveText(['Airtime', 'Buy BPC', 'Watch (opens in a new tab)', 'Platform'])
  await expect(tiles('More Services')).toHaveText(['Data', 'Bills', 'Sell', 'History', 'FAQ', 'Support', 'Profile'])
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Wallet',
    'Social',
    'Buy BPC',
    'Data',
    'Profile',
  ])
})

firstThird('tiles leave no hole, whatever their number and the width of the screen', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  for (const width of [320, 360, 412, 480]) {
    await page.setViewportSize({ width, height: 740 })
    for (const name of ['Quick Actions', 'More Services']) {
      const tiles = page.getByRole('region', { name }).getByRole('listitem')
      // More and fewer tiles than this installation has, as others may have.
      for (const hidden of [0, 1, 2, 3, 4]) {
        const ends = await tiles.evaluateAll((all, hide) => {
          const shown = all.filter((_, index) => {
            const isShown = index >= hide
            ;(all[index] as HTMLElement).style.display = isShown ? '' : 'none'
            return isShown
          })
          const rows = new Map<number, number>()
          for (const each of shown) {
            const { top, right } = each.getBoundingClientRect()
            rows.set(Math.round(top), Math.max(rows.get(Math.round(top)) ?? 0, Math.round(right)))
          }
          return [...rows.values()]
        }, hidden)
        // The gutter of the page and the padding of the card.
        expect([width, name, hidden, ...ends]).toEqual([width, name, hidden, ...ends.map(() => width - 16 - 6)])
      }
    }
  }
})

lastThird('the menu opens, is walked through and closes with the keyboard alone', async ({ page }) => {
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

firstThird(
  'the door of the operators opens for nobody, slides its panel in after 0.3 s and out in 0.5 s',
  async ({ page }) => {
    await openAccount(page, 'Ibrahim Sule')
    await keepAnimations(page, 'ASIDE')
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await expect(page.getByText('This area is for operators')).toBeVisible()
    const panel = page.getByRole('complementary', { name: 'Admin' })
    await expect.poll(() => animations(page)).toEqual([['panel-enter', 300, 300]])
    await expect(panel.getByText('Jara', { exact: true })).toBeVisible()
    await expect(panel.getByRole('link', { name: /^Admin/ })).toHaveAttribute('href', /\/examples\/support-email$/)
    await panel.getByRole('button', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect
      .poll(() => animations(page))
      .toEqual([
        ['panel-enter', 300, 300],
        ['panel-leave', 0, 500],
      ])
  },
)

lastThird('the panel has a shadow and a backdrop, and stands in the middle where there is room', async ({ page }) => {
  for (const width of [360, 768, 1_280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/admin')
    const panel = page.getByRole('complementary', { name: 'Admin' })
    await expect(panel).toBeVisible()
    await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finished))')
    expect(await panel.evaluate((each) => getComputedStyle(each).boxShadow)).not.toBe('none')
    expect(await page.locator('[data-backdrop]').boundingBox()).toMatchObject({ x: 0, y: 0, width })
    const box = await panel.boundingBox()
    const heading = await page.getByRole('heading', { name: 'Admin Dashboard' }).boundingBox()
    if (box === null || heading === null) throw new Error('there is no panel')
    const middle = ({ x, width: wide }: { x: number; width: number }) => Math.round(x + wide / 2)
    if (width > 640) expect([middle(box), middle(heading)]).toEqual([width / 2, width / 2])
    else expect(Math.round(box.x + box.width)).toBe(width)
    expect(await page.evaluate(SIDEWAYS)).toEqual([])
  }
})

firstThird('with less motion the panel only fades, and it leads back all the same', async ({ page }) => {
  await openAccount(page, 'Ibrahim Sule')
  await keepAnimations(page, 'ASIDE', 'reduce')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect.poll(async () => new Set(await animationNames(page))).toEqual(new Set(['fade']))
})

lastThird('where nothing moves at all, as in Device Mode, the way back still leads back', async ({ page }) => {
  await openAccount(page, 'Ibrahim Sule')
  await page.goto('/admin')
  await page.evaluate(`
    const still = new CSSStyleSheet()
    still.replaceSync('* { animation: none !important }')
    document.adoptedStyleSheets = [still]`)
  await page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

firstThird('customers do not download what is for operators', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await join(page, 'Ibrahim Sule')
  // The last page to be prefetched.
  await expect.poll(() => scripts.some((url) => /\/confirmation-page/.test(url))).toBe(true)
  expect(scripts.filter((url) => /admin-page|console/.test(url))).toEqual([])
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  expect(scripts.filter((url) => /admin-page/.test(url))).not.toEqual([])
  await expect(page.getByRole('link', { name: 'Operator sign-in' })).toHaveAttribute('href', '/admin/sign-in')
  expect(scripts.filter((url) => /console/.test(url))).toEqual([])
})

lastThird(
  'a signed-out visitor finds nothing more behind it, and going back leads to a sign-in page',
  async ({ page }) => {
    await page.goto('/admin')
    await expect(page.getByText('This area is for operators')).toBeVisible()
    await page.getByRole('button', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL(/\/signin$/)
  },
)

if (IS_NIGHTLY) {
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
}
