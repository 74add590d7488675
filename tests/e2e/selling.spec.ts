import { expect, type Page, test } from '@playwright/test'
import type { Wallet } from '#contract/wallet.ts'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, join, PIN, showKeypad } from '#tests/e2e/support/wallet-page.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'

const GOOD = 45
const FAILED = 3
const GRANT_KOBO = 20_000_000
const PRICE_KOBO = 9_900

const BAD = [
  '0803 12,MTN,100,Short,',
  '08031999999,Vodafone,100,Unknown network,',
  '08031999999,MTN,10,Too little,',
  '08031999999,MTN,100000,Too much,',
  '08031999999,MTN,abc,No amount,',
]

/** 45 valid lines, with 5 invalid ones in between. */
function bulkList(): string {
  const good = Array.from({ length: GOOD }, (_, index) => `0803${7_000_000 + index},,100,Customer ${index},110`)
  const lines = good.flatMap((line, index) => (index % 9 === 4 ? [line, BAD[(index - 4) / 9] ?? ''] : [line]))
  return ['phone,network,amount,name,price', ...lines].join('\r\n')
}

async function walletOf(page: Page): Promise<Wallet> {
  return (await (await page.request.get('/api/wallet')).json()) as Wallet
}

async function count(page: Page, word: string): Promise<string> {
  const term = page.getByRole('term').filter({ hasText: word })
  return (await term.locator('xpath=../dd').textContent()) ?? ''
}

/** Holds back reading chosen files, like a slow phone, until `release`. `lose` makes it fail, as for a deleted file. */
async function holdFiles(page: Page) {
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = async function () {
      const isLost = await new Promise<unknown>((go) => {
        window.addEventListener('read', (event) => go((event as CustomEvent).detail), { once: true })
      })
      if (isLost) throw new DOMException('The file is gone.', 'NotReadableError')
      return await new Response(this).arrayBuffer()
    }
  })
  const go = async (isLost: boolean) =>
    await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('read', { detail })), isLost)
  return { release: async () => await go(false), lose: async () => await go(true) }
}

