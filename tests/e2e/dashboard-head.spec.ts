import { expect, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'

const LONG_NAME = 'Oluwaseun Adebayo-Ogunlesi Chukwuemekannaya Onyekachukwu'

test('a long name leaves the head at two lines, also with text of twice the size, and Menu can be reached', async ({
  page,
}) => {
  await join(page, LONG_NAME)
  for (const [percent, rem] of [
    [100, 16],
    [200, 32],
  ] as const) {
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 })
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, `${percent}%`)
      const heading = page.getByRole('heading', { name: /^Hi, / })
      const [head, name, bar] = [
        await page.getByRole('banner').boundingBox(),
        await heading.boundingBox(),
        await page.getByRole('navigation', { name: 'Main' }).boundingBox(),
      ]
      if (head === null || name === null || bar === null) throw new Error('the dashboard has no head')
      // The name fits on one line.
      expect(name.height).toBeLessThan(1.125 * 1.3 * rem + 2)
      expect(head.y + head.height).toBeLessThan(bar.y)
      await page.getByRole('button', { name: 'Menu' }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await expect(menu.getByText(LONG_NAME)).toBeVisible()
      await menu.getByRole('button', { name: 'Log out' }).scrollIntoViewIfNeeded()
      await expect(menu.getByRole('button', { name: 'Log out' })).toBeInViewport({ ratio: 1 })
      await menu.getByRole('button', { name: 'Close' }).click()
    }
  }
  await expectAccessible(page, 'dashboard with a long name and large text')
})
