import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { cutNetwork, restoreNetwork } from '#tests/e2e/support/network.ts'
import { keptByBrowser, readyForOffline } from '#tests/e2e/support/service-worker.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, join, joinOnScreens, PIN } from '#tests/e2e/support/wallet-page.ts'

test.use({ serviceWorkers: 'allow' })

const balance = (page: Page) => page.getByRole('region', { name: 'Balance' })
const strip = (page: Page) => page.getByText(/^You are offline\./).first()

/** A new person's wallet, open in this browser, with everything the app needs to work offline. */
async function joinForOffline(page: Page, fullName: string, joinBy = join): Promise<string> {
  const email = await joinBy(page, fullName)
  await expect(balance(page)).toContainText('₦200,000.00')
  await readyForOffline(page)
  return email
}

async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
}

async function expectOldBalance(page: Page): Promise<void> {
  await expect(strip(page)).toBeVisible()
  await expect(page.getByRole('note')).toHaveText('Sandbox · practice money')
  await expect(balance(page)).toContainText('₦200,000.00')
  await expect(page.getByText(/These figures are from .+ ago\./)).toBeVisible()
}

test('without a network the last balance stays, with its age, also after a reload and in a new tab', async ({
  page,
  context,
}) => {
  const broken = brokenRules(page, { allowing: /^Failed to load resource/ })
  await joinForOffline(page, 'Adaeze Ụzọchukwu')
  await expect(page.locator('link[rel=manifest]'), 'what makes the app installable').toBeAttached()
  await cutNetwork(context)
  await expectOldBalance(page)

  await page.reload()
  await expectOldBalance(page)
  await expect(page.getByRole('heading', { name: 'Hi, Adaeze Ụzọchukwu' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Sandbox grant/ })).toContainText('+₦200,000.00')
  await expectAccessible(page, 'dashboard, offline')

  const another = await context.newPage()
  await another.goto('/dashboard')
  await expectOldBalance(another)
  await another.close()

  await restoreNetwork(context)
  await expect(strip(page)).toBeHidden()
  await expect(page.getByText(/These figures are from/)).toBeHidden()
  expect(broken).toEqual([])
})

lastThird(
  'a payment that was viewed can be read without a network, and one that was not cannot',
  async ({ page, context }) => {
    await joinForOffline(page, 'Tamuno Briggs')
    await page.getByRole('link', { name: /Sandbox grant/ }).click()
    await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible()
    await expect(page.getByText('+₦200,000.00')).toBeVisible()
    await cutNetwork(context)
    await page.reload()
    await expect(page.getByText('+₦200,000.00')).toBeVisible()
    await expect(page.getByText(/What you see is from .+ or earlier/)).toBeVisible()
    await page.goto('/history/trx_unknown')
    await expect(page.getByRole('alert')).toContainText('You are offline.')
  },
)

