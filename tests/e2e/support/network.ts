import type { BrowserContext, CDPSession, Page } from '@playwright/test'

const NONE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const ALL = { ...NONE, offline: false }

/** Per page, the function that restores its network. */
type Cut = { readonly pages: Map<Page, () => Promise<unknown>>; stop(): void }
const cuts = new WeakMap<BrowserContext, Cut>()

/**
 * Disconnects every page of a context, and pages it opens later. Repeats the command after each navigation: Chromium
 * 150 forgets it with every new document, where `navigator.onLine` then is true.
 */
export async function cutNetwork(context: BrowserContext): Promise<void> {
  const pages: Cut['pages'] = new Map()
  async function follow(page: Page): Promise<void> {
    const session = await context.newCDPSession(page)
    const cut = () => void tell(session, NONE)
    page.on('framenavigated', cut)
    pages.set(page, () => {
      page.off('framenavigated', cut)
      return tell(session, ALL)
    })
    await tell(session, NONE)
  }
  const onPage = (page: Page) => void follow(page).catch(() => undefined)
  context.on('page', onPage)
  cuts.set(context, { pages, stop: () => context.off('page', onPage) })
  await context.setOffline(true)
  for (const page of context.pages()) await follow(page)
}

/** Gives the network back. */
export async function restoreNetwork(context: BrowserContext): Promise<void> {
  const cut = cuts.get(context)
  cut?.stop()
  cuts.delete(context)
  for (const giveBack of cut?.pages.values() ?? []) await giveBack()
  await context.setOffline(false)
}

/** A closed page needs nothing more, and a browser that does not know the command keeps its earlier state. */
async function tell(session: CDPSession, state: typeof NONE): Promise<void> {
  await session.send('Network.overrideNetworkState', state).catch(() => undefined)
}
