import type { UserId } from '#contract/ids.ts'
import { maskPhone } from '#contract/masks.ts'
import type { Kobo } from '#contract/money.ts'
import { readTypedPhone } from '#contract/phones.ts'
import { SMS_OFF_TEXT, type SmsPhoneAnswer, smsOnText } from '#contract/sms.ts'
import type { Deps } from '#server/deps.ts'
import { newProofCodeFor, spendProofCode } from '#server/identity/accounts/proof-codes.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SmsProvider } from '#server/providers/sms/sms-provider.ts'
import { countSmsCode, uncountSmsCode } from './code-counts.ts'
import { toGsm7 } from './gsm7.ts'
import { alarmRefusal } from './send-sms.ts'

/**
 * Sends a code by SMS to the number a person wants alerts on, at our cost.
 *
 * @throws AppError session.not-fresh · sms.not-offered · sms.phone-invalid · sms.too-many-codes · sms.not-sent
 */
export async function askForSmsCode(deps: Deps, session: Session, uncheckedPhone: string): Promise<SmsPhoneAnswer> {
  const { provider } = requireOffered(deps, session)
  const { userId } = session
  const phone = requirePhone(uncheckedPhone)
  const { code, expiresAt } = await deps.database.transaction(async (tx) => {
    await countSmsCode(tx, deps, { userId, phone })
    return await newProofCodeFor({ ...deps, database: tx }, { kind: 'sms-code', place: placeOf(userId, phone) })
  })
  const outcome = await sendCode(deps, provider, { userId, phone, code })
  return { phone: maskPhone(phone), outcome, expiresAt: expiresAt.toISOString() }
}

const REFERENCE_BYTES = 5

async function sendCode(
  deps: Deps,
  provider: SmsProvider,
  { userId, phone, code }: { userId: UserId; phone: string; code: string },
): Promise<SmsPhoneAnswer['outcome']> {
  const id = Buffer.from(deps.randomBytes(REFERENCE_BYTES)).toString('hex').toUpperCase()
  const text = toGsm7(
    `${deps.config.brand} code: ${code}. It turns on SMS alerts for this number. Nobody from our team asks for it. Ref ${id}`,
  )
  const answer = await provider.send({ to: phone, text, id })
  if (answer.outcome === 'succeeded') return 'accepted'
  if (answer.outcome === 'unknown') return 'unknown'
  if (answer.reason !== 'bad-number') {
    await alarmRefusal(deps, provider.name, answer.reason)
    await uncountSmsCode(deps, { userId, phone })
  }
  throw new AppError('sms.not-sent')
}

/**
 * Proves the number with the code and turns SMS alerts on for it. Records the consent text.
 *
 * @throws AppError session.not-fresh · sms.not-offered · sms.phone-invalid · sms.text-changed · sms.code-wrong
 */
export async function confirmSmsPhone(
  deps: Deps,
  session: Session,
  of: { phone: string; code: string; agreed: string },
): Promise<void> {
  const { priceKobo } = requireOffered(deps, session)
  const { userId, deviceId } = session
  const phone = requirePhone(of.phone)
  if (of.agreed !== smsOnText(priceKobo)) throw new AppError('sms.text-changed')
  const isRight = await spendProofCode(deps, { kind: 'sms-code', place: placeOf(userId, phone), typed: of.code })
  if (!isRight) throw new AppError('sms.code-wrong', { fields: { code: 'This code is wrong' } })
  await deps.database.transaction(async (tx) => {
    await lockOpenAccount(tx, userId)
    await tx.query(
      `insert into alert_phones (user_id, phone, proved_at) values ($1, $2, $3)
       on conflict (user_id) do update set phone = excluded.phone, proved_at = excluded.proved_at`,
      [userId, phone, deps.clock.now()],
    )
    await addConsent(tx, deps, { userId, isOn: true, shown: of.agreed, priceKobo })
    await notifyOwner(tx, deps, { userId, kind: 'sms-on', deviceId })
  })
  afterwards(deps, session, 'SMS alerts turned on')
}

/**
 * Declines SMS alerts, whether or not they were on. Repeating it changes nothing.
 *
 * @throws AppError session.not-fresh
 */
export async function declineSms(deps: Deps, session: Session): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const priceKobo = deps.config.sms?.priceKobo ?? null
  const { userId, deviceId } = session
  const changed = await deps.database.transaction(async (tx) => {
    await lockOpenAccount(tx, userId)
    const removed = await tx.query('delete from alert_phones where user_id = $1 returning 1', [userId])
    const last = await lastConsent(tx, userId)
    if (removed.length === 0 && last?.isOn === false) return false
    await addConsent(tx, deps, { userId, isOn: false, shown: SMS_OFF_TEXT, priceKobo })
    if (removed.length > 0) await notifyOwner(tx, deps, { userId, kind: 'sms-off', deviceId })
    return true
  })
  if (changed) afterwards(deps, session, 'SMS alerts turned off')
}

/** The person's latest answer; null: none yet. */
export async function lastConsent(sql: Sql, userId: UserId): Promise<{ isOn: boolean; at: Date } | null> {
  const [row] = await sql.query<{ isOn: boolean; at: Date }>(
    'select is_on as "isOn", at from sms_consents where user_id = $1 order by id desc limit 1',
    [userId],
  )
  return row ?? null
}

async function addConsent(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'newId'>,
  of: { userId: UserId; isOn: boolean; shown: string; priceKobo: Kobo | null },
): Promise<void> {
  await tx.query(
    'insert into sms_consents (user_id, id, is_on, shown, price_kobo, at) values ($1, $2, $3, $4, $5, $6)',
    [of.userId, deps.newId('sco'), of.isOn, of.shown, of.priceKobo, deps.clock.now()],
  )
}

/** Refuses a request whose account was closed meanwhile, so it leaves nothing behind. */
async function lockOpenAccount(tx: Transaction, userId: UserId): Promise<void> {
  const open = await tx.query('select 1 from users where id = $1 and closed_at is null for update', [userId])
  if (open.length === 0) throw new AppError('session.none')
}

function requireOffered(deps: Deps, session: Session): { provider: SmsProvider; priceKobo: Kobo } {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { sms: provider, config } = deps
  if (provider === null || config.sms === null) throw new AppError('sms.not-offered')
  return { provider, priceKobo: config.sms.priceKobo }
}

function requirePhone(uncheckedPhone: string): string {
  const phone = readTypedPhone(uncheckedPhone)
  if (phone !== null) return phone
  throw new AppError('sms.phone-invalid', { fields: { phone: 'This is not a Nigerian mobile number' } })
}

function afterwards(deps: Deps, { userId, deviceId }: Session, what: string): void {
  deps.wakeWorker()
  deps.log.info({ userId, deviceId }, what)
  deps.events.publish(userId, { topics: ['session'] })
}

const placeOf = (userId: UserId, phone: string) => `sms\n${userId}\n${phone}`
