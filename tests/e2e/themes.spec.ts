import { expect, type Page, test } from '@playwright/test'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, join, lock } from '#tests/e2e/support/wallet-page.ts'
import { smallPicture } from '#tests/support/pictures.ts'

async function chooseTheme(page: Page, name: string): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const appearance = (page: Page) => page.evaluate<string>('document.documentElement.dataset.theme')
const meta = (page: Page, name: string) => page.locator(`meta[name="${name}"]`)
const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)

/** Records every appearance of the page from its first moment on, and when. */
async function watchAppearance(page: Page): Promise<void> {
  await page.addInitScript(`
    window.appearances = []
    new MutationObserver(() => window.appearances.push([document.documentElement.dataset.theme, performance.now()]))
      .observe(document, { attributes: true, subtree: true, attributeFilter: ['data-theme'] })`)
}

test('the sheet names the four themes, and each is applied at once and said', async ({ page }) => {
  await openAccount(page, 'Ibrahim Sule')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  const sheet = page.getByRole('dialog', { name: 'Select Theme' })
  await expect(sheet).toContainText('Choose your preferred app appearance')
  await expect(sheet.getByRole('listitem')).toHaveText([
    'Light ModeStandard light appearance',
    'Dark ModeEasier on the eyes in low light',
    'System ModeMatch your system settings',
    'Device ModeOptimized for your device',
  ])
  await expect(sheet.getByRole('button', { pressed: true })).toHaveText(/^Light Mode/)
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  const modes = [
    { name: 'Dark Mode', mode: 'dark', shown: 'dark', colour: '#0f0e1a', scheme: 'dark' },
    { name: 'System Mode', mode: 'system', shown: 'light', colour: '#F6F3EC', scheme: 'light' },
    { name: 'Device Mode', mode: 'device', shown: 'device-light', colour: '#FFFFFF', scheme: 'light' },
    { name: 'Light Mode', mode: 'light', shown: 'light', colour: '#F6F3EC', scheme: 'light' },
  ]
  for (const { name, mode, shown, colour, scheme } of modes) {
    await chooseTheme(page, name)
    await expect(page.getByText('Theme updated')).toBeVisible()
    await expect(page.getByText(`Theme has been set to ${mode} mode`, { exact: true })).toBeVisible()
    expect(await appearance(page)).toBe(shown)
    await expect(meta(page, 'theme-color')).toHaveAttribute('content', colour)
    await expect(meta(page, 'color-scheme')).toHaveAttribute('content', scheme)
    expect(await styleOf(page, 'html', 'colorScheme')).toBe(scheme)
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  }
})

firstThird('on a phone the browser’s bar takes the wallet’s colour, and only on the wallet', async ({ page }) => {
  await openAccount(page, 'Ibrahim Sule')
  await page.goto('/dashboard')
  const bar = meta(page, 'theme-color')
  await expect(bar).toHaveAttribute('content', '#2a319c')
  await page.getByRole('link', { name: 'Profile' }).last().click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(bar).toHaveAttribute('content', '#F6F3EC')
  await chooseTheme(page, 'Dark Mode')
  await page.goto('/dashboard')
  await expect(bar).toHaveAttribute('content', '#282e92')
  await page.setViewportSize({ width: 1_280, height: 800 })
  await expect(bar).toHaveAttribute('content', '#0f0e1a')
})

