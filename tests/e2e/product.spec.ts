import { expect, type Page, test } from '@playwright/test'
import type { Order } from '#contract/orders.ts'
import { animationNames, animations, keepAnimations } from '#tests/e2e/support/animations.ts'
import { expectCode, payNaira, startPurchase, understandNotices } from '#tests/e2e/support/buy-bpc.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, fillTransfer, join, lock, PIN, sendMoney } from '#tests/e2e/support/wallet-page.ts'

/**
 * Promises of docs/reference/product.md that only a browser shows: how long things stay, what moves, where a tap leads.
 */

/** Exceeding a promised time by more than this breaks the promise; less is a busy machine. */
const SLACK_MS = 2_500

// Runs in the page; a string, because these tests are compiled without the browser's types.
const WATCH = (texts: readonly string[]) => `
  window.stays = {}
  const look = () => {
    const shown = document.body?.textContent ?? ''
    for (const text of ${JSON.stringify(texts)}) {
      if (shown.includes(text)) window.stays[text] ??= { from: performance.now() }
      else if (window.stays[text]) window.stays[text].to ??= performance.now()
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })`
/** When keys were pressed, and when the page requested the challenge for the PIN. */
const KEYS_AND_QUESTIONS = `
  window.keyAt = 0
  window.askedAt = 0
  addEventListener('keydown', () => { window.keyAt = performance.now() }, true)
  const fetchReally = window.fetch
  window.fetch = (...call) => {
    if (String(call[0]).endsWith('/api/challenges')) window.askedAt = performance.now()
    return fetchReally(...call)
  }`

/** The text stayed this long, and not much longer. */
async function expectStayed(page: Page, text: string, ms: number): Promise<void> {
  const { from, to } = await page.evaluate<{ from: number; to: number }>(`window.stays[${JSON.stringify(text)}]`)
  expect(to - from, text).toBeGreaterThan(ms - 250)
  expect(to - from, text).toBeLessThan(ms + SLACK_MS)
}

test('a browser that knows no account has no PIN to ask for, and leads to joining', async ({ page }) => {
  await page.goto('/pin')
  await expect(page).toHaveURL(/\/register$/)
})

secondThird('half a second after its fourth digit the PIN is sent; a wrong one shakes and clears', async ({ page }) => {
  await openAccount(page, 'Ladi Garba')
  await page.addInitScript(KEYS_AND_QUESTIONS)
  await keepAnimations(page, 'DIV')
  await lock(page)
  await page.evaluate('window.animations = []')
  await page.keyboard.type('9182', { delay: 50 })
  await expect(page.getByRole('alert')).toContainText('The PIN you entered is incorrect. Please try again.')
  const waitedMs = await page.evaluate<number>('window.askedAt - window.keyAt')
  expect(waitedMs).toBeGreaterThan(490)
  expect(waitedMs).toBeLessThan(500 + SLACK_MS)
  await expect(page.getByText('0 of 4 digits entered.')).toBeAttached()
  await expect.poll(() => animationNames(page)).toContain('shake')
})

lastThird('the keypad’s panel masks the email, and its rows lead on after the PIN', async ({ page }) => {
  const email = await join(page, 'Ladi Garba')
  for (const { row, leadsTo } of [
    { row: 'Transaction History', leadsTo: /\/history$/ },
    { row: 'Settings', leadsTo: /\/profile$/ },
  ]) {
    await lock(page)
    await page.getByRole('button', { name: 'Profile' }).click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText(/^.•••@e•••\.ng$/)).toBeVisible()
    await expect(panel).not.toContainText(email)
    await panel.getByRole('link', { name: row, exact: true }).click()
    await enterPin(page, PIN)
    await expect(page).toHaveURL(leadsTo)
  }
})

secondThird('the menu slides in within 0.3 s', async ({ page }) => {
  await openAccount(page, 'Ibrahim Sule')
  await keepAnimations(page, 'DIALOG')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.poll(() => animations(page)).toEqual([['panel-enter', 0, 300]])
})

