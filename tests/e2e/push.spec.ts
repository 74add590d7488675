import { expect, type Page, test } from '@playwright/test'
import type { PushAnswer } from '#contract/push.ts'
import { newVapidKeys, preparePush, type VapidKeys } from '#server/alerts/push/web-push.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { payInFrom } from '#tests/e2e/support/pay-in.ts'
import { openDelivery, type Shown, shownIn } from '#tests/e2e/support/push-messages.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { keptByBrowser, readyForOffline } from '#tests/e2e/support/service-worker.ts'
import { secondThird } from '#tests/e2e/support/thirds.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'
import type { PushBrowser } from '#tests/support/sandbox-control.ts'
import { findWholeChromium } from '../../scripts/lib/chromium.js'

// The headless shell that other tests use shows no notifications.
const whole = { executablePath: findWholeChromium() ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] }
test.use({ serviceWorkers: 'allow', permissions: ['notifications'], launchOptions: whole })
test.describe.configure({ mode: 'default' })

const TAG = 'Zm9yIG9uZSBvcmRlciBvZiBvbmUgcGVy'
const SECRETS = /0123456784|ADA OBI|@example|pin|token|sub_\d/i

/** Chromium without a network has no push service, so it subscribes at the sandbox world's full one. */
async function subscribeAtSandbox(page: Page): Promise<() => PushBrowser | undefined> {
  let there: PushBrowser | undefined
  await page.exposeFunction('subscribeAtSandbox', async (key: string) => {
    there = await sandbox().subscribe(key)
    return there
  })
  await page.addInitScript(() => {
    type Fake = { toJSON(): object; unsubscribe(): Promise<boolean>; options: object }
    let subscription: Fake | null = null
    const ask = (window as unknown as { subscribeAtSandbox(key: string): Promise<object> }).subscribeAtSandbox
    const { prototype } = PushManager
    prototype.getSubscription = async () => subscription as never
    prototype.subscribe = async (options) => {
      const given = await ask(String(options?.applicationServerKey))
      subscription = {
        toJSON: () => given,
        unsubscribe: async () => {
          subscription = null
          return true
        },
        options: { applicationServerKey: null },
      }
      return subscription as never
    }
  })
  return () => there
}

/** Encrypts for the browser, sends over HTTP, and returns what the browser reads. */
async function throughPushService({ endpoint, id, keys }: PushBrowser, alert: object, by: VapidKeys): Promise<string> {
  const message = { payload: JSON.stringify(alert), topic: TAG, lifetimeMs: 60_000, urgency: 'high' } as const
  const signing = { keys: by, contact: 'mailto:push@example.com', now: new Date() }
  const { headers, body } = preparePush({ endpoint, ...keys }, message, signing)
  const { 'content-length': _, ...sent } = headers
  const answer = await fetch(endpoint, { method: 'POST', headers: sent, body: Buffer.from(body) })
  expect(answer.status).toBe(201)
  return (await sandbox().pushMessages(id))[0]?.text ?? ''
}

test('an alert is a real notification: the newest of an order, without a secret, and gone with the sign-out', async ({
  page,
  context,
}) => {
  const broken = brokenRules(page, { allowing: /status of 401/ })
  const there = await subscribeAtSandbox(page)
  await join(page, 'Ṣadé Okonkwo')
  await readyForOffline(page)

  // What the page does when somebody turns push on.
  const answered = await page.evaluate(async () => {
    const { publicKey } = (await (await fetch('/api/push')).json()) as { publicKey: string }
    const { pushManager } = await navigator.serviceWorker.ready
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint, keys } = subscription.toJSON()
    const body = JSON.stringify({ endpoint, ...keys })
    const answer = await fetch('/api/push', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return answer.status
  })
  expect(answered).toBe(200)
  const { subscriptions } = (await (await page.request.get('/api/push')).json()) as PushAnswer
  expect(subscriptions).toMatchObject([{ current: true, browser: expect.stringMatching(/^Chrome on /) }])
  expect(there()?.endpoint).toMatch(/\/push\/s\/sub_\d+$/)

  // Only the product has that subscription's key, so this test sends as another sender, to a browser subscribed for it.
  const sender = newVapidKeys()
  const browser = await sandbox().subscribe(sender.publicKey)
  const alert = (seq: number, title: string) => ({
    id: `alr_${seq}`,
    tag: TAG,
    seq,
    title,
    body: 'To A. O., ****6784.',
    url: '/history/ord_1',
    at: new Date().toISOString(),
  })
  const deliver = await openDelivery(context, page)
  await deliver(await throughPushService(browser, alert(1, 'Transfer on its way'), sender))
  await expect.poll(() => shownIn(page)).toMatchObject([{ title: 'Transfer on its way', tag: TAG, actions: 0 }])
  await deliver(await throughPushService(browser, alert(3, 'Transfer completed'), sender))
  const newest: Shown[] = [
    {
      title: 'Transfer completed',
      body: 'To A. O., ****6784.',
      tag: TAG,
      data: { url: '/history/ord_1', seq: 3 },
      actions: 0,
    },
  ]
  await expect.poll(() => shownIn(page)).toEqual(newest)
  for (const late of [alert(2, 'Transfer pending'), alert(3, 'Transfer completed again')]) {
    await deliver(await throughPushService(browser, late, sender))
  }
  // An alert about another order follows, so that the earlier ones have been handled.
  await deliver(JSON.stringify({ ...alert(1, 'Money received'), tag: 'another' }))
  await expect.poll(async () => (await shownIn(page)).length).toBe(2)
  const shown = await shownIn(page)
  expect(shown.filter(({ tag }) => tag === TAG)).toEqual(newest)
  expect(JSON.stringify(shown)).not.toMatch(SECRETS)
  expect(await keptByBrowser(page)).toContain(TAG)

  await page.goto('/profile')
  await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => shownIn(page)).toEqual([])
  expect(await keptByBrowser(page)).not.toContain(TAG)
  expect(broken).toEqual([])
})

secondThird(
  'money that comes in is a notification after push was turned on with a tap, and it leads to the payment',
  async ({ page, context }) => {
    const there = await subscribeAtSandbox(page)
    await join(page, 'Ngozi Alabi')
    await readyForOffline(page)
    await page.goto('/security/alerts')
    const push = page.getByRole('region', { name: 'Push' })
    await push.getByRole('button', { name: 'Turn on for this device' }).click()
    await expect(push.getByText('On for this device.')).toBeVisible()

    await payInFrom(page, ['TUNDE BAKARE'])
    const sent = async () =>
      (await sandbox().pushMessages(there()?.id ?? '')).find(({ text }) => text?.includes('came in'))
    await expect.poll(sent).toBeDefined()
    const deliver = await openDelivery(context, page)
    await deliver((await sent())?.text ?? '')
    await expect
      .poll(() => shownIn(page))
      .toMatchObject([
        {
          title: 'Money came in',
          body: 'A bank transfer from T••• B••• came into your wallet.',
          data: { url: expect.stringMatching(/^\/history\/txn_[0-9a-z]+$/) },
        },
      ])
    expect(JSON.stringify(await shownIn(page))).not.toMatch(SECRETS)
  },
)
