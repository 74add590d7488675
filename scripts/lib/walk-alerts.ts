import type { Page } from '@playwright/test'

/** The inbox, its settings, and the page that an email's link opens. */
export async function walkAlerts(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/alerts')
  await page.getByRole('region', { name: 'Today' }).getByRole('link').first().waitFor()
  await take('alerts')
  await page.goto('/security/alerts')
  await page.getByRole('heading', { name: 'What you get' }).waitFor()
  await take('alert-settings')
  await page.getByRole('heading', { name: 'Quiet hours' }).scrollIntoViewIfNeeded()
  await take('alert-settings-quiet')
  await page.goto('/alerts/off#usr_1.money.made-up')
  await page.getByRole('button', { name: 'Turn these emails off' }).waitFor()
  await take('alerts-off')
}
