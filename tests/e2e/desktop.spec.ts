import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, SIDEWAYS } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { payInFrom } from '#tests/e2e/support/pay-in.ts'
import { approve } from '#tests/e2e/support/purchase.ts'
import { firstThird, lastThird } from '#tests/e2e/support/thirds.ts'
import { fillTransfer, join } from '#tests/e2e/support/wallet-page.ts'

const LAPTOP = { width: 1_280, height: 800 }
/** The widths at which the rail and the sidebar begin. */
const RAIL = 768
const WIDE = 1_024
/** The widest allowed layouts: one column, two columns, and the wallet's two columns. */
const COLUMN = 480
const TWO_COLUMNS = 1_056

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (box === null) throw new Error(`${part} is not on the screen`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height, middle: box.x + box.width / 2 }
}

/** Whether the first comes before the second for the keyboard and for screen readers. */
function comesBefore(page: Page, first: string, second: string): Promise<boolean> {
  return page.evaluate(`
    Boolean(document.querySelector('${first}').compareDocumentPosition(document.querySelector('${second}'))
      & Node.DOCUMENT_POSITION_FOLLOWING)`)
}

const PLACES = ['Wallet', 'Social', 'Buy BPC', 'Data', 'Profile']
const ALL_PLACES = [
  'Wallet',
  'Send',
  'Add money',
  'Social',
  'Buy BPC',
  'Airtime',
  'Data',
  'Bills',
  'Sell',
  'History',
  'Support',
  'Security',
  'Profile',
]

test('from 768 px the bar is a rail at the side and from 1,024 px a sidebar, on every screen of a session and before the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: RAIL - 1, height: 768 })
  await join(page, 'Ada Obi')
  const low = await boxOf(bar(page))
  expect([low.x, low.right, low.bottom]).toEqual([0, RAIL - 1, 768])
  expect(await comesBefore(page, 'main', 'nav')).toBe(true)

  for (const [path, heading] of [
    ['/dashboard', /^Hi, /],
    ['/airtime', 'Buy Airtime'],
    ['/security', 'Security'],
    ['/faq', 'Frequently asked questions'],
  ] as const) {
    await page.goto(path)
    for (const { width, places, widest } of [
      { width: RAIL, places: PLACES, widest: 92 },
      { width: WIDE, places: ALL_PLACES, widest: 248 },
    ]) {
      await page.setViewportSize({ width, height: 768 })
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(bar(page).getByRole('link')).toHaveText(places)
      const rail = await boxOf(bar(page))
      expect([path, rail.x, rail.y, rail.height]).toEqual([path, 0, 0, 768])
      expect(rail.width).toBeLessThanOrEqual(widest)
      expect(await comesBefore(page, 'nav', 'main'), path).toBe(true)
      const main = await boxOf(page.getByRole('main'))
      expect(main.x, path).toBeGreaterThanOrEqual(rail.right)
      expect(Math.abs(main.middle - (rail.right + width) / 2), `${path} is in the middle of the rest`).toBeLessThan(1)
    }
  }
})

