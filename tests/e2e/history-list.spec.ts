import { expect, type Locator, type Page, test } from '@playwright/test'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { expectAccessible, expectAccessibleInEveryTheme } from '#tests/e2e/support/accessible.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { accountNumberOf } from '#tests/e2e/support/pay-in.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { sendMoney } from '#tests/e2e/support/wallet-page.ts'
import { readCsv } from '#tests/support/csv.ts'

/** Sixty characters. */
const LONG_NAME = 'Oluwaseun Adebayo-Ogunleye Nwachukwu Enterprises Nigeria Ltd'
const PAGE = 20
const WIDE = { width: 1_280, height: 800 }
const LARGER_TEXT = "document.documentElement.style.fontSize = '200%'"

/** Pays into the signed-in account, and waits until every payment is in the history, in whatever order they arrive. */
async function payIn(page: Page, payments: readonly { naira: number; senderName: string }[]): Promise<void> {
  const accountNumber = await accountNumberOf(page)
  const before = await countDeposits(page)
  for (const { naira, senderName } of payments) {
    await sandbox().payIn({ accountNumber, amountKobo: `${naira}00`, senderName })
  }
  await expect.poll(() => countDeposits(page)).toBe(before + payments.length)
}

async function countDeposits(page: Page): Promise<number> {
  const listed = await page.request.get('/api/transactions?kind=deposit&limit=50')
  return ((await listed.json()) as TransactionsAnswer).transactions.length
}

function row(page: Page, name: RegExp): Locator {
  return page.getByRole('link', { name })
}

/** The brand that a mark shows. A string, because these tests are compiled without the browser's types. */
const BRAND_OF = (selector: string) => `(() => {
  const { content, backgroundColor } = getComputedStyle(document.querySelector(${JSON.stringify(selector)}), '::before')
  return [content, backgroundColor]
})()`

type Box = { scrollWidth: number; clientWidth: number; scrollHeight: number; clientHeight: number }

/** Left, top, right and bottom edges, relative to the window. */
async function edges(of: Locator): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const box = await of.boundingBox()
  if (box === null) throw new Error('it is not on the page')
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}

test('a day shows its totals, and a search shows none', async ({ page }) => {
  await openAccount(page, 'Adaeze Ụzọchukwu')
  await sandbox().fault({ operation: 'transfer', fault: 'decline' })
  await sendMoney(page, '2,000')
  await expect(page.getByRole('heading', { name: /failed/ })).toBeVisible()
  await sendMoney(page, '1,500')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  await page.goto('/history')
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('paragraph')).toHaveText('In +₦200,000.00Out -₦1,510.00')
  await page.goto('/history?status=completed')
  await expect(today.getByRole('listitem').first()).toBeVisible()
  await expect(today.getByRole('paragraph')).toHaveCount(0)
})

lastThird(
  'a failed transfer and its refund are the same amount in the list, on their pages and in the statement',
  async ({ page }) => {
    await openAccount(page, 'Adaeze Ụzọchukwu')
    await sandbox().fault({ operation: 'transfer', fault: 'decline' })
    await sendMoney(page, '1,500')
    await expect(page.getByRole('heading', { name: /failed/ })).toBeVisible()
    for (const path of ['/history', '/dashboard']) {
      await page.goto(path)
      await expect(row(page, /Bank Transfer/)).toContainText('-₦1,510.00')
      await expect(row(page, /Bank Transfer/)).toContainText('Failed')
      await expect(row(page, /^Refund/)).toContainText('+₦1,510.00')
    }
    for (const [name, amount] of [
      [/Bank Transfer/, '-₦1,510.00'],
      [/^Refund/, '+₦1,510.00'],
    ] as const) {
      await page.goto('/history')
      await row(page, name).click()
      await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(amount)
    }
    const today = new Date(Date.now() + 60 * 60_000).toISOString().slice(0, 10)
    const csv = await page.request.post('/api/statements/csv', { data: { from: '2026-01-01', to: today } })
    const [head = [], ...lines] = readCsv(await csv.text())
    const totals = lines.map((line) => `${line[1]} ${line[head.indexOf('Total')]}`)
    expect(totals).toEqual(expect.arrayContaining(['Bank Transfer -1510.00', 'Refund 1510.00']))
  },
)

firstThird(
  'a row shows a name of sixty letters whole and keeps its amount in sight, at 320 px and with large text',
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 })
    await openAccount(page, 'Ibrahim Sule')
    await payIn(page, [{ naira: 2_500_000, senderName: LONG_NAME }])
    for (const percent of [100, 200]) {
      for (const path of ['/dashboard', '/history']) {
        await page.goto(path)
        if (percent === 200) await page.evaluate(LARGER_TEXT)
        const deposit = row(page, /Deposit/)
        const name = deposit.getByText(LONG_NAME, { exact: true })
        const isCut = await name.evaluate<boolean, Box>(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth || scrollHeight > clientHeight,
        )
        expect(isCut, `the name is cut on ${path} at ${percent} %`).toBe(false)
        const amount = await edges(deposit.getByText('+₦2,500,000.00', { exact: true }))
        const around = await edges(deposit)
        expect(amount.left, path).toBeGreaterThanOrEqual(around.left)
        expect(amount.right, path).toBeLessThanOrEqual(around.right)
        expect(around.right, path).toBeLessThanOrEqual(320)
      }
      const tab = page.getByRole('navigation', { name: 'History' }).getByRole('link', { name: 'Transactions' })
      expect((await edges(tab)).right).toBeLessThanOrEqual(320 - (16 * percent) / 100)
      await expectAccessible(page, `history with a long name, ${percent} %`)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await page.reload()
    const name = await edges(row(page, /Deposit/).getByText(LONG_NAME, { exact: true }))
    const one = await edges(row(page, /Sandbox grant/).getByText('Sandbox grant', { exact: true }))
    expect(name.bottom - name.top).toBeLessThan(3 * (one.bottom - one.top))
  },
)

