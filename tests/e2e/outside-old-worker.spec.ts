import { expect, test } from '@playwright/test'
import { WITHOUT_NEWER_BUILT_INS } from '#tests/e2e/support/old-browser.ts'
import { openDelivery, shownIn } from '#tests/e2e/support/push-messages.ts'
import { openDeployment, readyForOffline } from '#tests/e2e/support/service-worker.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'
import { findWholeChromium } from '../../scripts/lib/chromium.js'

// The headless shell that other tests use shows no notifications.
const whole = { executablePath: findWholeChromium() ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] }
test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  launchOptions: whole,
  // Uses the deployment's address instead of the product's own.
  baseURL: async ({ baseURL }, use) => {
    const deployment = await openDeployment(baseURL ?? '', WITHOUT_NEWER_BUILT_INS)
    await use(deployment.url)
    await deployment.close()
  },
})

test('the service worker of an old browser shows an alert that was pushed', async ({ page, context }) => {
  await join(page, 'Ada Obi')
  await readyForOffline(page)
  const deliver = await openDelivery(context, page)
  const [title, body] = ['Money in', '₦2,500.50 came in']
  await deliver(JSON.stringify({ tag: 'Zm9y', seq: 1, title, body, url: '/alerts', at: '2026-01-01T10:00:00Z' }))
  await expect.poll(() => shownIn(page)).toMatchObject([{ title, body }])
})
