import { createHmac } from 'node:crypto'
import type { UserId } from '#contract/ids.ts'
import { PUSH_BODY_MAX_BYTES, PUSH_LIFETIME_MS, PUSH_RETRY_AFTER_MAX_MS } from '#contract/push-limits.ts'
import type { Deps } from '#server/deps.ts'
import { type PushAnswer, postPush } from './post-push.ts'
import { readPushKeys } from './push-keys.ts'
import { findReachable, type Reachable } from './subscriptions.ts'
import { type PushMessage, type PushRequest, preparePush } from './web-push.ts'

type PushDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'keys' | 'log' | 'randomBytes'>

/** An alert for one person's lock screen. `url` is an address of this installation. */
export type OutgoingPush = {
  readonly userId: UserId
  readonly alert: { readonly id: string; readonly subjectId: string; readonly seq: number; readonly at: Date }
  readonly text: { readonly title: string; readonly body: string; readonly url: string }
}

/** The result. `off`: none of the person's browsers has push. */
export type PushDelivery = 'sent' | 'off' | 'later' | 'given-up'
type Outcome = 'sent' | 'gone' | 'later' | 'given-up'

const TOPIC_LENGTH = 32

/**
 * Sends an alert to each of the person's browsers, at least once: its tag and number make a browser show a repeat once.
 * `later` while one of them could not accept it. Whatever a push service does is an outcome, never an exception.
 */
export async function sendPush(deps: PushDeps, outgoing: OutgoingPush): Promise<PushDelivery> {
  const browsers = await findReachable(deps, outgoing.userId)
  if (browsers.length === 0) return 'off'
  const keys = await readPushKeys(deps)
  const message = messageOf(deps, outgoing)
  const outcomes = await Promise.all(
    browsers.map(async (browser) => {
      const isTooEarly = browser.waitUntil !== null && deps.clock.now() < browser.waitUntil
      return isTooEarly ? 'later' : await sendTo(deps, outgoing.userId, browser, { keys, message })
    }),
  )
  return (['later', 'sent', 'given-up'] as const).find((each) => outcomes.includes(each)) ?? 'off'
}

async function sendTo(
  deps: PushDeps,
  userId: UserId,
  browser: Reachable,
  { keys, message }: { keys: Awaited<ReturnType<typeof readPushKeys>>; message: PushMessage },
): Promise<Outcome> {
  const request = prepare(deps, browser, { keys, message })
  const answer: PushAnswer =
    typeof request === 'string' ? { kind: 'unanswered', cause: request } : await postPush(deps, request)
  const outcome = typeof request === 'string' ? 'given-up' : outcomeOf(answer)
  await record(deps, userId, browser, { outcome, answer })
  if (outcome !== 'sent') {
    const said = answer.kind === 'answered' ? { status: answer.status } : { cause: answer.cause }
    deps.log.warn({ subscription: browser.id, outcome, ...said }, 'a push service did not take an alert')
  }
  return outcome
}

/** The request, or why none can be sent. */
function prepare(
  { clock, config }: PushDeps,
  { subscription }: Reachable,
  { keys, message }: { keys: Awaited<ReturnType<typeof readPushKeys>>; message: PushMessage },
): PushRequest | string {
  const contact = config.publicUrl.startsWith('https://') ? config.publicUrl : `mailto:${config.mail.from}`
  try {
    const request = preparePush(subscription, message, { keys, contact, now: clock.now() })
    return request.body.byteLength <= PUSH_BODY_MAX_BYTES ? request : 'the alert is too long'
  } catch {
    return 'the alert could not be encrypted'
  }
}

function outcomeOf(answer: PushAnswer): Outcome {
  if (answer.kind === 'unanswered') return 'later'
  const { status } = answer
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'later' : 'given-up'
}

/**
 * Records the outcome. A browser that unsubscribed gets no more, which its owner can see; others wait as long as their
 * service asked, at most PUSH_RETRY_AFTER_MAX_MS.
 */
async function record(
  { clock, database }: PushDeps,
  userId: UserId,
  { id }: Reachable,
  { outcome, answer }: { outcome: Outcome; answer: PushAnswer },
): Promise<void> {
  const now = clock.now()
  if (outcome === 'gone') {
    await database.query(
      'update push_subscriptions set ended_at = $3, wait_until = null where user_id = $1 and id = $2 and ended_at is null',
      [userId, id, now],
    )
  } else if (outcome === 'sent') {
    await database.query(
      'update push_subscriptions set last_sent_at = $3, wait_until = null where user_id = $1 and id = $2',
      [userId, id, now],
    )
  } else if (outcome === 'later' && answer.kind === 'answered' && answer.retryAfterMs !== null) {
    const waitUntil = new Date(now.getTime() + Math.min(answer.retryAfterMs, PUSH_RETRY_AFTER_MAX_MS))
    await database.query('update push_subscriptions set wait_until = $3 where user_id = $1 and id = $2', [
      userId,
      id,
      waitUntil,
    ])
  }
}

function messageOf(
  { config, keys }: Pick<Deps, 'config' | 'keys'>,
  { userId, alert, text }: OutgoingPush,
): PushMessage {
  const topic = createHmac('sha256', keys.pushKey)
    .update(`topic\n${userId}\n${alert.subjectId}`)
    .digest('base64url')
    .slice(0, TOPIC_LENGTH)
  const { title, body } = text
  // Only the path is sent: a browser accepts no other origin and knows its own.
  const { pathname, search } = new URL(text.url, config.publicUrl)
  const payload = JSON.stringify({
    id: alert.id,
    tag: topic,
    seq: alert.seq,
    title,
    body,
    url: pathname + search,
    at: alert.at.toISOString(),
  })
  return { payload, topic, lifetimeMs: PUSH_LIFETIME_MS, urgency: 'high' }
}