test('a list of fifty: 42 delivered, 3 failed with their money back, 5 refused with reasons', async ({ page }) => {
  await join(page, 'Ada Obi')
  await page.getByRole('link', { name: 'Sell' }).click()
  await expect(page.getByRole('region', { name: 'Today’s margin' })).toContainText('0 sales delivered')
  await expectAccessible(page, 'the seller’s table')
  await page.getByRole('link', { name: 'Sell to many' }).click()
  await expect(page.getByRole('heading', { name: 'Sell to many' })).toBeVisible()
  await expectAccessible(page, 'a new list')

  await page.locator('input[type=file]').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${bulkList()}`),
  })
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.locator('main').getByRole('status').first()).toHaveText(
    '45 lines can be bought. 5 lines cannot, and nothing is bought for them.',
  )
  const refused = page.getByRole('region', { name: 'Not bought (5)' })
  for (const reason of [
    'Please enter a valid 11-digit phone number',
    'Please choose a network.',
    'The least airtime you can buy is ₦50.',
    'The most airtime you can buy at once is ₦50,000.',
    'Please enter a valid amount.',
  ]) {
    await expect(refused.getByText(reason)).toBeVisible()
  }
  await page.getByLabel('Network of line 2', { exact: true }).selectOption({ label: 'Airtel' })
  await expect(page.getByText('The network of 44 lines is only a guess from the number.')).toBeVisible()
  await expectAccessible(page, 'a checked list')

  await sandbox().fault({ provider: 'vtpass', operation: 'pay', fault: 'decline', count: FAILED })
  await page.getByRole('button', { name: 'Review and approve' }).click()
  await expect(page.getByText('You pay', { exact: true }).last()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Every line' })).toContainText(
    '0803 700 0000, Airtel ₦100.00, you pay ₦99.00, sold on for ₦110.00',
  )
  await expectAccessible(page, 'the terms of a list')
  expect(await walletOf(page)).toMatchObject({ availableKobo: String(GRANT_KOBO), heldKobo: '0' })
  await showKeypad(page)
  await enterPin(page, PIN)

  await expect(page.getByRole('heading', { name: 'Your list' })).toBeVisible()
  await expect(page.getByText(`3 failed: ₦297 is back in your wallet.`)).toBeVisible()
  await expect(page.getByText('42 delivered for ₦4,158.')).toBeVisible()
  await expect(page.getByText('5 not bought: nothing was taken for them.')).toBeVisible()
  expect(await Promise.all(['Completed', 'Pending', 'Failed', 'Not bought'].map((word) => count(page, word)))).toEqual([
    '42',
    '0',
    '3',
    '5',
  ])
  await expectAccessible(page, 'the outcome of a list')

  const delivered = GOOD - FAILED
  expect(await walletOf(page)).toMatchObject({
    availableKobo: String(GRANT_KOBO - delivered * PRICE_KOBO),
    heldKobo: '0',
    spentTodayKobo: String(delivered * PRICE_KOBO),
  })
  const truth = (await sandbox().truth()).deliveries.filter(({ phone }) => phone.startsWith('0803700'))
  expect(truth.filter(({ status }) => status === 'delivered').map(({ amountKobo }) => amountKobo)).toEqual(
    Array(delivered).fill('10000'),
  )
  expect(new Set(truth.map(({ phone }) => phone)).size).toBe(truth.length)

  await page.getByRole('button', { name: 'New list of what failed' }).click()
  await expect(page.getByLabel('Your list')).toHaveValue(
    /^phone, network, amount, name, price\n(0803700\d{4}.*\n?){3}$/,
  )
  await page.goto('/sell')
  await expect(page.getByRole('region', { name: 'Today’s margin' })).toContainText('₦462.00')
  await expect(page.getByText('42 sales delivered.')).toBeVisible()
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table')).toContainText('₦4,620.00')
  await expectAccessible(page, 'the seller’s table after sales')
})

firstThird('one sale to a new customer, with a receipt that knows no cost', async ({ page }) => {
  await openAccount(page, 'Bola Ahmed')
  await page.goto('/sell/customers')
  await expect(page.getByText('No customers yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a customer' }).click()
  await page.getByLabel('Name').fill('Chidi Okafor')
  await page.getByLabel('Phone Number').fill('0805 123 4567')
  await expectAccessible(page, 'a new customer')
  await page.getByRole('button', { name: 'Save' }).click()
  const chidi = page.getByRole('listitem').filter({ hasText: 'Chidi Okafor' })
  await expect(chidi).toContainText('•••• 4567')
  await expect(chidi).not.toContainText('0805')
  await expectAccessible(page, 'customers')

  await page.getByRole('link', { name: 'Sell' }).click()
  await expect(page.getByLabel('Phone Number')).toHaveValue('08051234567')
  await expect(page.getByRole('radio', { name: 'Glo' })).toBeChecked()
  await page.getByRole('button', { name: 'Sell', exact: true }).click()
  await expect(page.getByText('Please fill in all required fields')).toBeVisible()
  await page.getByLabel('Amount').fill('500')
  await page.getByLabel('Your price').fill('530')
  await expectAccessible(page, 'one sale')
  await page.getByRole('button', { name: 'Sell', exact: true }).click()
  await expect(page.getByText('Your customer pays you', { exact: true })).toBeVisible()
  await showKeypad(page)
  await enterPin(page, PIN)
  await expect(page).toHaveURL(/\/sell\/receipt\//)

  await page.goto('/sell/sales')
  await expect(page.getByText('1 sale delivered.')).toBeVisible()
  const sold = page.getByRole('list', { name: 'Sales' }).getByRole('link')
  await expect(sold).toContainText('Chidi Okafor')
  await expect(sold).toContainText('•••• 4567')
  await expectAccessible(page, 'sales')
  await sold.click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  const receipt = page.getByRole('article', { name: 'Receipt' })
  await expect(receipt).toContainText('Chidi Okafor')
  for (const text of ['Bola Ahmed', 'Glo airtime ₦500', '0805 123 4567', '₦530.00', 'Completed']) {
    await expect(receipt).toContainText(text)
  }
  await expect(receipt.getByText('Sandbox · practice money, no real value')).toHaveCount(2)
  await expect(receipt).not.toContainText('495')
  await expectAccessible(page, 'a receipt')
})

secondThird('a customer is changed and deleted, and a list with nothing good says why', async ({ page }) => {
  await openAccount(page, 'Chidi Eze')
  await page.goto('/sell/customers')
  await page.getByRole('button', { name: 'Add a customer' }).click()
  await page.getByLabel('Name').fill('Ngozi')
  await page.getByLabel('Phone Number').fill('0803')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Please enter a valid 11-digit phone number')
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Change Ngozi' }).click()
  await page.getByLabel('Note').fill('pays on Friday')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('pays on Friday')).toBeVisible()
  await page.getByRole('button', { name: 'Change Ngozi' }).click()
  await page.getByRole('button', { name: 'Delete this customer' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No customers yet.')).toBeVisible()

  await page.goto('/sell/many')
  await page.getByLabel('Your list').fill('0803,500\n08031234567,5')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('alert')).toContainText('line 1: Please enter a valid 11-digit phone number')
  await expect(page.getByRole('alert')).toContainText('line 2: The least airtime')
  await page.getByLabel('Your list').fill(Array(201).fill('08031234567,500').join('\n'))
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('alert')).toContainText('A list can have 200 lines.')
})

firstThird(
  'a list cannot be checked while its file is being read, and a choice made meanwhile stays',
  async ({ page }) => {
    await openAccount(page, 'Bisi Ade')
    await page.goto('/sell/many')
    const file = await holdFiles(page)
    const input = page.locator('input[type=file]')
    const list = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('0803,500') }
    await input.setInputFiles(list)
    await expect(page.getByRole('button', { name: 'Reading the file…' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Check the list' })).toBeDisabled()
    await page.getByText('Data', { exact: true }).click()
    await file.release()
    await expect(page.getByLabel('Your list')).toHaveValue('0803,500')
    await expect(page.getByRole('radio', { name: 'Data' })).toBeChecked()
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(page.getByRole('alert')).toContainText('line 1: Please enter a valid 11-digit phone number')

    await input.setInputFiles(list)
    await file.lose()
    await expect(page.getByText('We could not read this file. Choose it again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose a CSV file' })).toBeEnabled()
  },
)

secondThird('the seller’s screens hold at 320 px', async ({ page }) => {
  await openAccount(page, 'Adaobi Nwachukwu-Okonkwo')
  await page.setViewportSize({ width: 320, height: 640 })
  // tests/e2e/routes.spec.ts walks their routes.
  for (const path of IS_NIGHTLY ? ['/sell', '/sell/one', '/sell/many', '/sell/sales', '/sell/customers'] : []) {
    await page.goto(path)
    await expectAccessible(page, path)
  }
  await page.goto('/sell/many')
  await page.getByLabel('Your list').fill('08031234567,,500,Adaobi Nwachukwu-Okonkwo,520\n08031234567,,500\nwrong')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('1 line repeats the same purchase for the same number.')).toBeVisible()
  await expectAccessible(page, 'a checked list at 320 px')
})

firstThird('whom somebody paid before is offered, fills the form, and can be removed', async ({ page }) => {
  await openAccount(page, 'Ngozi Eze')
  await page.goto('/airtime')
  await expect(page.getByRole('button', { name: 'Purchase Airtime' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Saved recipients' })).toHaveCount(0)
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.getByRole('radio', { name: 'Airtel' }).check()
  await page.getByLabel('Amount').fill('100')
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await showKeypad(page)
  await enterPin(page, PIN)
  await expect(page).not.toHaveURL(/\/airtime$/)

  await page.goto('/data')
  await page.getByRole('list', { name: 'Paid before' }).getByRole('button').first().click()
  await expect(page.getByLabel('Phone Number')).toHaveValue('08031234567')
  await page.getByLabel('Phone Number').fill('')
  await page.getByRole('button', { name: 'Saved recipients' }).click()
  await expectAccessible(page, 'saved recipients')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^0803 123 4567/ })
    .click()
  await expect(page.getByLabel('Phone Number')).toHaveValue('08031234567')
  await expect(page.getByRole('radio', { name: 'Airtel' })).toBeChecked()
  await page.getByRole('button', { name: 'Saved recipients' }).click()
  await page.getByRole('button', { name: 'Remove 0803 123 4567, Airtel' }).click()
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Remove 0803 123 4567, Airtel' }).click()
  await expect(page.getByRole('dialog').getByText('0803 123 4567')).toBeVisible()
  await expectAccessible(page, 'removing a saved recipient')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('You have no saved recipients now.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Saved recipients' })).toHaveCount(0)
})
