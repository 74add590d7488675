import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { readQr, squaresOf } from '#tests/e2e/support/qr.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { join, sendMoney } from '#tests/e2e/support/wallet-page.ts'
import { readCsv } from '#tests/support/csv.ts'
import { readPdf } from '#tests/support/pdf-text.ts'

const COMPLETED = { name: 'Transfer Successfully' }
const BANNER = 'Sandbox · practice money, no real value'

/** Sends money and waits until it is proved. */
async function sendCompleted(page: Page, amount: string): Promise<void> {
  await sendMoney(page, amount)
  await expect(page.getByRole('heading', COMPLETED)).toBeVisible()
}

/** Opens the newest bank transfer of the history. */
async function openTransfer(page: Page): Promise<void> {
  await page.goto('/history')
  await page
    .getByRole('link', { name: /Bank Transfer/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Share receipt' })).toBeVisible()
}

async function bytesOf(download: Download): Promise<Buffer> {
  return await readFile(await download.path())
}

/** The file that pressing a button saves. */
async function savedBy(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) }
}

test('money in and out by month is a chart and a table at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 })
  await openAccount(page, 'Adaeze Ụzọchukwu')
  await sendCompleted(page, '1,500')
  await page.goto('/history')
  await page.getByRole('link', { name: 'Summary' }).click()
  await expect(page).toHaveURL(/\/history\?view=summary$/)
  const chart = page.getByRole('figure')
  await expect(chart).toContainText('In₦200,000.00')
  await expect(chart).toContainText('Out₦1,510.00')
  await chart.getByText('Show as a table').click()
  const rows = chart.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(7)
  await expect(rows.nth(0)).toHaveText('MonthInOutChange')
  await expect(rows.nth(1)).toContainText('₦200,000.00₦1,510.00+₦198,490.00')
  await expect(rows.nth(6)).toContainText('₦0.00₦0.00₦0.00')
  await expectAccessible(page, 'history with its table')
  await page.reload()
  await expect(chart).toContainText('Out₦1,510.00')
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await expectAccessible(page, 'history with large text')
})

secondThird(
  'filters stay in the address and a search beside it, are kept by both ways back and a reload, and can be removed',
  async ({ page }) => {
    await openAccount(page, 'Ibrahim Sule')
    await sendCompleted(page, '1,500')
    await page.goto('/history')
    await expect(page.getByRole('link', { name: /Sandbox grant/ })).toBeVisible()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Kind').selectOption('Bank transfers')
    await page.getByRole('button', { name: 'Completed', exact: true }).click()
    await page.getByLabel('From day').fill('2026-01-01')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByLabel('Search transactions').fill('bank tra')
    const found = await page.waitForResponse('**/api/transactions/search')
    expect(found.request().postDataJSON()).toMatchObject({ q: 'bank tra', kind: 'withdrawal', status: 'completed' })
    await expect(page).toHaveURL(/\?kind=withdrawal&status=completed&from=2026-01-01$/)
    await expect(page.getByRole('link', { name: /Sandbox grant/ })).toHaveCount(0)
    await expectAccessible(page, 'history with filters')

    const expectKept = async () => {
      await expect(page.getByLabel('Kind')).toHaveValue('withdrawal')
      await expect(page.getByLabel('Search transactions')).toHaveValue('bank tra')
      expect(page.url()).not.toMatch(/bank/)
      await expect(page.getByRole('button', { name: 'Remove filter: Completed' })).toBeVisible()
      await expect(page.getByRole('link', { name: /Bank Transfer/ })).toBeVisible()
      await expect(page.getByRole('link', { name: /Sandbox grant/ })).toHaveCount(0)
    }
    await page.getByRole('link', { name: /Bank Transfer/ }).click()
    await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible()
    await page.goBack()
    await expectKept()
    await page.getByRole('link', { name: /Bank Transfer/ }).click()
    await page.getByRole('link', { name: 'Back' }).click()
    await expectKept()
    await page.reload()
    await expectKept()

    await page.getByRole('button', { name: 'Remove filter: Completed' }).click()
    await expect(page).toHaveURL(/\?kind=withdrawal&from=2026-01-01$/)
    await page.getByLabel('Search transactions').fill('nobody')
    await expect(page.getByText('Nothing matches this search.')).toBeVisible()
    await expect(page).toHaveURL(/\?kind=withdrawal&from=2026-01-01$/)
    await page.getByRole('link', { name: 'Summary' }).click()
    await page.getByRole('button', { name: 'Statement' }).click()
    expect(readCsv((await savedBy(page, 'Save as CSV')).bytes.toString('utf8'))).toHaveLength(1)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expect(page.getByLabel('Search transactions')).toHaveValue('nobody')
    // One of the app's own files may have such a word in its name.
    expect(asked.filter((address) => !address.includes('/assets/') && /bank|nobody/i.test(address))).toEqual([])
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(/\/history$/)
    await expect(page.getByLabel('Search transactions')).toHaveValue('')
    await expect(page.getByRole('link', { name: /Sandbox grant/ })).toBeVisible()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('From day').fill('2026-11-20')
    await page.getByLabel('To day').fill('2026-11-19')
    await expect(page.getByText('This is before the first day.')).toBeVisible()
  },
)

