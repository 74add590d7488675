import { expect, type Locator, type Page } from '@playwright/test'
import { button, heading, signIn } from './console-pages.ts'
import type { ConsoleProduct } from './console-product.ts'
import type { OwnProduct } from './own-product.ts'

export const ADAS = 'seven herons wait at noon'
export const BAYOS = 'nine lanterns drift at dawn'

/** A status message on the page. */
export const said = (page: Page, sentence: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: sentence })

/** Signs what the page shows, and waits for the message that it is done. */
export async function sign(page: Page, sentence: string | RegExp): Promise<void> {
  await button(page, 'Sign with your passkey').click()
  await expect(said(page, sentence)).toBeVisible()
}

/** Confirms the one request that the page lists, by its first words. */
export async function confirm(page: Page, title: string): Promise<void> {
  await button(page, 'Review and confirm').click()
  await sign(page, `Confirmed: ${title}`)
}

/** Opens the link that the first start prints, perhaps after the product already answers. */
export async function openFirstLink(page: Page, product: OwnProduct): Promise<void> {
  const link = () => product.output().match(/http:\S+\/admin\/enrol#\S+/)?.[0] ?? ''
  await expect.poll(link).not.toBe('')
  await page.goto(link())
}

/** Enrols Ada Obi, a manager, through the first link. */
export async function enrolFirst(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Obi')
  await page.getByLabel(/passphrase/i).fill(ADAS)
  await page.keyboard.press('Enter')
  await button(page, 'Enrol a passkey').click()
  await expect(heading(page, 'Passkey enrolled')).toBeVisible()
}

/** Adds Bayo Ade in the terminal and enrols this browser's passkey, which awaits another operator's confirmation. */
export async function enrolSecond(page: Page, product: OwnProduct, role = 'manager'): Promise<void> {
  await product.operators(['add', 'Bayo Ade', '--role', role, '--by', 'Ada Obi'], [ADAS, BAYOS, BAYOS])
  const printed = await product.operators(['link', 'Bayo Ade'], [BAYOS])
  await page.goto(`/admin/enrol#${printed.match(/(?<=enrol#)\S+/)?.[0] ?? ''}`)
  await button(page, 'Enrol a passkey').click()
  await expect(page.getByText(/Another operator has to confirm it within 24 hours/)).toBeVisible()
}

/** Ada Obi, the only operator, signed in. */
export async function firstOperator(product: ConsoleProduct): Promise<Page> {
  const ada = await product.openOperator()
  await openFirstLink(ada, product)
  await enrolFirst(ada)
  await signIn(ada)
  return ada
}

/** Ada Obi, a manager, and Bayo Ade, each signed in in their own browser. */
export async function twoOperators(product: ConsoleProduct, role?: string): Promise<[ada: Page, bayo: Page]> {
  const ada = await firstOperator(product)
  const bayo = await product.openOperator()
  await enrolSecond(bayo, product, role)
  await ada.goto('/admin/proposals')
  await confirm(ada, 'Let Bayo Ade')
  await signIn(bayo)
  return [ada, bayo]
}
