import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { WIDE } from './console-pages.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

/** A console test's own installation, and its browsers. */
export type ConsoleProduct = OwnProduct & {
  /** A page in a browser of its own. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** The same for an operator, on a device that recognises them. */
  openOperator(): Promise<Page>
}

/** No operator is enrolled yet. `close` closes its browsers too. */
export async function startConsole(
  browser: Browser,
  settings: Readonly<Record<string, string>> = {},
): Promise<ConsoleProduct> {
  const product = await startOwnProduct({ LINK_CHECK: 'off', ...settings })
  const pages: Page[] = []
  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ baseURL: product.url, ...options })
    const page = await context.newPage()
    pages.push(page)
    return page
  }
  return {
    ...product,
    open,
    async openOperator() {
      const page = await open({ viewport: WIDE })
      await addAuthenticator(page)
      return page
    },
    async close() {
      for (const page of pages) await page.context().close()
      await product.close()
    },
  }
}