secondThird('header and bottom bar stay in sight however far the wallet is scrolled', async ({ page }) => {
  await join(page, 'Ibrahim Sule')
  await expect(page.getByText('Sandbox grant')).toBeVisible()
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
  expect(await page.evaluate<number>('window.scrollY')).toBeGreaterThan(100)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('heading', { name: 'Hi, Ibrahim Sule' })).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeInViewport({ ratio: 0.9 })
})

secondThird('the button of each form says that it is at work, and cannot be pressed twice', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  const expectBusy = async (name: string) => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/quotes', async (route) => {
      await held
      await route.abort()
    })
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
    release()
    await expect(page.getByRole('button', { name, exact: true })).toBeEnabled()
  }
  await fillTransfer(page, '1,500')
  await expectBusy('Submit')
  await page.goto('/airtime')
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.getByLabel('Amount').fill('500')
  await expectBusy('Purchase Airtime')
  await page.goto('/buy-bpc')
  await expect(page.getByLabel('Full Name')).toHaveValue('Musa Bello')
  await expectBusy('Pay')
})

lastThird(
  'the wait for a transfer ends after three seconds without an answer, and a reload does not repeat it',
  async ({ page }) => {
    const waiting = 'Please wait while we prepare your payment details...'
    await page.addInitScript(WATCH([waiting]))
    await openAccount(page, 'Musa Bello')
    await sandbox().fault({ operation: 'transfer', fault: 'pending' })
    await sendMoney(page, '2,125')
    const onItsWay = page.getByRole('heading', { name: 'Your transfer is on its way' })
    await expect(onItsWay).toBeVisible()
    await expectStayed(page, waiting, 3_000)
    await page.reload()
    await expect(onItsWay).toBeVisible()
    expect(await page.evaluate('window.stays')).toEqual({})
  },
)

secondThird(
  'the countdown for the account of a purchase ends after ten seconds, and the page continues',
  async ({ page }) => {
    const waiting = 'getting an account number for this purchase'
    await page.addInitScript(WATCH([waiting]))
    await openAccount(page, 'Adaeze Ụzọchukwu')
    await understandNotices(page)
    // As if the provider had not issued it yet.
    await page.route('**/api/orders/ord_*', async (route) => {
      const response = await route.fetch()
      const { order } = (await response.json()) as { order: Order }
      await route.fulfill({ response, json: { order: { ...order, payTo: null } } })
    })
    await page.goto('/buy-bpc')
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'This takes longer than usual' })).toBeVisible()
    await expectStayed(page, waiting, 10_000)
    // A request may be passing through it.
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page).toHaveURL(/\/buy-bpc\/payment\?order=/)
  },
)

test('never paid: verifying takes nine seconds at most, a re-check two, "still not" stays three, and only the money confirms it', async ({
  page,
}) => {
  const [verifying, checking, stillNot] = [
    'Please wait while we confirm your bank transfer...',
    'Checking payment status...',
    'Payment still not confirmed',
  ]
  await page.addInitScript(WATCH([verifying, checking, stillNot]))
  await openAccount(page, 'Adaeze Ụzọchukwu')
  await understandNotices(page)
  const purchase = await startPurchase(page)
  await page.getByRole('button', { name: 'I have made this bank Transfer' }).click()
  await expect(page.getByRole('heading', { name: 'Verifying your payment' })).toBeVisible()
  await expect(page.getByText(verifying)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Payment not confirmed')
  await expectStayed(page, verifying, 9_000)
  await expect(page.getByText('NGN 6,500')).toBeVisible()
  await expect(page.getByText('Proceed to your bank app to complete this Transfer')).toBeVisible()

  await page.getByRole('button', { name: 'Re-check' }).click()
  await expect(page.getByText(checking)).toBeVisible()
  await expect(page.getByText(stillNot)).toBeVisible()
  await expect(page.getByText(checking)).toHaveCount(0)
  await expect(page.getByText(stillNot)).toHaveCount(0)
  await expectStayed(page, checking, 2_000)
  await expectStayed(page, stillNot, 3_000)
  await expect(page.getByText('Payment not confirmed')).toBeVisible()
  const address = page.url()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto(address)
  await expect(page.getByRole('alert')).toContainText('Payment not confirmed')
  await payNaira(purchase, 6_500)
  await expectCode(page)
})
