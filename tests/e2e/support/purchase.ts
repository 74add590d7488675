import { expect, type Page } from '@playwright/test'
import type { Order } from '#contract/orders.ts'
import { enterPin, PIN, showKeypad } from './wallet-page.ts'

// VTpass refuses to sell the same to one number twice within half a minute, so each buying test has its own numbers.

/** Fills "Buy Airtime" and requests the terms. Without a network it accepts the one suggested for the number. */
export async function askForAirtime(page: Page, of: { phone: string; amount: string; network?: string }) {
  await page.goto('/airtime')
  await page.getByLabel('Phone Number').fill(of.phone)
  if (of.network !== undefined) await page.getByRole('radio', { name: of.network }).check()
  await page.getByLabel('Amount').fill(of.amount)
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
}

/** Fills "Buy Data Bundle" for an MTN number and requests the terms. */
export async function askForData(page: Page, of: { phone: string; bundle: RegExp }) {
  await page.goto('/data')
  await page.getByLabel('Phone Number').fill(of.phone)
  await page.getByRole('button', { name: /^Data Bundle/ }).click()
  await page.getByRole('button', { name: of.bundle }).click()
  await page.getByRole('button', { name: 'Purchase Data' }).click()
}

/** Fills the electricity form, up to the customer's name from the company. */
export async function fillElectricity(page: Page, of: { meter: string; amount: string; type?: 'Postpaid' }) {
  await page.goto('/bills')
  // A reload may have restored another tab.
  await page.getByRole('radio', { name: 'Electricity' }).check()
  await chooseCompany(page, { field: /^Electricity Company/, search: 'ikeja', company: /Ikeja/ })
  if (of.type !== undefined) await page.getByLabel('Meter', { exact: true }).selectOption(of.type)
  await page.getByLabel('Meter Number').fill(of.meter)
  await page.getByLabel('Amount').fill(of.amount)
  await page.getByLabel('Phone Number').fill('08031234567')
  await expect(customerName(page)).toHaveText(/^[\p{Lu} .'-]{3,}/u)
}

/** Fills the TV form with the first package. */
export async function fillTv(page: Page, smartcard: string) {
  await page.goto('/bills')
  await page.getByRole('radio', { name: 'TV' }).check()
  await chooseCompany(page, { field: /^TV Company/, search: 'dstv', company: /DStv/ })
  await page.getByLabel('Smartcard Number').fill(smartcard)
  await page.getByRole('button', { name: /^Package/ }).click()
  await page.getByRole('button', { name: /Padi/ }).click()
  await page.getByLabel('Phone Number').fill('08031234567')
  await expect(customerName(page)).toHaveText(/^[\p{Lu} .'-]{3,}/u)
}

/** Fills the form of exam PINs with WAEC's result checker. */
export async function fillExamPins(page: Page, of: { quantity: number; phone: string }) {
  await page.goto('/bills')
  await page.getByRole('radio', { name: 'Exam PINs' }).check()
  await page.getByRole('button', { name: /^Exam/ }).click()
  await page.getByRole('button', { name: /^WAEC result checker, WASSCE/ }).click()
  await page.getByRole('radio', { name: String(of.quantity), exact: true }).check()
  await page.getByLabel('Phone Number').fill(of.phone)
}

async function chooseCompany(page: Page, of: { field: RegExp; search: string; company: RegExp }) {
  await page.getByRole('button', { name: of.field }).click()
  await page.getByLabel('Search').fill(of.search)
  await page.getByRole('button', { name: of.company }).click()
}

export function customerName(page: Page) {
  return page.getByRole('status', { name: 'Customer Name' })
}

export async function approve(page: Page) {
  await showKeypad(page)
  await enterPin(page, PIN)
}

/**
 * Approves, and lets the page read the order only once it is final, so that delivery happens within the page's wait on
 * a busy machine too.
 */
export async function approveDelivered(page: Page) {
  let delivered = false
  await page.route('**/api/orders/ord_*', async (route) => {
    if (delivered) return await route.fallback()
    let answer = await route.fetch()
    const status = async () => {
      answer = await route.fetch()
      return ((await answer.json()) as { order: Order }).order.status
    }
    await expect.poll(status).not.toBe('pending')
    await route.fulfill({ response: answer })
  })
  await approve(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  // The route stays: removing it could break requests that the dashboard makes at that moment, even for its own code.
  delivered = true
}

/** The order whose result is on the screen, read from the server. */
export async function orderOnScreen(page: Page): Promise<Order> {
  const id = new URL(page.url()).searchParams.get('order') ?? ''
  const answer = await page.request.get(`/api/orders/${id}`)
  return ((await answer.json()) as { order: Order }).order
}
