import type { UserId } from '#contract/ids.ts'
import { maskPhone } from '#contract/masks.ts'
import { SMS_OFF_TEXT, type SmsAnswer, smsOnText } from '#contract/sms.ts'
import type { Deps } from '#server/deps.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { findAlertPhone, smsPriceFor } from './alert-phone.ts'
import { isMoneyOutFrozen } from './charge-sms.ts'
import { lastConsent } from './phone.ts'

/** Whether a person gets SMS alerts, on which number, and at what price. */
export async function readSmsSettings(deps: Deps, userId: UserId): Promise<SmsAnswer> {
  const { database } = deps
  const owner = await findAlertPhone(database, userId)
  const last = await lastConsent(database, userId)
  const newKobo = deps.sms === null ? null : (deps.config.sms?.priceKobo ?? null)
  const priceKobo = owner === null || newKobo === null ? newKobo : smsPriceFor(owner, newKobo)
  const isPoor = priceKobo !== null && (await readBalances(database, userId)).availableKobo < priceKobo
  const isPaused = owner !== null && isPoor && !(await isMoneyOutFrozen(database, userId, deps.clock.now()))
  return {
    offered: priceKobo !== null,
    phone: owner === null ? null : maskPhone(owner.phone),
    since: owner?.provedAt.toISOString() ?? null,
    declinedAt: last?.isOn === false ? last.at.toISOString() : null,
    pausedBy: isPaused ? 'low-balance' : null,
    priceKobo: priceKobo === null ? null : priceKobo.toString(),
    onText: newKobo === null ? null : smsOnText(newKobo),
    offText: SMS_OFF_TEXT,
  }
}
