import fs from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'

const TARGET_PX = 48

/** Every address that requires a session, read from the router. */
export const ROUTES_WITH_SESSION: readonly string[] = readRoutes()

function readRoutes(): string[] {
  const file = path.join(import.meta.dirname, '../../../web/src/app/app-routes.tsx')
  const behind = /<RequireSession \/>\}>(.*?)<\/Route>/s.exec(fs.readFileSync(file, 'utf8'))?.[1] ?? ''
  return [...behind.matchAll(/<Route path="([^"]+)"/g)].map(([, route]) => route ?? '')
}

/** Checks that "Log out" is in view and large enough, beside the rest of the header; the wallet has it in its menu. */
export async function expectWayOut(page: Page): Promise<void> {
  const menu = page.locator('header').getByRole('button', { name: 'Menu' })
  const logOut = page.getByRole('button', { name: 'Log out', exact: true })
  await expect(menu.or(logOut).first()).toBeVisible()
  if (await menu.isVisible()) {
    await menu.click()
    await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log out' })).toBeVisible()
    await page.keyboard.press('Escape')
    return
  }
  const inHead = page.locator('header').getByRole('button', { name: 'Log out', exact: true })
  // A screen renders again when a reply arrives.
  await expect(() => expectRoom(page, inHead)).toPass()
}

/** Large enough for a thumb and uncovered, without making the screen wider. */
async function expectRoom(page: Page, button: Locator): Promise<void> {
  await button.click({ trial: true })
  await expect(button).toBeInViewport({ ratio: 1 })
  const box = await button.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(TARGET_PX)
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
}
