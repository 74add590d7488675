import { expect, type Page, test } from '@playwright/test'
import { SIDEWAYS } from '#tests/e2e/support/accessible.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { firstThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, fillTransfer, lock, PIN, register, setPin, showKeypad } from '#tests/e2e/support/wallet-page.ts'

/** A name with the longest words, and every kind of mark. */
const NAME = 'Oluwaṣóyẹmí Ụzọchukwu-Nwachukwu Ɗanjuma'

// Runs in the page; a string, because these tests are compiled without the browser's types.
const LARGER_TEXT = (percent: number) => `document.documentElement.style.fontSize = '${percent}%'`
/**
 * Touch targets smaller than 48 by 48 pixels among visible buttons, links and fields. A link in a sentence is as high
 * as its line.
 */
const TOO_SMALL = `
  [...document.querySelectorAll('button, a[href], input, select, summary, label:has(input)')].flatMap((each) => {
    const root = document.querySelector('dialog[open]') ?? document.body
    const { width, height } = each.getBoundingClientRect()
    const hidden = width === 0 || !root.contains(each) || each.matches('label input, [hidden], .sr-only')
    const inSentence = each.matches('p a')
    if (hidden || inSentence || (width >= 47.5 && height >= 47.5)) return []
    return [(each.getAttribute('aria-label') ?? each.textContent.trim()) + ' ' + Math.round(width) + '×' + Math.round(height)]
  })`

const SIZES = [
  { width: 320, height: 640, percent: 100 },
  { width: 768, height: 1_024, percent: 100 },
  { width: 360, height: 740, percent: 200 },
] as const

/** Checks each size, once the screen is prepared for it. Leaves the page in the narrowest, where the test continues. */
async function expectToFit(page: Page, screen: string, prepare?: (page: Page) => Promise<void>): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  for (const { width, height, percent } of [...SIZES.slice(1), SIZES[0]]) {
    await page.setViewportSize({ width, height })
    await page.evaluate(LARGER_TEXT(percent))
    await prepare?.(page)
    const where = `${screen} at ${width} px, ${percent} %`
    // Elements that depend on the width render again.
    await expect(async () => {
      expect(await page.evaluate<string[]>(SIDEWAYS), `${where}: scrolls sideways`).toEqual([])
      expect(await page.evaluate<string[]>(TOO_SMALL), `${where}: too small for a finger`).toEqual([])
    }).toPass()
  }
}

test('the main screens fit 320 and 768 px, and 360 px with 200 % text, and every target a finger', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expectToFit(page, 'welcome')
  for (const path of ['/signin', '/register', '/no-such-page']) {
    await page.goto(path)
    await expectToFit(page, path)
  }
  await register(page, NAME)
  await expectToFit(page, 'create PIN')
  await setPin(page)
  await expect(page.getByText('Sandbox grant')).toBeVisible()
  await expectToFit(page, 'dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectToFit(page, 'menu')
  const paths = ['/fund', '/history', '/airtime', '/data', '/bills', '/buy-bpc', '/sell', '/sell/one', '/sell/many']
  for (const path of [
    ...paths,
    '/sell/sales',
    '/sell/customers',
    '/support',
    '/platform',
    '/alerts',
    '/security/alerts',
  ]) {
    await page.goto(path)
    await expectToFit(page, path)
  }
  await page.goto('/profile')
  await expect(page.getByText('Basic')).toBeVisible()
  await expectToFit(page, 'profile')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await expectToFit(page, 'theme')
  await fillTransfer(page, '1,500')
  await expectToFit(page, 'transfer')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
  await expectToFit(page, 'review')
  await expectToFit(page, 'approve', showKeypad)
  await showKeypad(page)
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  await expectToFit(page, 'completed')
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  await expectToFit(page, 'receipt')
  await lock(page)
  await expectToFit(page, 'PIN')
  await page.getByRole('button', { name: 'Profile' }).click()
  await expectToFit(page, 'keypad panel')
})

firstThird('nothing jumps while a screen fills', async ({ page }) => {
  await openAccount(page, 'Ada Obi')
  await page.addInitScript(`
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
  for (const { path, filled } of [
    { path: '/dashboard', filled: 'Sandbox grant' },
    { path: '/profile', filled: 'Basic' },
    { path: '/history', filled: 'Sandbox grant' },
    { path: '/buy-bpc', filled: 'Full Name' },
    { path: '/fund', filled: 'Sandbox Bank' },
    { path: '/security', filled: 'If you lose your phone' },
    { path: '/alerts', filled: 'Your PIN was set' },
    { path: '/sell', filled: 'Customers' },
    { path: '/sell/customers', filled: 'Add a customer' },
  ]) {
    await page.goto(path)
    await expect(page.locator('main').getByText(filled).last()).toBeVisible()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(await page.evaluate<number>('window.shift'), path).toBeLessThanOrEqual(0.02)
  }
})

secondThird('an open wallet is whole at its first paint, and the keypad of a locked one', async ({ page }) => {
  await openAccount(page, 'Ada Obi')
  await page.addInitScript(`
    window.first = ''
    const root = () => document.getElementById('root')
    // The frame that the server drew knows of nobody.
    const look = () => { window.first ||= root()?.querySelector('[inert][aria-busy]') ? '' : root()?.innerText ?? '' }
    new MutationObserver(look).observe(document, { subtree: true, childList: true })`)
  // So that no timeout ends, however slow the machine.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/dashboard')
  await expect.poll(() => page.evaluate('window.first')).toContain('₦200,000.00')
  expect(await page.evaluate(`fetch('/api/lock', { method: 'POST' }).then(({ ok }) => ok)`)).toBe(true)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/pin$/)
  await expect.poll(() => page.evaluate('window.first')).toContain('Ada Obi')
})

secondThird('a success touches once, and never under reduced motion', async ({ page }) => {
  await page.addInitScript(`
    window.touches = 0
    navigator.vibrate = () => ((window.touches += 1), true)`)
  await openAccount(page, 'Ada Obi')
  for (const { reducedMotion, touches } of [
    { reducedMotion: 'no-preference', touches: 1 },
    { reducedMotion: 'reduce', touches: 0 },
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await fillTransfer(page, '1,500')
    await page.getByRole('button', { name: 'Submit' }).click()
    await showKeypad(page)
    await enterPin(page, PIN)
    await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
    await page.getByRole('link', { name: 'See the receipt' }).click()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
    expect(await page.evaluate('window.touches')).toBe(touches)
  }
})