secondThird(
  'a transfer shows its bank and not its number, airtime the whole number, and both a mark',
  async ({ page }) => {
    await openAccount(page, 'Nkechi Eze')
    await sendMoney(page, '1,500')
    await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
    await page.goto('/history')
    const transfer = row(page, /Bank Transfer/)
    await expect(transfer).toContainText(' · GTBank')
    await expect(transfer).not.toContainText('6784')
    await expect(transfer.locator('[data-brand]')).toHaveAttribute('aria-hidden', 'true')
    expect(await page.evaluate(BRAND_OF('main [data-brand~="gtbank"]'))).toEqual(['"GT"', 'rgb(209, 68, 0)'])
    const [unknown] = await page.evaluate<string[]>(BRAND_OF('main [data-brand~="sandbox"]'))
    expect(unknown).toBe('none')
    await transfer.click()
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('0123456784 · GTBank')
    await page.goto('/airtime')
    await expect(page.locator('label').filter({ hasText: 'MTN' }).locator('[data-brand~="mtn"]')).toBeVisible()
    await page.goto('/withdraw')
    await expect(page.getByRole('list', { name: 'Paid before' }).locator('[data-brand~="gtbank"]')).toBeVisible()
    await page.getByRole('button', { name: /^Bank/ }).click()
    await expect(page.getByRole('dialog').locator('[data-brand~="access-bank"]')).toBeVisible()
    await expectAccessibleInEveryTheme(page, 'list of banks')
  },
)

firstThird(
  'the history begins with transactions: four of them are in sight on arrival at 360 × 740',
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openAccount(page, 'Tamuno Briggs')
    await sendMoney(page, '1,500')
    await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
    await payIn(page, [
      { naira: 700, senderName: 'BOLA AHMED' },
      { naira: 800, senderName: 'MUSA BELLO' },
    ])
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'View All' }).click()
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveCount(4)
    await expect(page.getByRole('status').filter({ hasText: /^4 transactions shown$/ })).toBeAttached()
    const bar = await edges(page.getByRole('navigation', { name: 'Main' }))
    expect((await edges(rows.nth(3))).bottom).toBeLessThanOrEqual(bar.top)
    await expect(page.getByRole('figure')).toHaveCount(0)
    const search = await edges(page.getByLabel('Search transactions'))
    const filters = await edges(page.getByRole('button', { name: 'Filters' }))
    expect(filters.top).toBeLessThan(search.bottom)

    await page.getByLabel('Search transactions').fill('bola')
    await expect(page.getByRole('status').filter({ hasText: /^1 transaction shown$/ })).toBeAttached()
    const tabs = page.getByRole('navigation', { name: 'History' })
    await expect(tabs.getByRole('link', { name: 'Transactions' })).toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('link', { name: 'Summary' }).click()
    await expect(tabs.getByRole('link', { name: 'Summary' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('figure')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('figure')).toBeVisible()
    await expectAccessibleInEveryTheme(page, 'summary')
    await tabs.getByRole('link', { name: 'Transactions' }).click()
    await expect(page.getByLabel('Search transactions')).toHaveValue('bola')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
  },
)

lastThird(
  'on a wide window the heads of a table sort the whole history, not the page that is shown',
  async ({ page }) => {
    await page.setViewportSize(WIDE)
    await openAccount(page, 'Zainab Bello')
    const payments = Array.from({ length: PAGE + 3 }, (_, place) => ({ naira: place + 1, senderName: 'MUSA BELLO' }))
    await payIn(page, payments.slice(0, 3))
    await payIn(page, payments.slice(3))
    await page.goto('/history')
    const table = page.getByRole('table')
    const rows = table.getByRole('row')
    await expect(rows).toHaveCount(1 + PAGE)
    await expect(table).toContainText('20 transactions of more: newest first.')
    await expect(table.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')
    // The smallest amounts were the first, so they are on the second page.
    await expect(table).not.toContainText('+₦1.00')
    await table.getByRole('button', { name: 'Amount' }).click()
    await expect(rows.nth(1)).toContainText('+₦200,000.00')
    await table.getByRole('button', { name: 'Amount' }).click()
    await expect(rows.nth(1)).toContainText('+₦1.00')
    await expect(rows.nth(PAGE)).toContainText(`+₦${PAGE}.00`)
    await expect(table).toContainText('20 transactions of more: most money out first.')
    await expect(table.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(rows.last()).toContainText('+₦200,000.00')
    await expect(table).toContainText('24 transactions: most money out first.')
    await expectAccessibleInEveryTheme(page, 'history as a table')

    await rows.nth(1).getByRole('link').click()
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('+₦1.00')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(rows.nth(1)).toContainText('+₦1.00')
    await page.reload()
    await expect(rows.nth(1)).toContainText('+₦1.00')
    await page.setViewportSize({ width: 768, height: 1_024 })
    await expect(table).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(PAGE)
    await expect(page.getByRole('main')).not.toContainText('+₦1.00')
  },
)
