import { expect, type Page } from '@playwright/test'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { sandbox } from './sandbox.ts'

/** On Add money: enters the phone number that the bank requires, and waits for the account number. */
export async function askForAccountNumber(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone number' }).fill('0803 123 4567')
  await page.getByRole('button', { name: 'Get my account number' }).click()
  await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible()
}

/** The signed-in person's account number, once it is issued. */
export async function accountNumberOf(page: Page): Promise<string> {
  let accountNumber: string | undefined
  await expect(async () => {
    const answer = (await (await page.request.get('/api/funding-account')).json()) as FundingAccountAnswer
    accountNumber = answer.account?.accountNumber
    expect(accountNumber).toBeDefined()
  }).toPass()
  return accountNumber ?? ''
}

/** Pays into this page's wallet once for each sender, and waits until the wallet shows it. */
export async function payInFrom(page: Page, senders: readonly string[]): Promise<void> {
  const accountNumber = await accountNumberOf(page)
  for (const senderName of senders) await sandbox().payIn({ accountNumber, amountKobo: '250050', senderName })
  await expect
    .poll(async () => ((await (await page.request.get('/api/wallet')).json()) as { recent: unknown[] }).recent.length)
    .toBeGreaterThan(senders.length)
}
