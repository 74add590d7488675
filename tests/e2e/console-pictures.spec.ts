import { expect, type Page, test } from '@playwright/test'
import { button, expectFits, NARROW } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { twoOperators } from '#tests/e2e/support/two-operators.ts'
import { openSecurity } from '#tests/e2e/support/wallet-page.ts'

import { halves, smallPicture } from '#tests/support/pictures.ts'

/** Pictures in a report, from customer to operator and back, and saved filters: each test continues the one before. */
let product: ConsoleProduct
let ada: Page
let bola: Page
let customer: Page
let number = ''
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
  ;[ada, bola] = await twoOperators(product)
  customer = await product.open({ viewport: NARROW })
})
test.afterAll(async () => await product.close())

const screenshot = async () => ({
  name: 'screen.png',
  mimeType: 'image/png',
  buffer: await halves({ width: 1_080, height: 2_400 }).png().toBuffer(),
})
const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await smallPicture() })
const widthOf = async (page: Page, name: string) =>
  await page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth)

/** Holds back the reading of chosen pictures, like a slow phone. The returned function lets it go on. */
async function holdPictures(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const read = FileReader.prototype.readAsDataURL
    FileReader.prototype.readAsDataURL = function (file) {
      window.addEventListener('read', () => read.call(this, file), { once: true })
    }
    window.addEventListener('read', () => (FileReader.prototype.readAsDataURL = read), { once: true })
  })
  return async () => void (await page.evaluate(() => window.dispatchEvent(new Event('read'))))
}

test('a customer attaches pictures to a report, takes one back, and sees what was sent', async () => {
  await openAccount(customer, 'Chidinma Picture Eze')
  await customer.goto('/support/report')
  await customer.getByLabel('What is it about?').selectOption('Something else')
  await customer.getByLabel('What happened?').fill('My screen looks like this.')
  const input = customer.getByLabel('Pictures', { exact: true })
  await input.setInputFiles({ name: 'page.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(customer.getByText(/^This is not a picture we can use\./)).toBeVisible()
  const ready = await holdPictures(customer)
  await input.setInputFiles([await screenshot(), await photo('a.jpg'), await photo('b.jpg'), await photo('c.jpg')])
  await expect(button(customer, 'Adding…')).toBeDisabled()
  await expect(button(customer, 'Send report')).toBeDisabled()
  await ready()
  await expect(customer.getByText('At most 3 pictures fit in one message.')).toBeVisible()
  await expect(button(customer, '3 pictures added')).toBeDisabled()
  await button(customer, 'Remove picture 2').click()
  await expectFits(customer, 'a report with pictures')
  await customer.setViewportSize(NARROW)
  await button(customer, 'Send report').click()
  number = await customer.getByText(/^JR-\w{4}-\w{4}$/).innerText()
  await expect(customer.getByRole('img', { name: 'Picture from you' })).toHaveCount(2)
  await button(customer, 'Picture from you, enlarge').first().click()
  await expect(customer.getByRole('dialog', { name: 'Picture from you' })).toBeVisible()
  await customer.keyboard.press('Escape')
  await expectFits(customer, 'a report that was sent with pictures')
  await customer.setViewportSize(NARROW)
})

test('an operator sees them after a reason, and answers with a picture that the customer sees at once', async () => {
  await ada.goto(`/admin/cases?case=${number}`)
  await button(ada, 'Give a reason to see 2 pictures').click()
  await ada.getByLabel('Heading').selectOption('You asked us for help')
  await ada.getByLabel('Case number, or why').fill(number)
  await button(ada, 'Open for 15 minutes').click()
  await button(ada, 'Show 2 pictures').click()
  const pictures = ada.getByRole('img', { name: 'Picture in this case' })
  await expect(pictures).toHaveCount(2)
  expect(await pictures.first().evaluate((image: HTMLImageElement) => image.naturalHeight)).toBeGreaterThan(1_000)
  await button(ada, 'Take this case').click()
  await ada.getByLabel('Answer').fill('It should look like this.')
  await ada.getByLabel('Pictures', { exact: true }).setInputFiles(await photo('right.jpg'))
  await expectFits(ada, 'a case with pictures')
  await button(ada, 'Send answer').click()
  await expect(ada.getByText('It should look like this.')).toBeVisible()

  await expect(customer.getByRole('img', { name: 'Picture from support' })).toBeVisible()
  expect(await widthOf(customer, 'Picture from support')).toBe(320)
  await openSecurity(customer, 'Who looked at your data')
  await expect(customer.getByText('You asked us for help')).toBeVisible()
})

test('a filter stays in the address, is saved by name, and comes back for its operator alone', async () => {
  await ada.goto('/admin/cases')
  await ada.getByLabel('Status').selectOption('Received')
  await ada.getByLabel('Waits for').selectOption('Us')
  await expect(ada).toHaveURL(/\?status=received&waits=us$/)
  await expect(ada.getByText('No case matches these filters.')).toBeVisible()
  await ada.reload()
  await expect(ada.getByLabel('Status')).toHaveValue('received')
  await ada.getByLabel('Save these filters as').fill('call 0803 123 4567')
  await button(ada, 'Save').click()
  await expect(ada.getByText(/without a long number/)).toBeVisible()
  await ada.getByLabel('Save these filters as').fill('New for us')
  await button(ada, 'Save').click()
  await expectFits(ada, 'cases with a saved filter')

  await button(ada, 'Clear filters').click()
  await expect(ada.getByRole('link', { name: number })).toBeVisible()
  await ada.getByRole('link', { name: 'New for us' }).click()
  await expect(ada).toHaveURL(/\?status=received&waits=us$/)
  await button(ada, 'Rename or delete “New for us”').click()
  await ada.getByLabel('Name').fill('Unread')
  await button(ada, 'Rename').click()
  await expect(ada.getByRole('link', { name: 'Unread' })).toBeVisible()

  await bola.goto('/admin/cases')
  await expect(bola.getByRole('link', { name: number })).toBeVisible()
  await expect(bola.getByRole('link', { name: 'Unread' })).toHaveCount(0)

  await button(ada, 'Rename or delete “Unread”').click()
  await button(ada, 'Delete this filter').click()
  await expect(ada.getByRole('link', { name: 'Unread' })).toHaveCount(0)
})

test('a search saves what is shown of it, and never its words', async () => {
  await ada.goto('/admin/search')
  await ada.getByLabel('Search for').fill('Chidinma')
  await button(ada, 'Search').click()
  await expect(ada.getByRole('heading', { name: 'Customers' })).toBeVisible()
  await expect(ada.getByLabel('Save these filters as')).toHaveCount(0)
  await ada.getByLabel('Show').selectOption('Deposits')
  await expect(ada.getByText('Nothing was found among deposits.')).toBeVisible()
  await ada.getByLabel('Save these filters as').fill('Deposits only')
  await button(ada, 'Save').click()
  await expect(ada.getByRole('link', { name: 'Deposits only' })).toHaveAttribute('href', /\?in=deposits$/)
  await expect(ada).toHaveURL(/\/admin\/search\?in=deposits$/)
  await expectFits(ada, 'a search with a saved filter')
})