firstThird('a statement is saved as PDF and as CSV, whole or only what the filters show', async ({ page }) => {
  await openAccount(page, 'Nkechi Eze-Okonkwo')
  await sendCompleted(page, '1,500')
  await page.goto('/history?view=summary')
  await page.getByRole('button', { name: 'Statement' }).click()
  await expect(page.getByRole('dialog', { name: 'Statement' })).toBeVisible()
  await expectAccessible(page, 'statement')

  const pdf = await savedBy(page, 'Save as PDF')
  expect(pdf.name).toMatch(/^jara-sandbox-statement-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.pdf$/)
  await expect(page.getByText(`Saved as ${pdf.name}`)).toBeVisible()
  const text = readPdf(pdf.bytes)
    .map((each) => each.text)
    .join('\n')
  for (const words of ['Nkechi Eze-Okonkwo', 'Opening balance', '₦198,490.00', '-₦1,510.00', 'Fee ₦10.00', BANNER]) {
    expect(text).toContain(words)
  }
  const csv = await savedBy(page, 'Save as CSV')
  const rows = readCsv(csv.bytes.toString('utf8'))
  expect(rows.map((row) => `${row[1]} ${row[10]} ${row[11]}`)).toEqual([
    'Type Total Balance',
    'Opening balance  0.00',
    'Sandbox grant 200000.00 200000.00',
    'Bank Transfer -1510.00 198490.00',
    'Closing balance  198490.00',
    'Reserved for payments on their way, not in the balance  0.00',
  ])

  await page.getByLabel('Last day').fill('2020-01-01')
  await expect(page.getByText('This is before the first day.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save as PDF' })).toBeDisabled()
  await page.getByLabel('First day').fill('2018-01-01')
  await expect(page.getByText('One statement covers at most 366 days.')).toBeVisible()
  await page.getByRole('button', { name: 'This month' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await page.getByRole('link', { name: 'Transactions' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Kind').selectOption('Bank transfers')
  await page.getByRole('link', { name: 'Summary' }).click()
  await page.getByRole('button', { name: 'Statement' }).click()
  await expect(page.getByText('Bank transfers. Without opening and closing balance.')).toBeVisible()
  const chosen = await savedBy(page, 'Save as CSV')
  expect(readCsv(chosen.bytes.toString('utf8')).map((row) => row[1])).toEqual(['Type', 'Bank Transfer'])
  await page.getByRole('radio', { name: 'All of them' }).check()
  expect(readCsv((await savedBy(page, 'Save as CSV')).bytes.toString('utf8'))).toHaveLength(6)
  await page.route('**/api/statements/pdf*', (route) => route.abort())
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  await expect(page.getByText('We could not reach Jara. Check your connection and try again.')).toBeVisible()
})

lastThird('an alert about a statement opens that month, and the PDF is one tap away', async ({ page }) => {
  await openAccount(page, 'Halima Danjuma')
  const month = new Date(Date.now() + 60 * 60_000).toISOString().slice(0, 7)
  await page.goto(`/history?view=summary&statement=${month}`)
  await expect(page.getByRole('dialog', { name: 'Statement' })).toBeVisible()
  await expect(page.getByLabel('First day')).toHaveValue(`${month}-01`)
  const pdf = await savedBy(page, 'Save as PDF')
  expect(pdf.name).toContain(`statement-${month}-01-to-${month}-`)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(/\/history\?view=summary$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/history?view=summary&statement=2026-13')
  await expect(page.getByRole('button', { name: 'Statement' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a receipt is a picture with the QR code of a page that everybody can open', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAccount(page, 'Tamuno Briggs')
  await sendCompleted(page, '1,500')
  await openTransfer(page)
  await expect(page.getByRole('link', { name: 'Report a problem' })).toHaveAttribute(
    'href',
    /^\/support\/report\?transaction=txn_\w+$/,
  )
  await page.getByRole('button', { name: 'Share receipt' }).click()
  await expect(
    page.getByRole('img', { name: /^The receipt as a picture: Bank Transfer, ₦1,500.00, Completed$/ }),
  ).toBeVisible()
  await expectAccessible(page, 'share receipt')
  const names = page.getByRole('switch', { name: 'Show full names' })
  await expect(names).not.toBeChecked()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
  const url = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(url).toMatch(/\/r\/[0-9a-hjkmnp-tv-z]{26}$/)
  const picture = await savedBy(page, 'Save picture')
  expect(picture.name).toMatch(/^receipt-sandbox-\w{6}\.png$/)
  expect(await readQr(picture.bytes)).toEqual(squaresOf(url))
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const pdf = await savedBy(page, 'Download PDF')
  expect(readPdf(pdf.bytes)[0]?.text).toContain(url)

  await test.step('without a session, masked, with practice words and no claim to be proof', async () => {
    const stranger = await (await browser.newContext()).newPage()
    const answer = await stranger.goto(url)
    expect(answer?.headers()['x-robots-tag']).toContain('noindex')
    const receipt = stranger.getByRole('article', { name: 'Receipt' })
    for (const words of ['Bank Transfer', '₦1,500.00', 'Completed', 'As of', 'T•••• B••••', '•••• 6784 · GTBank']) {
      await expect(receipt).toContainText(words)
    }
    await expect(receipt).toContainText('Practice money. No real payment was made.')
    await expect(receipt).not.toContainText(/Tamuno|Briggs|0123456784/)
    await expect(stranger.getByText('A receipt is not proof of credit. Check your own account.')).toBeVisible()
    await expectAccessible(stranger, 'public receipt')
    await stranger.setViewportSize({ width: 320, height: 740 })
    await stranger.evaluate("document.documentElement.style.fontSize = '200%'")
    await expectAccessible(stranger, 'public receipt with large text')
    await stranger.context().close()
  })

  await test.step('with full names once its sender says so', async () => {
    await page.getByRole('button', { name: 'Share receipt' }).click()
    await names.check()
    await expect(page.getByText('with full names, until you turn them off here.')).toBeVisible()
    await expect(names).toBeEnabled()
    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto(url)
    await expect(stranger.getByRole('article', { name: 'Receipt' })).toContainText('Tamuno Briggs')
    await stranger.context().close()
  })
})

lastThird('a device that can share gets the picture and the link', async ({ page }) => {
  await page.addInitScript(`
    navigator.canShare = ({ files }) => files.every(({ type }) => type === 'image/png')
    navigator.share = async (data) => {
      window.shared = { url: data.url, files: data.files?.map(({ name, size }) => [name, size > 10_000]) }
    }`)
  await join(page, 'Ibrahim Sule')
  await page.getByRole('link', { name: /Sandbox grant/ }).click()
  await page.getByRole('button', { name: 'Share receipt' }).click()
  await page.getByRole('button', { name: 'Share picture' }).click()
  await expect
    .poll(() => page.evaluate('window.shared'))
    .toEqual({ files: [[expect.stringMatching(/^receipt-sandbox-\w{6}\.png$/), true]] })
  await page.getByRole('button', { name: 'Share link' }).click()
  await expect.poll(() => page.evaluate('window.shared')).toEqual({ url: expect.stringMatching(/\/r\/\w{26}$/) })
})

secondThird(
  'a receipt of what is on its way says exactly that, and changes with the payment',
  async ({ page, browser }) => {
    await openAccount(page, 'Adaeze Ụzọchukwu')
    await sandbox().fault({ operation: 'transfer', fault: 'pending' })
    await sendMoney(page, '2,750')
    await expect(page.getByRole('heading', { name: 'Your transfer is on its way' })).toBeVisible()
    await openTransfer(page)
    const id = page.url().split('/').at(-1) ?? ''
    const issued = (await (await page.request.post(`/api/transactions/${id}/receipt`)).json()) as { url: string }
    await page.getByRole('button', { name: 'Share receipt' }).click()
    await expect(page.getByRole('img', { name: /₦2,750.00, Pending$/ })).toBeVisible()

    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto(issued.url)
    const receipt = stranger.getByRole('article', { name: 'Receipt' })
    await expect(receipt).toContainText('Not confirmed yet. It may still fail.')
    const size = async () => (await receipt.getByText(/^(Pending|Failed)$/).boundingBox())?.height ?? 0
    const pendingSize = await size()
    expect(pendingSize).toBeGreaterThan(0)
    const { transfers } = await sandbox().truth()
    const reference = transfers.find(({ amountKobo }) => amountKobo === '275000')?.reference ?? ''
    await sandbox().decide(reference, 'failed')
    await expect(page.getByRole('img', { name: /₦2,750.00, Failed$/ })).toBeVisible()
    await stranger.getByRole('button', { name: 'Look again' }).click()
    await expect(receipt).toContainText('This failed. Nothing was paid out.')
    await expect(receipt).not.toContainText('Total paid')
    expect(await size()).toBe(pendingSize)
    await expectAccessible(stranger, 'public receipt of a failed payment')
    await stranger.context().close()
  },
)

lastThird('a made-up receipt is known as one: this server knows nothing of it', async ({ page }) => {
  const answer = await page.goto('/r/k3m8xq7wz0ptk3m8xq7wz0pt')
  expect(answer?.headers()['x-robots-tag']).toContain('noindex')
  await expect(page.getByRole('heading', { name: 'No such receipt' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(/^\S+ has no receipt with this code:k3m8xq7wz0ptk3m8xq7wz0pt$/)
  await expect(page.getByText('this receipt was not made here, whatever it looks like')).toBeVisible()
  await expectAccessible(page, 'unknown receipt')
  await page.route('**/api/receipts/*', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('We could not reach Jara. Check your connection and try again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No such receipt' })).toHaveCount(0)
})
