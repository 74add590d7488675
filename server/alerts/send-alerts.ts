import { ALERT_GIVEN_UP_MS } from '#contract/alert-limits.ts'
import { OUTGOING_CHANNELS, type OutgoingChannel } from '#contract/alert-settings.ts'
import { ALERT_CATEGORIES, type AlertKind } from '#contract/alerts.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { subjectOfJob } from '#server/platform/alerts/add-alert.ts'
import type { AlertRow } from '#server/platform/alerts/alert.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'
import type { Delivery, OutgoingAlert, SendAlert } from './channel.ts'
import { emailAlert } from './email-alert.ts'
import { sendPush } from './push/send-push.ts'
import { type Chosen, readChosen } from './read-settings.ts'
import { isOn, quietUntil } from './settings.ts'
import { sendSms } from './sms/send-sms.ts'
import { textOf } from './texts.ts'

export type Channels = Readonly<Record<OutgoingChannel, SendAlert>>

const CHANNELS: Channels = { email: emailAlert, push: sendPush, sms: sendSms }

/** How long after each try the next one follows, ms. */
const PAUSE_MIN_MS = 1_000
const PAUSE_MAX_MS = 15 * 60_000

type State = 'waiting' | 'sent' | 'off' | 'dropped' | 'given-up'
type Waiting = AlertRow & Readonly<Record<OutgoingChannel, State>>

/** Open pages read the wallet and the inbox again for these: what they are about said so itself, after its commit. */
const WITH_THE_WALLET: readonly AlertKind[] = [
  'money-in',
  'money-in-taken-back',
  'order-completed',
  'order-failed',
  'order-reversed',
  'order-paid-late',
  'order-in-review',
  'bpc-delivered',
]

/**
 * Sends what waits about one subject: its newest alert, in each channel that its owner has on. Older ones are dropped, because
 * they no longer say how things are. One worker at a time has a subject, so none overtakes another.
 */
export async function sendAlerts(deps: Deps, claim: Claim, channels: Channels = CHANNELS): Promise<JobResult> {
  const userId = claim.userId as UserId
  const waiting = await findWaiting(deps.database, userId, subjectOfJob(claim))
  const newest = waiting.at(-1)
  if (newest === undefined) return 'done'
  const category = ALERT_CATEGORIES[newest.kind]
  if (!WITH_THE_WALLET.includes(newest.kind)) deps.events.publish(userId, { topics: ['alerts'] })
  const owner = await readChosen(deps.database, userId)
  const now = deps.clock.now()
  const quietEnd = owner.isClosed ? null : quietUntil(owner.quiet, category, now)
  const states = await Promise.all(
    OUTGOING_CHANNELS.map(async (channel) => [
      channel,
      await stateAfter(deps, { newest, owner, channel, quietEnd }, channels),
    ]),
  )
  await inFence(deps.database, claim, (tx) => record(tx, waiting, Object.fromEntries(states)))
  if (!states.some(([, state]) => state === 'waiting')) return 'done'
  return { dueAt: quietEnd ?? new Date(now.getTime() + pauseAfter(claim.attempts)) }
}

function pauseAfter(attempts: number): number {
  return Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** Math.min(attempts, 12))
}

type Sending = {
  readonly newest: Waiting
  readonly owner: Chosen
  readonly channel: OutgoingChannel
  readonly quietEnd: Date | null
}

/** What the alert is in a channel once that was tried. */
async function stateAfter(deps: Deps, of: Sending, channels: Channels): Promise<State> {
  const { newest, owner, channel, quietEnd } = of
  if (newest[channel] !== 'waiting') return newest[channel]
  if (owner.isClosed || isOver(newest, deps.clock.now())) return 'dropped'
  if (!isOn(owner.changed, ALERT_CATEGORIES[newest.kind], channel)) return 'off'
  // They have just agreed to pay for SMS about their money, not for one that says so.
  if (channel === 'sms' && newest.kind === 'account' && newest.facts.event === 'sms-on') return 'off'
  if (quietEnd !== null) return 'waiting'
  const ageMs = deps.clock.now().getTime() - newest.at.getTime()
  if (ageMs > ALERT_GIVEN_UP_MS) return 'given-up'
  const delivery = await channels[channel](deps, toOutgoing(deps, newest, owner, channel))
  return STATE_AFTER[delivery]
}

/** What was true for a while, and is no longer: it is in the inbox, which shows when it was made. */
function isOver({ kind, facts }: Waiting, now: Date): boolean {
  if (kind !== 'bpc-return-ends' && kind !== 'notice') return false
  return facts.until !== undefined && new Date(facts.until) <= now
}

const STATE_AFTER: Readonly<Record<Delivery, State>> = {
  sent: 'sent',
  off: 'off',
  later: 'waiting',
  'given-up': 'given-up',
}

function toOutgoing(
  deps: Pick<Deps, 'config'>,
  alert: Waiting,
  owner: Chosen,
  channel: OutgoingChannel,
): OutgoingAlert {
  const { title, body, path } = textOf(alert, { channel, showsAmounts: owner.showsAmounts })
  const { userId, id, kind, subjectId, seq, at } = alert
  return {
    userId,
    alert: { id, kind, subjectId, seq, at },
    text: { title, body, url: `${deps.config.publicUrl}${path ?? '/alerts'}` },
  }
}

/** What of a subject still waits in some channel, oldest first. */
async function findWaiting(sql: Sql, userId: UserId, subjectId: string): Promise<Waiting[]> {
  return await sql.query<Waiting>(
    `select user_id as "userId", id, kind, subject_id as "subjectId", seq, facts, at, email_state as email,
       push_state as push, sms_state as sms from alerts
     where user_id = $1 and subject_id = $2 and (email_state = 'waiting' or push_state = 'waiting' or sms_state = 'waiting')
     order by seq`,
    [userId, subjectId],
  )
}

/** The newest alert as it now is, and the older ones as not sent any more. */
async function record(
  sql: Sql,
  waiting: readonly Waiting[],
  states: Readonly<Record<OutgoingChannel, State>>,
): Promise<void> {
  const newest = waiting.at(-1)
  if (newest === undefined) return
  const { userId, subjectId, seq } = newest
  await sql.query(
    `update alerts set
       email_state = case when email_state <> 'waiting' then email_state when seq = $3 then $4 else 'dropped' end,
       push_state = case when push_state <> 'waiting' then push_state when seq = $3 then $5 else 'dropped' end,
       sms_state = case when sms_state <> 'waiting' then sms_state when seq = $3 then $6 else 'dropped' end
     where user_id = $1 and subject_id = $2 and seq <= $3
       and (email_state = 'waiting' or push_state = 'waiting' or sms_state = 'waiting')`,
    [userId, subjectId, seq, states.email, states.push, states.sms],
  )
}
