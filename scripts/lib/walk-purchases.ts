import type { Page } from '@playwright/test'
import {
  approve,
  approveDelivered,
  askForAirtime,
  fillElectricity,
  fillExamPins,
  fillTv,
} from '#tests/e2e/support/purchase.ts'
import type { SandboxControl } from '#tests/support/sandbox-control.ts'

/** Airtime pending, requested twice, failed and delivered; a data bundle; electricity with its token; TV. */
export async function walkPurchases(
  page: Page,
  sandbox: SandboxControl,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const airtime = { phone: '08031234567', amount: '500' }
  await sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'pending' })
  await askForAirtime(page, airtime)
  await page.getByRole('region', { name: 'Approve' }).waitFor()
  await take('airtime-review')
  await approve(page)
  await page.getByRole('heading', { name: 'Your airtime purchase is on its way' }).waitFor()
  await take('airtime-pending')
  await askForAirtime(page, airtime)
  await page.getByRole('dialog', { name: 'Pay again?' }).waitFor()
  await take('airtime-second-one')
  await page.getByRole('button', { name: 'No, once is enough' }).click()
  await take('airtime')
  await sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'decline' })
  await askForAirtime(page, { phone: '08051234567', amount: '1,000' })
  await approve(page)
  await page.getByRole('heading', { name: 'Your airtime purchase failed' }).waitFor()
  await take('airtime-failed')
  await askForAirtime(page, { phone: '08091234567', amount: '200' })
  await approveDelivered(page)
  await take('airtime-delivered')

  await page.goto('/data')
  await page.getByLabel('Phone Number').fill('08031234567')
  await page.getByRole('button', { name: /^Data Bundle/ }).click()
  await page.getByRole('button', { name: /^2GB/ }).waitFor()
  await take('data-bundles')
  await page.getByRole('button', { name: /^2GB/ }).click()
  await take('data')

  await fillElectricity(page, { meter: '45678901234', amount: '5,000' })
  await take('electricity')
  await page.getByRole('button', { name: 'Pay Electricity' }).click()
  await approve(page)
  await page.getByRole('button', { name: 'Copy token' }).waitFor()
  await take('electricity-token')
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await page.getByRole('button', { name: 'Copy token' }).waitFor()
  await take('electricity-receipt')
  await fillTv(page, '7023456789')
  await take('tv')
  await fillExamPins(page, { quantity: 2, phone: '08031234567' })
  await take('exam-pins')
  await page.getByRole('button', { name: 'Buy Exam PINs' }).click()
  await page.getByRole('button', { name: 'Approve with PIN' }).waitFor()
  await take('exam-pins-review')
  await approve(page)
  await page.getByRole('button', { name: 'Copy pin 2' }).waitFor()
  await take('exam-pins-delivered')
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await page.getByRole('button', { name: 'Copy pin 2' }).waitFor()
  await take('exam-pins-receipt')
}