firstThird(
  'the sidebar is walked with the keyboard from top to bottom, marks where the person is, and locks',
  async ({ page }) => {
    await page.setViewportSize(LAPTOP)
    await join(page, 'Ada Obi')
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
    await expect(bar(page)).toContainText('Ada Obi')
    for (const name of ALL_PLACES) {
      await page.keyboard.press('Tab')
      await expect(bar(page).getByRole('link', { name })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(bar(page).getByRole('button', { name: 'Lock now' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('banner').getByRole('link', { name: /^Alerts/ })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
    await expect(bar(page).locator('[aria-current=page]')).toHaveText('Wallet')
    await bar(page).getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeFocused()
    await expect(bar(page).locator('[aria-current=page]')).toHaveText('Profile')
    await bar(page).getByRole('button', { name: 'Lock now' }).click()
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  },
)

firstThird(
  'on a laptop the wallet has balance and actions on the left, first steps and payments on the right',
  async ({ page }) => {
    const broken = brokenRules(page)
    await page.setViewportSize(LAPTOP)
    await join(page, 'Ada Obi')
    await expect(region(page, 'First steps')).toBeVisible()
    const [balance, quick, more, steps, recent] = await Promise.all(
      ['Balance', 'Quick Actions', 'More Services', 'First steps', 'Recent Transactions'].map((name) =>
        boxOf(region(page, name)),
      ),
    )
    if (!balance || !quick || !more || !steps || !recent) throw new Error('a part of the wallet is missing')
    expect([quick.x, more.x]).toEqual([balance.x, balance.x])
    expect(recent.x).toBe(steps.x)
    expect(steps.x).toBeGreaterThan(balance.right)
    expect(steps.y).toBe(balance.y)
    expect([quick.y > balance.bottom, more.y > quick.bottom, recent.y > steps.bottom]).toEqual([true, true, true])
    // A long right column does not stretch the left one.
    expect(more.y - quick.bottom).toBeLessThan(32)
    await expectAccessible(page, 'the wallet on a laptop', ['dark'])
    expect(broken).toEqual([])
  },
)

lastThird('on a laptop a sheet is a dialog in the middle of the window, and Escape leads back', async ({ page }) => {
  await page.setViewportSize(LAPTOP)
  await openAccount(page, 'Ada Obi')
  await page.goto('/profile')
  const toggle = page.getByRole('button', { name: 'Toggle theme' })
  await toggle.click()
  await expectInTheMiddle(page, 'Select Theme')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(toggle).toBeFocused()

  await fillTransfer(page, '1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectInTheMiddle(page, 'You send ₦1,500.00')
  await expectAccessible(page, 'a review on a laptop', ['dark'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused()
})

async function expectInTheMiddle(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finished))')
  const box = await boxOf(dialog)
  expect(box.middle).toBeCloseTo(LAPTOP.width / 2, 0)
  expect(box.y + box.height / 2).toBeCloseTo(LAPTOP.height / 2, 0)
  expect(box.width).toBeLessThanOrEqual(COLUMN)
  const corners = await dialog.evaluate((each) => getComputedStyle(each).borderBottomLeftRadius)
  expect(corners).not.toBe('0px')
}

/** The prices are unsorted, and the largest is not the newest. */
const PRICES = [130, 950, 120, 310, 140]
const LIST = [
  'phone,network,amount,name,price',
  ...PRICES.map((price, index) => `0803${8_100_000 + index},MTN,100,Customer ${index},${price}`),
].join('\n')

firstThird(
  'on a laptop a list stays beside its check, and a changed list cannot be approved before it is checked again',
  async ({ page }) => {
    await page.setViewportSize(LAPTOP)
    await openAccount(page, 'Ada Obi')
    await page.goto('/sell/many')
    const field = page.getByLabel('Your list')
    const check = region(page, 'Check')
    await expect(check).toContainText('Check the list to see')
    await field.fill(`${LIST}\n0803,MTN,100,Nobody,`)
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(check.getByRole('status')).toHaveText(
      '5 lines can be bought. 1 line cannot, and nothing is bought for it.',
    )
    const [editor, result] = [await boxOf(field), await boxOf(check)]
    expect(result.x).toBeGreaterThan(editor.right)
    expect(result.y).toBeLessThan(editor.y)
    await expectAccessible(page, 'a list beside its check', ['dark'])

    const review = page.getByRole('button', { name: 'Review and approve' })
    await expect(review).toBeEnabled()
    await field.fill(LIST)
    await expect(check.getByRole('status')).toHaveText('You changed the list after this check.')
    await expect(review).toBeDisabled()
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(check.getByRole('status')).toHaveText('5 lines can be bought.')
    await expect(review).toBeEnabled()

    // In a narrower window the check replaces the list.
    await page.setViewportSize({ width: 768, height: 1_024 })
    await expect(field).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Change the list' })).toBeVisible()
  },
)

lastThird(
  'on a laptop sales are a table that sorts all of them, and says so, although only the newest were read',
  async ({ page }) => {
    await page.setViewportSize(LAPTOP)
    await openAccount(page, 'Ada Obi')
    await page.goto('/sell/many')
    await page.getByLabel('Your list').fill(LIST)
    await page.getByRole('button', { name: 'Check the list' }).click()
    await page.getByRole('button', { name: 'Review and approve' }).click()
    await approve(page)
    await expect(page.getByText('5 delivered for ₦495.')).toBeVisible()

    await page.route(/\/api\/sales\?/, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/limit=\d+/, 'limit=2'),
      }),
    )
    await page.goto('/sell/sales')
    const table = page.getByRole('table')
    const rows = table.locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(table.getByRole('status')).toHaveText(
      'The newest 2 sales of these days, newest first. Older sales are not in this table.',
    )
    await expect(table.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')

    const price = table.getByRole('columnheader', { name: 'Price' })
    await price.getByRole('button').click()
    await expect(table.getByRole('status')).toHaveText('All 5 sales of these days, highest price first.')
    await expect(price).toHaveAttribute('aria-sort', 'descending')
    await expect(table.locator('[aria-sort]')).toHaveCount(1)
    const shown = () => rows.locator('td:nth-of-type(3)').allInnerTexts()
    expect(await shown()).toEqual(['₦950.00', '₦310.00', '₦140.00', '₦130.00', '₦120.00'])
    await price.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(table.getByRole('status')).toHaveText('All 5 sales of these days, lowest price first.')
    expect(await shown()).toEqual(['₦120.00', '₦130.00', '₦140.00', '₦310.00', '₦950.00'])
    await expectAccessible(page, 'sales on a laptop', ['dark'])

    await rows.first().getByRole('link', { name: 'Customer 2' }).click()
    await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
    await page.setViewportSize({ width: WIDE - 1, height: 768 })
    await page.goto('/sell/sales')
    await expect(page.getByRole('list', { name: 'Sales' }).getByRole('link')).toHaveCount(2)
    await expect(page.getByRole('table')).toHaveCount(0)
  },
)

firstThird('a table that cannot be fetched leaves the list', async ({ page }) => {
  await page.route(/customers-table/, (route) => route.abort())
  await page.setViewportSize(LAPTOP)
  await openAccount(page, 'Ada Obi')
  await saveCustomers(page)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('customers-table'))
  await page.goto('/sell/customers')
  await failed
  await page.getByRole('button', { name: 'Change Bola Ahmed' }).click()
  await expect(page.getByLabel('Phone Number')).toHaveValue('08055550002')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('list', { name: 'Customers' }).getByRole('listitem')).toHaveCount(3)
})

firstThird(
  'on a laptop customers are a table that sorts; on a phone they stay a list and no table is downloaded',
  async ({ page }) => {
    const tables: string[] = []
    page.on('request', (request) => {
      if (/table-[^/]*\.js/.test(request.url())) tables.push(request.url())
    })
    await join(page, 'Ada Obi')
    await saveCustomers(page)
    await page.goto('/sell/customers')
    await expect(page.getByRole('list', { name: 'Customers' }).getByRole('listitem')).toHaveCount(3)
    expect(tables).toEqual([])

    await page.setViewportSize(LAPTOP)
    const table = page.getByRole('table')
    const names = () => table.getByRole('rowheader').allInnerTexts()
    await expect(table.getByRole('status')).toHaveText('3 customers')
    expect(await names()).toEqual(['amina Bello', 'Bola Ahmed', 'Chidi Okafor'])
    const head = table.getByRole('columnheader', { name: 'Name' })
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    expect(await names()).toEqual(['Chidi Okafor', 'Bola Ahmed', 'amina Bello'])
    await expect(table).not.toContainText('0805')
    await expectAccessible(page, 'customers on a laptop', ['dark'])
    await table.getByRole('button', { name: 'Change Bola Ahmed' }).click()
    await expect(page.getByLabel('Phone Number')).toHaveValue('08055550002')
  },
)

async function saveCustomers(page: Page): Promise<void> {
  for (const [index, name] of ['Chidi Okafor', 'amina Bello', 'Bola Ahmed'].entries()) {
    const saved = await page.request.post('/api/customers', { data: { name, phone: `0805555000${index}` } })
    expect(saved.status()).toBe(201)
  }
}

/** Elements of the page's own part that are wider than this, except hidden and scrolled ones. */
const WIDER_THAN = (limit: number) => `
  [...document.querySelectorAll('main, main *, header > div:has(h1)')].flatMap((each) => {
    const { width } = each.getBoundingClientRect()
    return width > ${limit} ? [each.tagName + ' ' + Math.round(width) + ' ' + each.className.slice?.(0, 60)] : []
  })`

/** Screens with one column at any window width. */
const FORMS = [
  '/withdraw',
  '/airtime',
  '/data',
  '/bills',
  '/fund',
  '/profile',
  '/security/alerts',
  '/alerts',
  '/sell/one',
]
/** Screens that may use two columns. */
const TWO = ['/dashboard', '/history', '/sell', '/sell/many', '/sell/sales', '/sell/customers', '/security', '/buy-bpc']

firstThird('from 768 to 1,280 px nothing is stretched and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize(LAPTOP)
  await openAccount(page, 'Oluwaseun Adebayo-Ogunlesi')
  await saveCustomers(page)
  for (const path of [...FORMS, ...TWO, '/support', '/faq', '/privacy']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [768, WIDE, 1_280]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole('main').getByText('Loading your').first()).toHaveCount(0)
      const limit = width >= WIDE && TWO.includes(path) ? TWO_COLUMNS : COLUMN
      // A screen with another layout at this width renders again, and one of them has to be fetched first.
      await expect(async () => {
        expect(await page.evaluate(SIDEWAYS), `${path} at ${width} px`).toEqual([])
        expect(await page.evaluate(WIDER_THAN(limit)), `${path} at ${width} px`).toEqual([])
      }).toPass()
    }
  }
})

