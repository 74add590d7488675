import type { BrowserContext, CDPSession, Page } from '@playwright/test'

const NONE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const ALL = { ...NONE, offline: false }

/** What gives each page its network back. */
type Cut = { readonly pages: Map<Page, () => Promise<unknown>>; stop(): void }
const cuts = new WeakMap<BrowserContext, Cut>()

/**
 * Takes the network away from every page of a context, and from those it opens later. After each navigation the browser is
 * told again: Chromium 150 forgets it with every new document, where `navigator.onLine` is true then.
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

/** A page that is closed needs nothing more, and a browser that does not know the command remembers what it was told. */
async function tell(session: CDPSession, state: typeof NONE): Promise<void> {
  await session.send('Network.overrideNetworkState', state).catch(() => undefined)
}
