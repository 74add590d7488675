import { expect, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { joinOnScreens } from '#tests/e2e/support/wallet-page.ts'

test.use({ serviceWorkers: 'allow' })

/** docs/why/performance-web.md: what a visitor downloads before a tap. */
const WELCOME_JS_MAX_BYTES = 15 * 1024

test('the welcome page and the 404 page can be read and left without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Your money, and a little extra.' })).toBeVisible()
  await expect(page.getByText('Sandbox · practice money')).toBeVisible()
  const colour = await page
    .getByRole('link', { name: 'Get Started' })
    .evaluate((link) => getComputedStyle(link).backgroundColor)
  expect(colour).toBe('rgb(44, 51, 161)')
  const missing = await page.goto('/no/such/page')
  expect(missing?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin')
  await context.close()
})

secondThird(
  'the welcome page shows the product, marked as an example, before anything is scrolled, also without JavaScript',
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL === undefined ? {} : { baseURL }),
    })
    const page = await context.newPage()
    await page.goto('/')
    for (const [width, height] of [
      [360, 740],
      [768, 1_024],
      [1_280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      // Each part with a figure is marked as an example.
      for (const words of ['Example', 'Example balance', 'An example'])
        await expect(page.getByText(words, { exact: true })).toBeInViewport({ ratio: 0.99 })
      await expect(page.getByRole('link', { name: 'Get Started' })).toBeInViewport({ ratio: 1 })
    }
    await expect(page.getByText('send to any bank, and pay bills at cheaper prices')).toBeVisible()
    const wide = await page.getByRole('main').boundingBox()
    expect(wide?.width).toBeGreaterThan(1_100)
    await context.close()
  },
)

secondThird('a visitor downloads next to no code, no app, and nothing in the background', async ({ page }) => {
  const broken: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') broken.push(message.text())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js'))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
  )
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(WELCOME_JS_MAX_BYTES)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(broken).toEqual([])
})

lastThird('a browser that knows its account is led to its PIN', async ({ page }) => {
  await joinOnScreens(page, 'Nkechi Eze-Okonkwo')
  await page.context().clearCookies()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/pin')
})

secondThird('the same welcome page is shown inside the app, and both are accessible', async ({ page }) => {
  await page.goto('/')
  await expectAccessible(page, 'welcome, rendered by the server')
  const rendered = await page.locator('main').innerText()
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Your money, and a little extra.' })).toBeVisible()
  expect(await page.locator('main').innerText()).toBe(rendered)
  await expectAccessible(page, 'welcome, in the app')
  await page.goto('/no/such/page')
  await expectAccessible(page, '404')
})

firstThird('the chosen theme is there before the first paint of a public page', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('jara.theme', 'dark'))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