for (const { theme, light, dark, colours } of [
  { theme: 'System Mode', light: 'light', dark: 'dark', colours: ['rgb(246, 243, 236)', 'rgb(15, 14, 26)'] },
  { theme: 'Device Mode', light: 'device-light', dark: 'device-dark', colours: ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'] },
]) {
  lastThird(`${theme} follows the phone live, in one window and in another`, async ({ page, context }) => {
    await join(page, 'Ibrahim Sule')
    const other = await context.newPage()
    await other.goto('/support')
    await chooseTheme(page, theme)
    await expect(other.locator('html')).toHaveAttribute('data-theme', light)
    expect([await appearance(page), await styleOf(page, 'html', 'backgroundColor')]).toEqual([light, colours[0]])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', dark)
    expect(await styleOf(page, 'html', 'backgroundColor')).toBe(colours[1])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', light)
  })
}

lastThird(
  'each theme is there before the first paint and does not change after it, whatever the phone prefers',
  async ({ page }) => {
    await openAccount(page, 'Ibrahim Sule')
    await watchAppearance(page)
    for (const { theme, phone, shown } of [
      { theme: 'Dark Mode', phone: 'light', shown: 'dark' },
      { theme: 'Light Mode', phone: 'dark', shown: 'light' },
      { theme: 'System Mode', phone: 'dark', shown: 'dark' },
      { theme: 'Device Mode', phone: 'dark', shown: 'device-dark' },
    ] as const) {
      await chooseTheme(page, theme)
      await page.emulateMedia({ colorScheme: phone })
      await page.goto('/dashboard')
      await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
      // The text is in the page before its first paint.
      const paints = () =>
        page.evaluate<number[]>("performance.getEntriesByName('first-paint').map((each) => each.startTime)")
      await expect.poll(paints).toHaveLength(1)
      const [firstPaint = Number.NaN] = await paints()
      const seen = await page.evaluate<[string, number][]>('window.appearances')
      expect(await appearance(page), theme).toBe(shown)
      expect(seen.length, theme).toBeGreaterThan(0)
      expect(
        seen.filter(([each, at]) => each !== shown && at > firstPaint),
        theme,
      ).toEqual([])
      expect(Math.min(...seen.filter(([each]) => each === shown).map(([, at]) => at)), theme).toBeLessThan(firstPaint)
    }
  },
)

/** The display of the pattern on the balance. */
const CLOTH = `getComputedStyle(document.querySelector('.cloth-hero'), '::before').display`

firstThird(
  'Device Mode fetches no web font and shows neither cloth, shadow nor motion',
  async ({ page: light, context, browser, baseURL }) => {
    const lightFonts = fontsOf(light)
    await join(light, 'Ibrahim Sule')
    expect(lightFonts.length, 'Light Mode has the font').toBeGreaterThan(0)
    expect(await light.evaluate<string>(CLOTH)).not.toBe('none')
    await chooseTheme(light, 'Device Mode')

    // Another window has no cached font.
    const storageState = await context.storageState()
    const another = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), storageState })
    const page = await another.newPage()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const fonts = fontsOf(page)
    for (const path of ['/dashboard', '/buy-bpc', '/history', '/fund']) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      expect(await styleOf(page, 'h1', 'fontFamily')).toBe('system-ui, sans-serif')
    }
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
    expect(await page.evaluate<string>(CLOTH)).toBe('none')
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await page.evaluate('document.getAnimations().length')).toBe(0)
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Toggle theme' }).click()
    expect(await page.evaluate('document.getAnimations().length')).toBe(0)
    expect(await styleOf(page, 'dialog', 'boxShadow')).toBe('none')
    expect(fonts).toEqual([])
    await another.close()
  },
)

/** Every web font requested from now on. */
function fontsOf(page: Page): string[] {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  return fonts
}

lastThird('Device Mode follows the wish for contrast live, and Light Mode has its own', async ({ page }) => {
  await openAccount(page, 'Ibrahim Sule')
  await chooseTheme(page, 'Device Mode')
  const caption = () => styleOf(page, 'dt', 'color')
  const line = async () => /(rgb\([^)]*\)) 0px 0px 0px 1px inset/.exec(await styleOf(page, 'dl', 'boxShadow'))?.[1]
  expect([await caption(), await line()]).toEqual(['rgb(44, 42, 58)', 'rgb(143, 141, 153)'])
  await page.emulateMedia({ contrast: 'more' })
  expect([await caption(), await line()]).toEqual(['rgb(0, 0, 0)', 'rgb(0, 0, 0)'])
  await page.emulateMedia({ contrast: 'more', colorScheme: 'dark' })
  await expect.poll(async () => [await caption(), await line()]).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
  await page.emulateMedia({ contrast: 'no-preference', colorScheme: 'light' })
  await expect.poll(caption).toBe('rgb(44, 42, 58)')
})

firstThird('reduced motion leaves opacity alone, in every theme', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await join(page, 'Ibrahim Sule')
  await page.getByRole('button', { name: 'Menu' }).click()
  const moving = `document.getAnimations().map((each) => each.animationName)`
  expect((await page.evaluate<string[]>(moving)).filter((name) => name !== 'fade')).toEqual([])
})

secondThird(
  'Device Mode on a phone that saves data fetches no screen ahead of need and no picture',
  async ({ page }) => {
    await join(page, 'Ada Obi')
    await page.request.put('/api/me/image', {
      headers: { 'content-type': 'image/jpeg' },
      data: await smallPicture(),
    })
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    const ahead = () => fetched.filter((path) => /\/(withdraw|history)-page/.test(path))
    const pictures = () => fetched.filter((path) => path === '/api/me/image')

    await page.clock.install()
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
    await page.clock.runFor(3_000)
    await expect.poll(ahead).not.toEqual([])
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect.poll(pictures).not.toEqual([])

    await chooseTheme(page, 'Device Mode')
    await page.addInitScript(
      "Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) })",
    )
    fetched.length = 0
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
    await page.clock.runFor(3_000)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog').getByText('AO', { exact: true })).toBeVisible()
    expect([...ahead(), ...pictures()]).toEqual([])
  },
)

lastThird(
  'with forced colours every button keeps an edge, the digits entered are visible, and so is the focus',
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await join(page, 'Ibrahim Sule')
    const edges = (selector: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('${selector}')].map((each) => getComputedStyle(each).borderTopWidth)`,
      )
    expect(await edges('main .min-h-12.rounded-control.font-semibold')).not.toContain('0px')
    expect(await edges('[aria-label="Balance"]')).not.toContain('0px')
    await page.getByRole('button', { name: 'Menu' }).focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')).toBe('3px')
    await lock(page)
    await enterPin(page, '40')
    const dots = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[data-dot]')].map((each) => getComputedStyle(each).backgroundColor)",
    )
    expect(dots).toHaveLength(4)
    expect(dots[0]).toBe(dots[1])
    expect(dots[1]).not.toBe(dots[2])
  },
)
