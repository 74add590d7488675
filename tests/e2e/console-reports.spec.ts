import fs from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { button, expectFits, heading } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { approveDelivered, askForAirtime } from '#tests/e2e/support/purchase.ts'
import { firstOperator, said } from '#tests/e2e/support/two-operators.ts'

import { readCsv } from '#tests/support/csv.ts'

/** One operator looks at an installation, before and after its first order. */
let product: ConsoleProduct
let ada: Page
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser, { FLOAT_THRESHOLDS: 'paystack=500000' })
  ada = await firstOperator(product)
})
test.afterAll(async () => await product.close())

/** A panel of the health section, by its heading. */
const part = (name: string) => ada.getByRole('region', { name: 'Health' }).locator('section').filter({ hasText: name })

test('unknown figures are shown as not known, never as zero', async () => {
  await product.sql('delete from provider_positions')
  await button(ada, 'Read again').click()
  await expect(part('Orders of the last 60 minutes')).toContainText('Success rate not known: no order was made.')
  await expect(part('Webhooks in the last hour')).toContainText('No delay to show')
  await expect(part('Floats')).toContainText('Not known: no provider has reported its balance yet.')
  await expect(part('Floats')).not.toContainText('₦0.00')
  await expectFits(ada, 'today, before anything')
})

test('health shows the outcomes of orders, also as a table by minute, and which float is low', async () => {
  const customer = await product.open()
  await openAccount(customer, 'Adaeze Ụzọchukwu')
  await askForAirtime(customer, { phone: '08031239055', amount: '550' })
  await approveDelivered(customer)
  await product.sql(
    `insert into provider_positions (provider, held_kobo, ledger_kobo, read_at) values
       ('paystack', 49999999, 0, now()), ('vtpass', 700, 700, now())
     on conflict (provider) do update set held_kobo = excluded.held_kobo, ledger_kobo = excluded.ledger_kobo`,
  )
  await button(ada, 'Read again').press('Enter')
  const orders = part('Orders of the last 60 minutes')
  await expect(orders).toContainText('Airtime at VTpass')
  await expect(orders).toContainText('100.0% (1 of 1)')
  await expect(orders).toContainText('0.0% (0 of 1)')
  await expect(orders.getByRole('img')).toHaveAccessibleName(/^Airtime at VTpass, succeeded, .*: 1 in total, at most 1/)
  await orders.getByText('Show as a table').focus()
  await ada.keyboard.press('Enter')
  await expect(orders.getByRole('row').nth(1)).toHaveText(/^\d\d:\d\d1$/)
  await expect(part('On their way')).toContainText('No order is on its way.')
  await expect(part('Floats')).toContainText(/Paystack\s*Below its threshold.*₦499,999\.99.*₦500,000\.00/s)
  await expect(part('Floats')).toContainText('Not set')
  await expectFits(ada, 'today')
})

test('the report of a day has its own address, says that the day is not over, and is saved as files', async () => {
  await ada.getByRole('link', { name: 'Reports' }).press('Enter')
  await expect(heading(ada, 'Reports')).toBeVisible()
  await expect(ada.getByText('This day is not over: these are its figures up to')).toBeVisible()
  await expect(ada.getByRole('row', { name: /^Airtime, settled 1 ₦550\.00$/ })).toBeVisible()
  await expect(ada.getByRole('row', { name: /^Orders made 1$/ })).toBeVisible()
  await expect(ada.getByRole('row', { name: /^New accounts 1$/ })).toBeVisible()
  await expectFits(ada, 'a report')

  const saving = ada.waitForEvent('download')
  await button(ada, 'Export as CSV').press('Enter')
  const csv = await saving
  expect(csv.suggestedFilename()).toMatch(/^jara-sandbox-daily-report-\d{4}-\d\d-\d\d\.csv$/)
  const rows = readCsv(await fs.readFile(await csv.path(), 'utf8'))
  expect(rows.find((row) => row[2] === 'Airtime, settled' && row[3] === 'Value')?.[4]).toBe('550.00')
  const pdf = ada.waitForEvent('download')
  await button(ada, 'Export as PDF').click()
  expect((await pdf).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(said(ada, 'is with your downloads.')).toBeVisible()

  await button(ada, 'Day before').press('Enter')
  await expect(ada).toHaveURL(/\/admin\/reports\?day=\d{4}-\d\d-\d\d$/)
  await expect(ada.getByText('No order was made.')).toBeVisible()
  await ada.reload()
  await expect(ada.getByText('No order was made.')).toBeVisible()
  await expect(ada.getByRole('row', { name: /^Succeeded, of those with an outcome not known$/ })).toBeVisible()
  await expectFits(ada, 'an empty report')
  await button(ada, 'Day after').click()
  await expect(button(ada, 'Day after')).toBeDisabled()
  await ada.getByLabel('Day in Lagos').fill('2024-02-29')
  await ada.keyboard.press('Enter')
  await expect(ada).toHaveURL(/day=2024-02-29$/)
  await expect(ada.getByText(/^Made .* Orders are in the state/)).toBeVisible()

  await ada.goto('/admin/audit?act=export-report')
  await expect(ada.getByRole('row').filter({ hasText: 'Daily report exported' })).toHaveCount(2)
})

test('an invalid day in the address is refused with a clear message, and another one can be chosen', async () => {
  await ada.goto('/admin/reports?day=2026-02-30')
  await expect(ada.getByRole('alert')).toBeVisible()
  await ada.getByLabel('Day in Lagos').fill('2024-02-28')
  await button(ada, 'Show').click()
  await expect(ada.getByText('No order was made.')).toBeVisible()
})
