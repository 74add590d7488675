import { expect, type Page } from '@playwright/test'

/**
 * Repeats an act whose request is refused for a moment, such as a password right after a wrong one, until the server has
 * taken it. Waits for the response itself, so that nothing is sent twice on a slow machine.
 */
export async function untilTaken(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  await expect(async () => {
    const answered = page.waitForResponse(
      (response) => new URL(response.url()).pathname === path && response.request().method() !== 'GET',
    )
    await act()
    expect((await answered).ok()).toBe(true)
  }).toPass()
}
