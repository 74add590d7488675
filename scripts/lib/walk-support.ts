import type { Page } from '@playwright/test'

/** Support with a report of its own, the FAQ with an answer open, the communities and the operators' door. */
export async function walkSupport(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/support/report')
  await page.getByLabel('What is it about?').selectOption('Money that has not arrived')
  await page.getByLabel('What happened?').fill('I sent ₦5,000 from my bank at noon. It is not in my wallet yet.')
  await take('report')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByRole('heading', { name: 'Your report' }).waitFor()
  await take('report-received')
  await page.goto('/support')
  await page.getByRole('link', { name: /^Money that has not arrived/ }).waitFor()
  await take('support')
  await page.goto('/faq#fees')
  await page.getByText('Stamp duty of').waitFor()
  await take('faq')
  await page.goto('/platform')
  await take('platform')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Back to Dashboard' }).waitFor()
  await take('admin')
}
