import { expect, type Locator, type Page } from '@playwright/test'
import { hasItsTurn } from '#tests/support/nightly.ts'
import { expectAccessible, SIDEWAYS } from './accessible.ts'

/** The two widths that operators work in. */
export const WIDE = { width: 1_280, height: 800 }
export const NARROW = { width: 360, height: 740 }

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true })
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** Signs an operator in with the passkey of this browser. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/admin/sign-in')
  await button(page, 'Sign in with a passkey').click()
  await expect(heading(page, 'Today')).toBeVisible()
}

const SMALLEST = { width: 320, height: 640 }

/**
 * Checks that nothing scrolls sideways at either width, nor at 320 px with 200% text, and that axe finds no violation,
 * at one width on one day and at the other the next.
 */
export async function expectFits(page: Page, screen: string): Promise<void> {
  await page.setViewportSize(SMALLEST)
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  expect([screen, 'text of 200 %', await page.evaluate(SIDEWAYS)]).toEqual([screen, 'text of 200 %', []])
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  for (const [place, viewport] of [NARROW, WIDE].entries()) {
    await page.setViewportSize(viewport)
    expect([screen, viewport.width, await page.evaluate(SIDEWAYS)]).toEqual([screen, viewport.width, []])
    if (hasItsTurn(place, 2)) await expectAccessible(page, `${screen}, ${viewport.width} px`)
  }
}
