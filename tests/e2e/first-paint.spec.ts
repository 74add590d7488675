import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { join, lock } from '#tests/e2e/support/wallet-page.ts'

/** What each first screen's frame contains, and what only the app shows. */
const SCREENS = [
  { path: '/dashboard', framed: 'Quick Actions', app: 'Hi, Zainab Danjuma' },
  { path: '/withdraw', framed: 'Bank Details', app: 'your balance after fees' },
  { path: '/airtime', framed: 'Phone Number', app: 'per payment' },
  { path: '/history', framed: 'Transactions', app: 'Today' },
] as const

/** A string, because this file is compiled without the browser's types. */
const MEASURE = `
  globalThis.shifted = 0
  globalThis.largest = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.largest.push(entry.element?.closest('[inert]') != null)
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

/** Time from the first paint to the first request for code; at most 0 if there was none, or it came earlier. */
const CODE_AFTER_PAINT_MS = `(() => {
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  const code = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
  if (painted === undefined || code.length === 0) return 0
  return Math.min(...code.map(({ startTime }) => startTime)) - painted.startTime
})()`

const frame = (page: Page) => page.locator('#root > [inert]')

/** Holds back the app's code until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

/**
 * Starts a server that sends /pin in two parts: the text up to `cut` at once, the rest when `rest` is called. Other requests go to `product`,
 * or get 404.
 */
async function sendInParts(text: string, cut: number, product?: string) {
  let rest = () => {}
  const server = createServer((request, response) => {
    if (request.url !== '/pin') {
      if (product === undefined) response.writeHead(404).end()
      else get(new URL(request.url ?? '', product), (file) => file.pipe(response.writeHead(200, file.headers)))
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(text.slice(0, cut))
    rest = () => response.end(text.slice(cut))
  })
  await new Promise<void>((done) => server.listen(0, done))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://localhost:${port}/pin`, rest: () => rest(), close }
}

async function expectTakenOver(page: Page, { path, framed, app }: { path: string; framed: string; app: string }) {
  const letGo = await holdApp(page)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(frame(page)).toContainText(framed)
  await expect(frame(page)).not.toContainText(/₦\s*\d/)
  // Nothing in the frame takes the focus, so nobody types into something that will be replaced.
  for (const key of ['Tab', 'Tab', '5']) await page.keyboard.press(key)
  expect(await page.evaluate<boolean>('document.activeElement === document.body')).toBe(true)
  // Not even in browsers without `inert`.
  await expect(frame(page).locator('input:not([readonly])')).toHaveCount(0)
  letGo()
  await expect(page.getByText(app).first()).toBeVisible()
  await expect(frame(page)).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await page.evaluate<number>('globalThis.shifted')).toBeLessThanOrEqual(0.02)
  // No later text is larger than the frame's largest.
  expect(await page.evaluate<boolean[]>('globalThis.largest')).not.toContain(false)
}

test('the frame of a first screen is there before the app, which takes over without a jump', async ({ page }) => {
  await join(page, 'Zainab Danjuma')
  await page.addInitScript(MEASURE)
  for (const screen of SCREENS) await expectTakenOver(page, screen)
  await page.goto('/dashboard')
  await lock(page)
  await expectTakenOver(page, { path: '/pin', framed: 'Sign In', app: 'Zainab Danjuma, enter your PIN' })
})

secondThird('a frame that arrives in parts is not painted before it is complete', async ({ page }) => {
  await join(page, 'Zainab Danjuma')
  await page.goto('/dashboard')
  await lock(page)
  const text = await (await page.request.get('/pin')).text()
  const sending = await sendInParts(text, text.indexOf('>7</button>'))
  await page.addInitScript(MEASURE)
  await page.goto(sending.url, { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: '6', exact: true, includeHidden: true })).toHaveCount(1)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await expect(page.getByText('Sign In')).toBeHidden()
  sending.rest()
  await expect(page.getByText('Sign In')).toBeVisible()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await page.evaluate<number>('globalThis.shifted')).toBeLessThanOrEqual(0.02)
  await page.close()
  sending.close()
})

lastThird('the app takes over a page that never arrives in full', async ({ page, baseURL }) => {
  await join(page, 'Zainab Danjuma')
  await page.goto('/dashboard')
  await lock(page)
  const text = await (await page.request.get('/pin')).text()
  const sending = await sendInParts(text, text.indexOf('>7</button>'), baseURL)
  // Another origin, where nobody is signed in.
  await page.goto(sending.url, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  expect(await page.evaluate<string>('document.readyState')).toBe('loading')
  await page.close()
  sending.close()
})

secondThird('a frame is painted in the chosen theme before anything of the app is requested', async ({ page }) => {
  await join(page, 'Zainab Danjuma')
  await page.addInitScript(`localStorage.setItem('jara.theme', 'dark')`)
  const letGo = await holdApp(page)
  for (const path of ['/dashboard', '/history']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(frame(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect.poll(() => page.evaluate<number>(CODE_AFTER_PAINT_MS)).toBeGreaterThan(0)
  }
  letGo()
  await page.unrouteAll({ behavior: 'wait' })
})

lastThird('nobody without a session is shown the frame of a wallet', async ({ page }) => {
  const letGo = await holdApp(page)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page.locator('#root')).toBeEmpty()
  letGo()
  await expect(page).toHaveURL(/\/(signin|register)$/)
  await page.unrouteAll({ behavior: 'wait' })
})
