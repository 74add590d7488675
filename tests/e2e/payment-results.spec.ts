import { expect, type Locator, test } from '@playwright/test'
import { animations, keepAnimations } from '#tests/e2e/support/animations.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, fillTransfer, PIN, sendMoney, showKeypad } from '#tests/e2e/support/wallet-page.ts'

// Runs in the page; a string, because these tests are compiled without the browser's types.
const LARGEST_TEXT = (within: string) => `(() => {
  const root = document.querySelector(${JSON.stringify(within)})
  if (root === null) return ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let largest = { size: 0, text: '' }
  while (walker.nextNode()) {
    const { parentElement: element, data } = walker.currentNode
    if (data.trim() === '' || !element.checkVisibility() || element.closest('[aria-hidden=true]')) continue
    const size = parseFloat(getComputedStyle(element).fontSize)
    if (size > largest.size) largest = { size, text: data }
  }
  return largest.text
})()`

/** Visible without scrolling, and not covered by the button at the bottom. */
async function expectInFirstView(element: Locator): Promise<void> {
  const page = element.page()
  expect(await page.evaluate<number>('window.scrollY')).toBe(0)
  const [box, ok] = await Promise.all([
    element.boundingBox(),
    page.getByRole('link', { name: 'Ok, I got it' }).boundingBox(),
  ])
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(ok?.y ?? 0)
}

test('the amount is the largest thing where money is reviewed, on its way, paid and receipted', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  const expectLargest = (within: string, text: RegExp) =>
    expect.poll(() => page.evaluate(LARGEST_TEXT(within)), within).toMatch(text)
  await fillTransfer(page, '1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await showKeypad(page)
  await expectLargest('dialog[open]', /^₦1,500/)
  await sandbox().fault({ operation: 'transfer', fault: 'pending' })
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Processing your request' })).toBeVisible()
  await expectLargest('main', /^₦1,500/)
  await expect(page.getByRole('heading', { name: 'Your transfer is on its way' })).toBeVisible()
  await expectLargest('main', /^₦1,500/)
  await expectInFirstView(page.getByRole('button', { name: 'Check again' }))
  await sandbox().reset()
  await sendMoney(page, '2,700')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  await expectLargest('main', /^₦2,700/)
  await expectInFirstView(page.getByRole('link', { name: 'Share receipt' }))
  await expectInFirstView(page.getByRole('button', { name: 'Send again' }))
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expectLargest('main', /^-₦2,7\d\d/)
})

firstThird(
  'a success draws its tick in less than 400 ms, and is simply there under reduced motion',
  async ({ page }) => {
    await openAccount(page, 'Musa Bello')
    for (const { reducedMotion, drawn } of [
      { reducedMotion: 'no-preference', drawn: true },
      { reducedMotion: 'reduce', drawn: false },
    ] as const) {
      await keepAnimations(page, 'path', reducedMotion)
      await sendMoney(page, drawn ? '1,500' : '1,600')
      await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
      await expect(page.locator('main svg path').first()).toBeVisible()
      const ticks = async () => (await animations(page)).filter(([name]) => name === 'tick')
      if (!drawn) expect(await ticks()).toEqual([])
      else await expect.poll(ticks).toEqual([['tick', 0, 320]])
      for (const [, delayMs, durationMs] of await ticks()) expect(delayMs + durationMs).toBeLessThan(400)
    }
  },
)
