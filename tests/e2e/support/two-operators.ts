import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { button, heading, signIn, WIDE } from './console-pages.ts'
import type { OwnProduct } from './own-product.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

const ADAS = 'seven herons wait at noon'
const BAYOS = 'nine lanterns drift at dawn'

/** A status message on the page. */
export const said = (page: Page, sentence: string) => page.getByRole('status').filter({ hasText: sentence })

/** Two managers signed in, each in their own browser: Ada Obi and Bayo Ade. */
export async function twoOperators(
  browser: Browser,
  product: OwnProduct,
): Promise<{ ada: Page; bayo: Page; contexts: readonly BrowserContext[] }> {
  const contexts = [await newContext(browser, product), await newContext(browser, product)]
  const [ada, bayo] = (await Promise.all(contexts.map(pageOf))) as [Page, Page]
  await ada.goto(product.output().match(/http:\S+\/admin\/enrol#\S+/)?.[0] ?? '')
  await ada.getByLabel('Your name').fill('Ada Obi')
  await ada.getByLabel(/passphrase/i).fill(ADAS)
  await ada.keyboard.press('Enter')
  await button(ada, 'Enrol a passkey').click()
  await expect(heading(ada, 'Passkey enrolled')).toBeVisible()
  await signIn(ada)
  await product.operators(['add', 'Bayo Ade', '--by', 'Ada Obi'], [ADAS, BAYOS, BAYOS])
  const printed = await product.operators(['link', 'Bayo Ade'], [BAYOS])
  await bayo.goto(`/admin/enrol#${printed.match(/(?<=enrol#)\S+/)?.[0] ?? ''}`)
  await button(bayo, 'Enrol a passkey').click()
  await expect(bayo.getByText(/Another operator has to confirm it within 24 hours/)).toBeVisible()
  await ada.goto('/admin/proposals')
  await button(ada, 'Review and confirm').click()
  await button(ada, 'Sign with your passkey').click()
  await expect(said(ada, 'Confirmed: Let Bayo Ade')).toBeVisible()
  await signIn(bayo)
  return { ada, bayo, contexts }
}

async function newContext(browser: Browser, product: OwnProduct): Promise<BrowserContext> {
  return await browser.newContext({ baseURL: product.url, viewport: WIDE })
}

async function pageOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await addAuthenticator(page)
  return page
}
