import { SMS_GIVE_UP_MS, SMS_LOOK_AFTER_MS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { SmsProvider, SmsRefusal } from '#server/providers/sms/sms-provider.ts'
import { isSuspended, lockSuspensions } from '#server/suspension/suspensions.ts'
import { findAlertPhone, smsPriceFor } from './alert-phone.ts'
import { isMoneyOutFrozen, settleSms } from './charge-sms.ts'
import { smsText } from './gsm7.ts'
import { beginSms, beginSmsAgain, findSms, markSmsGivenUp, type SendingSms } from './messages.ts'

/** An alert to be sent by SMS, with its text written for SMS. */
export type OutgoingSms = {
  readonly userId: UserId
  readonly alert: { readonly id: string; readonly subjectId: string; readonly seq: number; readonly at: Date }
  readonly text: { readonly title: string; readonly body: string; readonly url: string }
}
/** `off`: there is no number, or not enough money in the wallet. `later`: call again, with the same alert. */
export type SmsDelivery = 'sent' | 'off' | 'later' | 'given-up'

/**
 * Sends one alert by SMS, once, and charges its price when the provider has provably accepted it. Before a second
 * attempt, after a lost answer or a crash, the provider's history is searched for it. Never throws for what a provider
 * does.
 */
export async function sendSms(deps: Deps, outgoing: OutgoingSms): Promise<SmsDelivery> {
  const { userId, alert } = outgoing
  const known = await findSms(deps.database, userId, alert.id)
  if (known !== null) return known.state === 'sending' ? await sendAgain(deps, known) : known.state
  if (deps.sms === null) return 'off'
  const begun = await begin(deps, deps.sms, outgoing)
  return typeof begun === 'string' ? begun : await send(deps, deps.sms, begun)
}

/** Decides whether to send, and records that before the provider is called. */
async function begin(deps: Deps, provider: SmsProvider, outgoing: OutgoingSms): Promise<SendingSms | SmsDelivery> {
  const { userId, alert, text } = outgoing
  const { sms: settings } = deps.config
  if (settings === null) return 'off'
  return await deps.database.transaction(async (tx) => {
    const isStopped = isSuspended(await lockSuspensions(tx), 'out')
    const owner = await findAlertPhone(tx, userId)
    if (owner === null) return 'off'
    if (isStopped) return 'later'
    const now = deps.clock.now()
    const priceKobo = smsPriceFor(owner, settings.priceKobo)
    if (!(await mayPay(tx, { userId, priceKobo, now }))) return 'off'
    const message = { userId, alertId: alert.id, provider: provider.name, priceKobo }
    const sms = { to: owner.phone, text: smsText(alert.id, text) }
    return (await beginSms(tx, { ...message, ...sms, now })) ?? 'later'
  })
}

/** SMS is free while money out is frozen: alerts matter most then. */
async function mayPay(sql: Sql, of: Pick<SendingSms, 'userId' | 'priceKobo'> & { now: Date }): Promise<boolean> {
  const { availableKobo } = await readBalances(sql, of.userId)
  return availableKobo >= of.priceKobo || (await isMoneyOutFrozen(sql, of.userId, of.now))
}

async function send(deps: Deps, provider: SmsProvider, message: SendingSms): Promise<SmsDelivery> {
  const { to, text, alertId: id } = message
  const answer = await provider.send({ to, text, id })
  if (answer.outcome === 'succeeded') {
    await settleSms(deps, message, answer.value.messageId)
    return 'sent'
  }
  const outcome = answer.outcome === 'declined' ? 'refused' : 'unknown'
  deps.metrics.countSms({ provider: provider.name, outcome })
  if (answer.outcome === 'unknown') return 'later'
  return await refused(deps, message, answer.reason)
}

/** A wrong number stays wrong; a problem on our side may be fixed within the hour. */
async function refused(deps: Deps, message: SendingSms, reason: SmsRefusal): Promise<SmsDelivery> {
  if (reason === 'bad-number') return await giveUp(deps, message)
  await alarmRefusal(deps, message.provider, reason)
  return 'later'
}

/**
 * A message that may have been accepted. The history is checked only once it can know. After an hour, it is checked one
 * last time before giving up.
 */
async function sendAgain(deps: Deps, message: SendingSms): Promise<SmsDelivery> {
  const { sms: provider } = deps
  const now = deps.clock.now()
  if (now.getTime() - message.askedAt.getTime() < SMS_LOOK_AFTER_MS) return 'later'
  const isOver = now.getTime() - message.createdAt.getTime() >= SMS_GIVE_UP_MS
  const otherwise = () => (isOver ? giveUp(deps, message) : 'later')
  if (provider === null || provider.name !== message.provider) return await otherwise()
  const found = await provider.findSent({ to: message.to, text: message.text, since: message.createdAt })
  if (found.outcome !== 'succeeded') return await otherwise()
  if (found.value?.isFailed === true) return await giveUp(deps, message)
  if (found.value !== null) {
    await settleSms(deps, message, found.value.messageId)
    return 'sent'
  }
  if (isOver || !(await isStillWanted(deps, message, now))) return await giveUp(deps, message)
  if (!(await beginSmsAgain(deps.database, message, now))) return 'later'
  return await send(deps, provider, message)
}

/** Whether the number is still the person's and the money still there. */
async function isStillWanted({ database }: Deps, message: SendingSms, now: Date): Promise<boolean> {
  const [owner] = await database.query('select 1 from alert_phones where user_id = $1 and phone = $2', [
    message.userId,
    message.to,
  ])
  return owner !== undefined && (await mayPay(database, { ...message, now }))
}

async function giveUp(deps: Deps, message: SendingSms): Promise<'given-up'> {
  await markSmsGivenUp(deps.database, message, deps.clock.now())
  deps.metrics.countSms({ provider: message.provider, outcome: 'given-up' })
  deps.log.warn({ provider: message.provider, alertId: message.alertId }, 'an SMS was given up')
  return 'given-up'
}

const WORDS: Readonly<Record<Exclude<SmsRefusal, 'bad-number'>, string>> = {
  'bad-sender': 'the sender id in TERMII_SENDER_ID is not approved there',
  'float-low': 'our balance there is used up',
  'not-permitted': 'our key, our account or the DND route is not in order there',
}

/** Raises an alarm once a day per reason. */
export async function alarmRefusal(
  deps: Pick<Deps, 'database' | 'log' | 'clock'>,
  provider: string,
  reason: Exclude<SmsRefusal, 'bad-number'>,
): Promise<void> {
  const at = deps.clock.now()
  await raiseAlarm(deps.database, deps.log, {
    kind: 'sms-refused',
    subjectId: `${provider} ${reason} ${lagosDay(at)}`,
    detail: `${provider} refuses to send SMS: ${WORDS[reason]}`,
    at,
  })
}
