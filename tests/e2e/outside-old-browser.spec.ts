import { expect, type Page, test } from '@playwright/test'
import { BROWSERS_THAT_WORK } from '#contract/browsers.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { expectCode, payNaira, startPurchase, understandNotices } from '#tests/e2e/support/buy-bpc.ts'
import { makeOld, understood } from '#tests/e2e/support/old-browser.ts'
import { askForAccountNumber, payInFrom } from '#tests/e2e/support/pay-in.ts'
import { approveDelivered, askForAirtime } from '#tests/e2e/support/purchase.ts'
import { firstThird, lastThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, join, joinOnScreens, lock, openEveryRow, PIN, sendMoney } from '#tests/e2e/support/wallet-page.ts'
import { expectWholeWords } from '#tests/e2e/support/whole-words.ts'

/** A browser as old as the oldest supported one (contract/browsers.ts): without every newer built-in and style. */

// Changing a page's styles breaks its own content policy.
test.use({ bypassCSP: true })
const BALANCE = { name: 'Balance' } as const
/** A folder for screenshots of the screens, if JARA_E2E_PICTURES is set. */
const PICTURES = process.env.JARA_E2E_PICTURES

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` })
}

async function opens(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await picture(page, address.replaceAll(/\W+/g, '-').slice(1))
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await expectWholeWords(page)
}

test('an old browser registers, adds money, sends, buys and reads everything', async ({ page, context }) => {
  await makeOld(context)
  const broken = brokenRules(page, { allowing: /status of 401/ })
  await opens(page, '/signin', /./)
  await opens(page, '/register', /./)
  await joinOnScreens(page, 'Adaeze Ụzọchukwu')
  await picture(page, 'dashboard')
  await opens(page, '/fund', 'Add Money')
  await askForAccountNumber(page)
  await payInFrom(page, ['TUNDE BAKARE'])
  await page.goto('/dashboard')
  await expect(page.getByRole('region', BALANCE)).toContainText('₦202,')

  await sendMoney(page, '1500')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  await askForAirtime(page, { phone: '08011111177', amount: '500', network: 'MTN' })
  await approveDelivered(page)
  await expect(page.getByText('Airtime purchase successful!')).toBeVisible()

  await opens(page, '/history', 'History')
  await page.getByRole('link', { name: /MTN Airtime/ }).click()
  await expect(page.getByText('Completed').first()).toBeVisible()
  await picture(page, 'receipt')
  await opens(page, '/alerts', 'Alerts')
  await expect(page.getByText('Today').first()).toBeVisible()
  for (const [address, heading] of [
    ['/profile', 'Profile'],
    ['/security/alerts', /./],
    ['/bills', /./],
    ['/data', /./],
    ['/sell', /./],
    ['/support', /./],
    ['/faq', /./],
  ] as const)
    await opens(page, address, heading)
  await opens(page, '/security', 'Security')
  await openEveryRow(page)

  await understandNotices(page)
  await payNaira(await startPurchase(page), 6_500)
  await expectCode(page)
  await picture(page, 'bpc-code')

  await lock(page)
  await picture(page, 'locked')
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: /./, level: 1 }).first()).toBeVisible()
  expect(broken).toEqual([])
})

firstThird('a wide window of an old browser has its sidebar', async ({ page, context }) => {
  await makeOld(context)
  await page.setViewportSize({ width: 1_280, height: 800 })
  await join(page, 'Ada Obi')
  const sidebar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect(sidebar).toMatchObject({ x: 0, width: 248 })
  const main = await page.getByRole('main').boundingBox()
  expect(main?.x).toBeGreaterThanOrEqual(248)
  await picture(page, 'wide')
})

lastThird('what an old browser understands of styles leaves the rest out', () => {
  expect(
    understood('a{height:1vh;height:1dvh}@container (width>1px){b{top:0}}c:has(d){top:0}@media print{e{top:0}}'),
  ).toBe('a{height:1vh}@media print{e{top:0}}')
})

test.describe('a browser that is too old', () => {
  test('says so, which browsers work, and that the money is safe', async ({ page }) => {
    await page.addInitScript(() => {
      delete (Object as { hasOwn?: unknown }).hasOwn
    })
    for (const address of ['/signin', '/dashboard', '/admin/sign-in']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'This browser is too old' })).toBeVisible()
      await expect(page.getByText('Your money is safe.')).toBeVisible()
      for (const line of BROWSERS_THAT_WORK) await expect(page.getByText(line)).toBeVisible()
      await expect(page.getByRole('heading')).toHaveCount(1)
    }
    await picture(page, 'too-old')
  })

  test('says so even if it knows no module and no style', async ({ page }) => {
    await page.route('**/assets/**', (route) => route.abort())
    await page.addInitScript(() => {
      delete (window as { HTMLDialogElement?: unknown }).HTMLDialogElement
    })
    await page.goto('/register')
    await expect(page.getByRole('heading', { name: 'This browser is too old' })).toBeVisible()
    await picture(page, 'too-old-plain')
  })

  test('still reads the public pages', async ({ page }) => {
    await page.addInitScript(() => {
      delete (Object as { hasOwn?: unknown }).hasOwn
    })
    await page.goto('/faq')
    await page.getByText('Which phones and browsers work?').click()
    await expect(page.getByText(BROWSERS_THAT_WORK[0] ?? '')).toBeVisible()
  })
})
