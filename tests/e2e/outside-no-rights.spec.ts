import { expect, type Page, test } from '@playwright/test'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { newEmail, openAccount, PASSWORD } from '#tests/e2e/support/new-person.ts'
import { firstThird, lastThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, fillTransfer, join, joinOnScreens, lock, PIN, showKeypad } from '#tests/e2e/support/wallet-page.ts'

/** A browser that stores nothing, or stops doing so: the page says what happened, that money is safe, and what to do. */

const KEEPS_NOTHING = /This browser is not saving anything for this site\. .*Your money is untouched\./

const WITHOUT = {
  'no IndexedDB': 'delete window.indexedDB; Object.defineProperty(window, "indexedDB", { value: undefined })',
  'an IndexedDB that cannot be opened': `IDBFactory.prototype.open = () => {
    const request = new EventTarget()
    Object.defineProperty(request, 'error', { value: new DOMException('A mutation operation was attempted', 'InvalidStateError') })
    setTimeout(() => request.onerror?.(new Event('error')))
    return request
  }`,
  'an IndexedDB that is full': `IDBObjectStore.prototype.put = function () {
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  }`,
  'all site data blocked': `const refuse = () => { throw new DOMException('Access is denied for this document.', 'SecurityError') }
    for (const name of ['localStorage', 'sessionStorage', 'caches']) Object.defineProperty(window, name, { get: refuse })
    IDBFactory.prototype.open = refuse
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })`,
} as const

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.ng')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}

for (const [what, script] of Object.entries(WITHOUT))
  test(`with ${what}, signing in and registering say what to do, and send nothing`, async ({ page }) => {
    const broken = brokenRules(page)
    await page.addInitScript(script)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText(KEEPS_NOTHING)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.ng')

    await page.goto('/register')
    await page.getByLabel('Full name').fill('Ada Obi')
    await page.getByLabel('Email').fill(newEmail())
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText(KEEPS_NOTHING)).toBeVisible()
    expect(sent.filter((path) => path !== '/api/csp-reports')).toEqual([])
    for (const address of ['/dashboard', '/pin', '/faq', '/help']) {
      await page.goto(address)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
    }
    expect(broken).toEqual([])
  })

test('a browser that takes no cookie says so, although it said that it would', async ({ page }) => {
  await page.route('**/api/accounts', async (route) => {
    const response = await route.fetch()
    const { 'set-cookie': _, ...headers } = response.headers()
    await page.context().clearCookies()
    await route.fulfill({ status: response.status(), headers, body: await response.body() })
    await page.context().clearCookies()
  })
  await page.route('**/api/me', async (route) => {
    await page.context().clearCookies()
    await route.fallback()
  })
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Ada Obi')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(KEEPS_NOTHING)).toBeVisible()
})

firstThird('without storage but with IndexedDB the wallet opens, locks and unlocks', async ({ page }) => {
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError') } })`)
  await joinOnScreens(page, 'Ada Obi')
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
  await page.getByRole('link', { name: 'Airtime', exact: true }).click()
  await expect(page.getByLabel('Phone Number')).toBeVisible()
})

lastThird('a storage that is full loses nothing that this page needs', async ({ page }) => {
  await page.addInitScript("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }")
  await joinOnScreens(page, 'Ada Obi')
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
})

firstThird(
  'a key that is lost while the wallet is open is said where it is needed, and leads to signing in',
  async ({ page }) => {
    await join(page, 'Ada Obi')
    await fillTransfer(page, '1500')
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.deleteDatabase('jara')
          request.onsuccess = resolve
        }),
    )
    await page.getByRole('button', { name: 'Submit' }).click()
    await showKeypad(page)
    await enterPin(page, PIN)
    await expect(page.getByText(/This browser no longer has its key\. .*Your money is untouched\./)).toBeVisible()
    await expect(page.getByRole('link', { name: /Sign in/ })).toBeVisible()
  },
)

lastThird(
  'a key that cannot be read any more is said in our words, at an approval and at the lock',
  async ({ page }) => {
    const email = await join(page, 'Ada Obi')
    await fillTransfer(page, '1500')
    await page.evaluate(WITHOUT['an IndexedDB that cannot be opened'])
    await page.getByRole('button', { name: 'Submit' }).click()
    await showKeypad(page)
    await enterPin(page, PIN)
    await expect(page.getByText(KEEPS_NOTHING)).toBeVisible()
    await lock(page)
    await page.evaluate(WITHOUT['an IndexedDB that cannot be opened'])
    await enterPin(page, PIN)
    await expect(page.getByText(KEEPS_NOTHING)).toBeVisible()
    // Logging out needs no key.
    await page.getByRole('button', { name: /Log out/ }).click()
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    expect(email).toContain('@')
  },
)

/** Fills a field like a password manager or a phone: the page gets no event. */
async function fillSilently(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).evaluate((field, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  }, value)
}

test.describe('fields that were filled in without an event', () => {
  test('sign in with what stands there', async ({ page }) => {
    const email = await openAccount(page, 'Ada Obi')
    await page.context().clearCookies()
    await page.goto('/signin')
    await page.waitForLoadState('networkidle')
    await fillSilently(page, 'Email', email)
    await fillSilently(page, 'Password', PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: /^Hi, |Enter your PIN|Sign In/ }).first()).toBeVisible()
    await expect(page).not.toHaveURL(/signin/)
  })

  test('keep what stands there, when another is typed into and after a refusal', async ({ page }) => {
    await page.goto('/signin')
    await page.waitForLoadState('networkidle')
    await fillSilently(page, 'Email', 'nobody@example.ng')
    await page.getByLabel('Password', { exact: true }).pressSequentially('not it at all')
    await expect(page.getByLabel('Email')).toHaveValue('nobody@example.ng')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('nobody@example.ng')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not it at all')
  })

  test('register with what stands there', async ({ page }) => {
    await page.goto('/register')
    await page.waitForLoadState('networkidle')
    await fillSilently(page, 'Full name', 'Ada Obi')
    await fillSilently(page, 'Email', newEmail())
    await fillSilently(page, 'Password', PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Create PIN' })).toBeVisible()
  })
})
