import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/** Delivers a message to the service worker, as the browser does when its push service has one. */
export async function openDelivery(context: BrowserContext, page: Page): Promise<(data: string) => Promise<void>> {
  const session: CDPSession = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((each) => !each.isDeleted && page.url().startsWith(each.scopeURL))
      if (ours !== undefined) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

export type Shown = { title: string; body: string; tag: string; data: unknown; actions: number }

/** The notifications that the service worker of this page shows. */
export async function shownIn(page: Page): Promise<Shown[]> {
  return await page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications()
    return notifications.map(({ title, body, tag, data, actions = [] }: Notification & { actions?: unknown[] }) => {
      return { title, body, tag, data, actions: actions.length }
    })
  })
}
