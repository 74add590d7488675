import type { UserId } from '#contract/ids.ts'
import { maskPhone } from '#contract/masks.ts'
import { SMS_OFF_TEXT, type SmsAnswer, smsOnText } from '#contract/sms.ts'
import type { Deps } from '#server/deps.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { isMoneyOutFrozen } from './charge-sms.ts'
import { lastConsent } from './phone.ts'

/** Whether a person gets SMS alerts, on which number, and at what price. */
export async function readSmsSettings(deps: Deps, userId: UserId): Promise<SmsAnswer> {
  const { database } = deps
  const [phone] = await database.query<{ phone: string; provedAt: Date }>(
    'select phone, proved_at as "provedAt" from alert_phones where user_id = $1',
    [userId],
  )
  const last = await lastConsent(database, userId)
  const priceKobo = deps.sms === null ? null : (deps.config.sms?.priceKobo ?? null)
  const isPoor = priceKobo !== null && (await readBalances(database, userId)).availableKobo < priceKobo
  const isPaused = phone !== undefined && isPoor && !(await isMoneyOutFrozen(database, userId, deps.clock.now()))
  return {
    offered: priceKobo !== null,
    phone: phone === undefined ? null : maskPhone(phone.phone),
    since: phone?.provedAt.toISOString() ?? null,
    declinedAt: last?.isOn === false ? last.at.toISOString() : null,
    pausedBy: isPaused ? 'low-balance' : null,
    priceKobo: priceKobo === null ? null : priceKobo.toString(),
    onText: priceKobo === null ? null : smsOnText(priceKobo),
    offText: SMS_OFF_TEXT,
  }
}
