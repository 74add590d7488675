import { expect, type Page } from '@playwright/test'
import type { Order } from '#contract/orders.ts'
import type { SandboxControl } from '#tests/support/sandbox-control.ts'
import { sandbox } from './sandbox.ts'

export type StartedPurchase = { readonly orderId: string; readonly accountNumber: string }

/** Starts buying a BPC by bank transfer, up to the page with the account to pay into. Nothing is paid yet. */
export async function startPurchase(page: Page): Promise<StartedPurchase> {
  await page.goto('/buy-bpc')
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/buy-bpc\/payment\?order=/)
  return await readPurchase(page)
}

/** The purchase in the page's address, with the account number issued for it. */
export async function readPurchase(page: Page): Promise<StartedPurchase> {
  const orderId = new URL(page.url()).searchParams.get('order') ?? ''
  const { order } = (await (await page.request.get(`/api/orders/${orderId}`)).json()) as { order: Order }
  expect(order.payTo?.accountNumber).toMatch(/^\d{10}$/)
  return { orderId, accountNumber: order.payTo?.accountNumber ?? '' }
}

/** Somebody pays this many naira into the account of a purchase. */
export async function payNaira(
  { accountNumber }: StartedPurchase,
  naira: number,
  world: SandboxControl = sandbox(),
): Promise<void> {
  await world.payIn({ accountNumber, amountKobo: String(naira * 100) })
}

/** The code on the confirmation page. */
export async function expectCode(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible()
  await expect(page.getByText(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/)).toBeVisible()
}

/** Dismisses bank notices that appear before the account, as a person does after reading them. */
export async function understandNotices(page: Page): Promise<void> {
  const understand = page.getByRole('button', { name: 'I Understand' })
  await page.addLocatorHandler(understand, () => understand.click())
}

/** Opens or closes a bank of the sandbox world; the notices are made from its list. */
export async function switchBank(code: string, open: boolean): Promise<void> {
  const response = await fetch(`${sandbox().url}/control/banks/${code}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ open }),
  })
  if (!response.ok) throw new Error(`bank ${code}: ${response.status} ${await response.text()}`)
}