secondThird(
  'when Jara does not answer, every screen says so, and a list says that it cannot load',
  async ({ page, context }) => {
    await joinForOffline(page, 'Ngozi Ade')
    await context.route('**/api/**', (route) => route.abort('connectionrefused'))
    const silence = page.getByText(/^We cannot reach Jara\. What you see is from .+ or earlier\./)
    await page.reload()
    await expect(silence).toBeVisible()
    await expect(balance(page)).toContainText('₦200,000.00')
    await page.getByRole('link', { name: 'Send', exact: true }).click()
    await expect(silence).toBeVisible()
    await page.getByRole('button', { name: /^Bank/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Choose the bank' })
    await expect(sheet.getByRole('alert')).toContainText('We could not reach Jara.')
    await expectAccessible(page, 'list that cannot load')
    // Everything loads again without a tap.
    await context.unroute('**/api/**')
    await expect(sheet.getByRole('button', { name: 'GTBank', exact: true })).toBeVisible()
    await expect(silence).toHaveCount(0)
  },
)

/** Checks that nothing covers its centre, not even the sticky button. */
async function expectUncovered(element: Locator): Promise<void> {
  const isOnTop = () =>
    element.evaluate((each) => {
      const { left, top, width, height } = each.getBoundingClientRect()
      return each.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)
}

lastThird(
  'a form without a network says that nothing was sent, and nothing is sent later',
  async ({ page, context }) => {
    await joinForOffline(page, 'Ladi Garba')
    await page.goto('/airtime')
    await page.getByLabel('Phone Number').fill('08031234567')
    await page.getByLabel('Amount').fill('500')
    await cutNetwork(context)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    await page.getByRole('button', { name: 'Purchase Airtime' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'You are offline, so nothing was sent.' })
    await expect(refusal).toBeVisible()
    await expectUncovered(refusal)
    const tried = sent.length
    await restoreNetwork(context)
    await expect(strip(page)).toBeHidden()
    await expect.poll(async () => (await page.request.get('/api/wallet')).status()).toBe(200)
    expect(sent.length).toBe(tried)
  },
)

firstThird(
  'a lock without a network hides everything at once, says what unlocking needs, and holds afterwards',
  async ({ page, context }) => {
    await joinForOffline(page, 'Ibrahim Sule')
    await cutNetwork(context)
    await expectOldBalance(page)
    await chooseFromMenu(page, 'Lock now')
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    expect(await keptByBrowser(page)).not.toMatch(/20000000|200,000|availableKobo/)

    await enterPin(page, PIN)
    await expect(page.getByText(/You are offline\. Connect to the internet/)).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Your wallet is locked' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Unlocking needs a connection')
    await expect(page.getByText('₦')).toHaveCount(0)
    await expectAccessible(page, 'locked, offline')

    await restoreNetwork(context)
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    expect((await page.request.get('/api/wallet')).status()).toBe(423)
    await enterPin(page, PIN)
    await expect(balance(page)).toContainText('₦200,000.00')
  },
)

secondThird('five minutes without the person lock the wallet also without a network', async ({ page, context }) => {
  await page.clock.install()
  await joinForOffline(page, 'Ibrahim Sule')
  await cutNetwork(context)
  await expectOldBalance(page)
  // From here on only the test moves the clock. The click counts as activity.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 2_000)
  await page.getByRole('heading', { name: 'Hi, Ibrahim Sule' }).click()
  await page.clock.fastForward('04:50')
  await expect(balance(page)).toBeVisible()
  await page.clock.fastForward('00:20')
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  expect(await keptByBrowser(page)).not.toMatch(/20000000|200,000|availableKobo/)
})

lastThird('a page that was closed open shows nothing once its five minutes are over', async ({ page, context }) => {
  await joinForOffline(page, 'Ibrahim Sule')
  await page.goto('about:blank')
  await cutNetwork(context)
  const later = await context.newPage()
  await later.clock.install({ time: Date.now() + 5 * 60_000 })
  await later.goto('/dashboard')
  await expect(later.getByRole('heading', { name: 'Your wallet is locked' })).toBeVisible()
  expect(await keptByBrowser(later)).not.toMatch(/20000000|200,000|availableKobo/)
})

firstThird(
  'a page that is left takes the figures along: another tab finds none, and a tab that is open still keeps its own',
  async ({ page, context }) => {
    await joinForOffline(page, 'Ebiere Canary')
    const figures = /20000000|200,000|availableKobo/
    expect(await keptByBrowser(page)).toMatch(figures)
    await page.goto('about:blank')
    const another = await context.newPage()
    // A page of the app that requests no figures itself.
    await another.goto('/freeze')
    await expect(another.getByRole('heading', { name: 'Freeze your account' })).toBeVisible()
    expect(await keptByBrowser(another)).not.toMatch(figures)
    await page.goBack()
    await expect(balance(page)).toContainText('₦200,000.00')

    await another.goto('/dashboard')
    await expect(balance(another)).toContainText('₦200,000.00')
    await another.evaluate(() => {
      addEventListener('storage', ({ key, newValue }) => {
        if (key === 'jara.answers' && newValue === null)
          document.documentElement.setAttribute('data-set-aside', 'elsewhere')
      })
    })
    await page.goto('about:blank')
    // The previous page may still be unloading, and the figures on screen are not those in storage.
    await expect(another.locator('html')).toHaveAttribute('data-set-aside', 'elsewhere')
    await expect.poll(() => another.evaluate(() => localStorage.getItem('jara.answers') ?? '')).toMatch(figures)
    await cutNetwork(context)
    await another.reload()
    await expectOldBalance(another)
  },
)

secondThird(
  'a known device without a session is asked to sign in, and is not called by a name',
  async ({ page, context }) => {
    await joinForOffline(page, 'Ebiere Canary')
    await chooseFromMenu(page, 'Log out')
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByText('Welcome back. Sign in with your email and your password.')).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(/Ebiere|Canary/)
    expect((await context.cookies()).length).toBe(0)
  },
)

test('after a sign-out nothing private can be read: storage, caches, databases, back, reload, no network', async ({
  page,
  context,
}) => {
  const email = await joinForOffline(page, 'Ebiere Canary', joinOnScreens)
  await page.getByRole('link', { name: /Sandbox grant/ }).click()
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('₦200,000.00')
  await chooseFromMenu(page, 'Log out')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()

  const secrets = new RegExp(`20000000|200,000|availableKobo|Sandbox grant|${email}|Ebiere|Canary|usr_|ses_`)
  expect(await keptByBrowser(page)).not.toMatch(secrets)
  for (const offline of [false, true]) {
    await context.setOffline(offline)
    for (const path of ['/dashboard', '/history', '/profile']) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      expect(await page.locator('body').innerText()).not.toMatch(/₦|@|Ebiere/)
    }
    await page.goBack()
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(/₦|@|Ebiere/)
  }
})

