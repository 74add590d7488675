import { ALERT_KINDS } from '#contract/alert-kinds.ts'
import { ALERT_GIVEN_UP_MS } from '#contract/alert-limits.ts'
import type { OutgoingChannel } from '#contract/alert-settings.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { subjectOfJob } from '#server/outbox/alerts/add-alert.ts'
import type { AlertOfKind } from '#server/outbox/alerts/describe-alert.ts'
import { ALERTS } from '#server/outbox/alerts/kinds/kinds.ts'
import { type Claim, TRIES_BEFORE_GIVEN_UP } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import type { Delivery, OutgoingAlert, SendAlert } from './channel.ts'
import { emailAlert } from './email-alert.ts'
import { sendPush } from './push/send-push.ts'
import type { AlertChoices } from './read-settings.ts'
import { isOn, quietUntil } from './settings.ts'
import { sendSms } from './sms/send-sms.ts'
import { textOf } from './texts.ts'
import { type ChannelState, readTurn, recordResult, type Turn } from './turn.ts'

export type Channels = Readonly<Record<OutgoingChannel, SendAlert>>

/** Few people have push or SMS on, so everyone else costs no query. */
const CHANNELS: Channels = {
  email: emailAlert,
  push: async (deps, outgoing) => (outgoing.owner.hasPush ? await sendPush(deps, outgoing) : 'off'),
  sms: async (deps, outgoing) => (outgoing.owner.hasPhone ? await sendSms(deps, outgoing) : 'off'),
}

/** Bounds of the wait between retries, ms. */
const PAUSE_MIN_MS = 1_000
const PAUSE_MAX_MS = 15 * 60_000

/**
 * Sends a subject's newest waiting alert, in each channel that its owner has on. Older ones are dropped, because they
 * are out of date. One worker at a time has a subject, so no alert overtakes another.
 */
export async function sendAlerts(deps: Deps, claim: Claim, channels: Channels = CHANNELS): Promise<JobResult> {
  const userId = claim.userId as UserId
  const { waiting, owner } = await readTurn(deps, { userId, subjectId: subjectOfJob(claim) })
  const newest = waiting.at(-1)
  if (newest === undefined) return 'done'
  const category = ALERT_KINDS[newest.kind].category
  // Money events already make open pages reload the wallet and its alerts. Nothing else would show the others.
  if (category !== 'money') deps.events.publish(userId, { topics: ['alerts'] })
  const now = deps.clock.now()
  const quietEnd = owner.isClosed ? null : quietUntil(owner.quiet, category, now)
  const sending = { newest, owner, quietEnd, attempts: claim.attempts }
  const [email, push, sms] = await Promise.all([
    stateAfter(deps, { ...sending, channel: 'email' }, channels),
    stateAfter(deps, { ...sending, channel: 'push' }, channels),
    stateAfter(deps, { ...sending, channel: 'sms' }, channels),
  ])
  const states = { email, push, sms }
  const isWaiting = Object.values(states).includes('waiting')
  const again = quietEnd ?? new Date(now.getTime() + pauseAfter(claim.attempts))
  await recordResult(deps, { claim, newest, states, dueAt: isWaiting ? again : null })
  return 'ended'
}

function pauseAfter(attempts: number): number {
  return Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** Math.min(attempts, 12))
}

type Waiting = Turn['waiting'][number]
type Sending = {
  readonly newest: Waiting
  readonly owner: AlertChoices
  readonly channel: OutgoingChannel
  readonly quietEnd: Date | null
  readonly attempts: number
}

/** The alert's state in a channel after an attempt. */
async function stateAfter(deps: Deps, of: Sending, channels: Channels): Promise<ChannelState> {
  const { newest, owner, channel, quietEnd, attempts } = of
  if (newest[channel] !== 'waiting') return newest[channel]
  if (owner.isClosed || isOver(newest, deps.clock.now())) return 'dropped'
  if (!isOn(owner.changed, ALERT_KINDS[newest.kind].category, channel)) return 'off'
  if (described(newest).isBlockedIn?.(newest.facts, channel)) return 'off'
  if (quietEnd !== null) return 'waiting'
  const ageMs = deps.clock.now().getTime() - newest.at.getTime()
  if (ageMs > ALERT_GIVEN_UP_MS && attempts >= TRIES_BEFORE_GIVEN_UP) return 'given-up'
  const delivery = await channels[channel](deps, toOutgoing(deps, newest, owner, channel))
  return STATE_AFTER[delivery]
}

/** Whether the alert is no longer true. It stays in the inbox, which shows when it was made. */
function isOver(alert: Waiting, now: Date): boolean {
  const endsAt = described(alert).endsAt?.(alert.facts)
  return endsAt !== undefined && new Date(endsAt) <= now
}

const described = ({ kind }: Waiting): AlertOfKind<object> => ALERTS[kind]

const STATE_AFTER: Readonly<Record<Delivery, ChannelState>> = {
  sent: 'sent',
  off: 'off',
  later: 'waiting',
  'given-up': 'given-up',
}

function toOutgoing(
  deps: Pick<Deps, 'config'>,
  alert: Waiting,
  owner: AlertChoices,
  channel: OutgoingChannel,
): OutgoingAlert {
  const { title, body, path } = textOf(alert, { channel, showsAmounts: owner.showsAmounts })
  const { userId, id, kind, subjectId, seq, at } = alert
  const { email, fullName, hasPush, hasPhone } = owner
  return {
    userId,
    owner: { email, fullName, hasPush, hasPhone },
    alert: { id, kind, subjectId, seq, at },
    text: { title, body, url: `${deps.config.publicUrl}${path ?? '/alerts'}` },
  }
}
