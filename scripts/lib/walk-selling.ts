import type { Page } from '@playwright/test'
import { approve } from '#tests/e2e/support/purchase.ts'
import type { SandboxControl } from '#tests/support/sandbox-control.ts'

/** A list with a wrong line and a failure, from the paste to the margin of the day. */
export async function walkSelling(
  page: Page,
  sandbox: SandboxControl,
  take: (name: string) => Promise<void>,
): Promise<void> {
  await page.goto('/sell/many')
  await page
    .getByRole('textbox')
    .first()
    .fill(
      'phone,amount,price,name\n08033331111,500,520,Chidi Okafor\n08055552222,1000,1030,Amina Bello\n0809999,300,310,Bola\n08099994444,200,210,Ngozi',
    )
  await take('sell-many')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Review and approve' }).waitFor()
  await take('sell-many-checked')
  await sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'decline' })
  await page.getByRole('button', { name: 'Review and approve' }).click()
  await page.getByRole('region', { name: 'Every line' }).waitFor()
  await take('sell-many-review')
  await approve(page)
  await page.getByText('Failed', { exact: true }).first().waitFor({ timeout: 20_000 })
  await page.waitForTimeout(2_000)
  await take('sell-many-outcome')
  await page.goto('/sell')
  await page.getByRole('region', { name: 'Today’s margin' }).waitFor()
  await take('sell')
  await page.goto('/sell/sales')
  await page.getByRole('list', { name: 'Sales' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Receipt' }).waitFor()
  await take('sell-receipt')
}
