import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Run in the page, and written as text because these tests are compiled without the types of a browser.
const showTheme = (theme: string) => `
  document.documentElement.dataset.theme = '${theme}'
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations === 1) animation.finish()
  }`
const OVERFLOW_PX = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** Nothing axe objects to, in light and in dark, and nothing that scrolls sideways. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  for (const theme of ['light', 'dark']) {
    await page.evaluate(showTheme(theme))
    const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    expect(found, `${screen}, ${theme}`).toEqual([])
  }
  expect(await page.evaluate<number>(OVERFLOW_PX), `${screen} scrolls sideways`).toBe(0)
}
