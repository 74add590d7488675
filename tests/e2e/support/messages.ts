import { expect, type Locator, type Page } from '@playwright/test'
import { TOAST_MS } from '#contract/constants.ts'

/** The two do not overlap. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('not both of them are there')
  expect(a.y + a.height <= b.y || b.y + b.height <= a.y, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true)
}

/** For tests of a message's position, too brief on a slow machine: from the next page on it stays for ten minutes. */
export async function keepMessages(page: Page): Promise<void> {
  await page.addInitScript(`
    const wait = globalThis.setTimeout
    globalThis.setTimeout = (act, ms, ...rest) => wait(act, ms === ${TOAST_MS} ? 600_000 : ms, ...rest)`)
}