lastThird(
  'on a shared phone the next person finds nothing of the former one after "forget this device"',
  async ({ page, context }) => {
    const email = await joinForOffline(page, 'Ebiere Canary', joinOnScreens)
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Log out and forget this device' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out and forget' }).click()
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    expect(await keptByBrowser(page)).not.toMatch(new RegExp(`Canary|${email}|usr_|ses_|20000000`))

    await joinForOffline(page, 'Bola Ahmed', joinOnScreens)
    await cutNetwork(context)
    await page.reload()
    await expectOldBalance(page)
    expect(await keptByBrowser(page)).not.toMatch(new RegExp(`Canary|${email}`))
  },
)

firstThird(
  'a sign-out without a network forgets at once and ends the session as soon as it can',
  async ({ page, context }) => {
    await joinForOffline(page, 'Ebiere Canary')
    await cutNetwork(context)
    await chooseFromMenu(page, 'Log out')
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    await expect(page.getByText('Logged out on this device')).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Your wallet is locked' })).toBeVisible()
    expect(await keptByBrowser(page)).not.toMatch(/20000000|200,000|availableKobo/)
    await restoreNetwork(context)
    await expect(page).toHaveURL(/\/signin$/)
    expect((await page.request.get('/api/me')).status()).toBe(401)
  },
)

secondThird(
  'a page that the browser keeps for "back" is hidden meanwhile, and reloaded when it returns',
  async ({ page }) => {
    await joinForOffline(page, 'Ebiere Canary')
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    await expect(balance(page)).toBeHidden()
    const reloaded = page.waitForEvent('load')
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await reloaded
    await expect(balance(page)).toContainText('₦200,000.00')
  },
)

firstThird('a lock in one tab locks the other one, also without a network', async ({ page, context }) => {
  await joinForOffline(page, 'Ladi Garba')
  const another = await context.newPage()
  await another.goto('/dashboard')
  await expect(balance(another)).toContainText('₦200,000.00')
  await cutNetwork(context)
  await chooseFromMenu(page, 'Lock now')
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(another.getByRole('heading', { name: 'Sign In' })).toBeVisible()
})

/** The worker also serves visitors' pages, and the app's screens at addresses never opened before. */
lastThird('the app opens without a network at any of its addresses', async ({ page, context }) => {
  await joinForOffline(page, 'Ladi Garba')
  await cutNetwork(context)
  for (const [path, heading] of [
    ['/airtime', 'Buy Airtime'],
    ['/history', 'History'],
    ['/', 'Hi, Ladi Garba'],
    ['/no/such/page', '404'],
  ] as const) {
    await openOffline(page, context, path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
})

async function openOffline(page: Page, context: BrowserContext, path: string): Promise<void> {
  await cutNetwork(context)
  await page.goto(path)
  await expect(strip(page)).toBeVisible()
}
