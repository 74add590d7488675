import type { Page } from '@playwright/test'
import type { Wallet } from '#contract/wallet.ts'
import { approve, approveDelivered, askForAirtime } from '#tests/e2e/support/purchase.ts'
import { fillTransfer } from '#tests/e2e/support/wallet-page.ts'

const listOf = (ending: string) =>
  `phone,amount,price,name\n0803333111${ending},500,520,Chidi Okafor\n0805555222${ending},1000,1030,Amina Bello\n0809999,300,310,Bola\n0809999444${ending},200,210,Ngozi`

const CUSTOMERS = [
  { name: 'Amina Bello', phone: '08055552222', network: 'glo', note: 'Pays on Fridays' },
  { name: 'Chidi Okafor', phone: '08033331111', network: 'mtn' },
  { name: 'Ngozi Eze', phone: '08099994444' },
]

type Wide = {
  /** Takes a picture of each size. */
  readonly take: (name: string) => Promise<void>
  /** Last digit of phone numbers: the provider takes the same purchase soon after another walk's for a mistake. */
  readonly ending: string
}

/** The main screens of a wallet in use, on a laptop and a tablet. */
export async function walkWide(page: Page, { take, ending }: Wide): Promise<void> {
  await askForAirtime(page, { phone: `0803123456${ending}`, amount: '500' })
  await page.getByRole('region', { name: 'Approve' }).waitFor()
  await take('airtime-review')
  await approveDelivered(page)
  await fillTransfer(page, '1,500')
  await take('withdraw')
  await page.getByRole('button', { name: 'Submit' }).click()
  await approve(page)
  await page.getByRole('heading', { name: 'Transfer Successfully' }).waitFor({ timeout: 30_000 })
  await takeSelling(page, { take, ending })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'View All' }).waitFor()
  await take('dashboard')
  await page.goto('/history')
  await page.getByText('MTN Airtime').first().waitFor()
  await take('history')
  const { recent } = (await (await page.request.get('/api/wallet')).json()) as Wallet
  await page.goto(`/history/${recent.find(({ kind }) => kind === 'withdrawal')?.id}`)
  await page.getByRole('region', { name: 'Receipt' }).waitFor()
  await take('receipt')
  await page.goto('/buy-bpc')
  await page.getByText('₦1,000,000', { exact: true }).waitFor()
  await take('buy-bpc')
  await page.goto('/security')
  await page.getByText('of 4 set').waitFor()
  await take('security')
}

async function takeSelling(page: Page, { take, ending }: Wide): Promise<void> {
  await page.goto('/sell/many')
  await page.getByLabel('Your list').fill(listOf(ending))
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Review and approve' }).waitFor()
  await take('sell-many-checked')
  await page.getByRole('button', { name: 'Review and approve' }).click()
  await approve(page)
  await page.getByText('3 delivered for').waitFor({ timeout: 40_000 })
  await page.goto('/sell/sales')
  await page.getByText('3 sales delivered.').waitFor()
  await take('sell-sales')
  for (const data of CUSTOMERS) await page.request.post('/api/customers', { data })
  await page.goto('/sell/customers')
  await page.getByText('Amina Bello').first().waitFor()
  await take('sell-customers')
}