test.describe('on a phone of 360 × 740', () => {
  test('the latest payment of a usual account is in sight above the bar', async ({ page }) => {
    await join(page, 'Adaeze Ụzọchukwu')
    await payInFrom(page, ['MUSA BELLO', 'CHIDI OKAFOR', 'AMINA LAWAL'])
    await page.reload()
    await region(page, 'First steps').getByRole('button', { name: 'Hide' }).click()
    const latest = region(page, 'Recent Transactions').getByRole('listitem').first()
    await expect(latest).toBeVisible()
    await expectAboveTheBar(page, latest)
    await payInFrom(page, ['NGOZI EZE', 'BOLA AHMED'])
    await page.reload()
    await expect(region(page, 'Recent Transactions').getByRole('listitem')).toHaveCount(5)
    await expectAboveTheBar(page, latest)
    await expectAboveTheBar(page, region(page, 'Quick Actions'))
  })

  test('with first steps, the heading of the payments is in sight above the bar', async ({ page }) => {
    await join(page, 'Adaeze Ụzọchukwu')
    await expect(region(page, 'First steps').getByRole('link')).toHaveCount(3)
    await expectAboveTheBar(page, region(page, 'First steps'))
    await expectAboveTheBar(page, page.getByRole('heading', { name: 'Recent Transactions' }))
  })
})

/** Clear of its raised middle button too. */
async function expectAboveTheBar(page: Page, part: Locator): Promise<void> {
  expect(await page.evaluate('scrollY')).toBe(0)
  const button = await boxOf(bar(page).locator('span').first())
  expect((await boxOf(part)).bottom).toBeLessThanOrEqual(Math.min(button.y, (await boxOf(bar(page))).y))
}
