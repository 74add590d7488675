import { randomBytes } from 'node:crypto'
import type { PushAnswer, SubscribeBody, SubscribedAnswer } from '#contract/push.ts'
import { newBrowserKeys } from '#sandbox/push/browser.ts'
import { buildSandbox } from '#sandbox/server.ts'
import { createWorld } from '#sandbox/world.ts'
import type { OutgoingPush } from '#server/alerts/push/send-push.ts'
import type { Browser, Person } from './accounts.ts'
import { freePort } from './free-port.ts'
import { openSandboxControl, type PushBrowser, type SandboxControl } from './sandbox-control.ts'

export type PushWorld = { readonly port: number; readonly control: SandboxControl; close(): Promise<void> }

/** The sandbox world with its push service, on a port that can be given to an app. */
export async function startPushWorld(now: () => Date): Promise<PushWorld> {
  const world = createWorld({ clock: { now }, randomBytes, stateFile: null, webhookUrl: null })
  const app = buildSandbox(world)
  const port = await freePort()
  await app.listen({ port, host: 'localhost' })
  return {
    port,
    // Under the name by which the app knows it.
    control: openSandboxControl(`http://localhost:${port}`),
    async close() {
      await app.close()
      world.close()
    },
  }
}

/** A subscription of an unknown browser, at a push service where nobody listens. */
export function newSubscription(sandboxUrl: string): SubscribeBody {
  const { publicKey, auth } = newBrowserKeys()
  return { endpoint: `${sandboxUrl}/push/s/sub_${randomBytes(8).toString('hex')}`, p256dh: publicKey, auth }
}

/** What a page sends once its browser has subscribed. */
export function bodyOf({ endpoint, keys }: Pick<PushBrowser, 'endpoint' | 'keys'>) {
  return { endpoint, ...keys }
}

export async function readPush(browser: Browser): Promise<PushAnswer> {
  return (await browser.send('GET', '/api/push')).json<PushAnswer>()
}

/** A browser of the sandbox world subscribes, and the person's session turns push on for it. */
export async function turnPushOn(
  { browser }: Pick<Person, 'browser'>,
  control: SandboxControl,
): Promise<{ readonly id: string; readonly there: PushBrowser }> {
  const { publicKey } = await readPush(browser)
  const there = await control.subscribe(publicKey)
  const answer = await browser.send('POST', '/api/push', bodyOf(there))
  return { id: answer.json<SubscribedAnswer>().subscription.id, there }
}

/** An alert for a person; `seq` counts those about one order. */
export function alertFor(
  { session }: Person,
  over: Partial<OutgoingPush['alert']> & Partial<OutgoingPush['text']> = {},
): OutgoingPush {
  const { id = 'alr_1', subjectId = 'ord_1', seq = 1, at = new Date('2026-11-21T11:00:00.000Z') } = over
  const {
    title = 'Transfer completed',
    body = 'To A. O., ****6784.',
    url = 'http://localhost:3000/history/ord_1?from=alert',
  } = over
  return { userId: session.userId, alert: { id, subjectId, seq, at }, text: { title, body, url } }
}
