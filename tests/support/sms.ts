import type { UserId } from '#contract/ids.ts'
import { ID_ALPHABET } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import { smsOnText } from '#contract/sms.ts'
import type { OutgoingSms } from '#server/alerts/sms/send-sms.ts'
import type { Deps } from '#server/deps.ts'
import type { TestJara } from './jara.ts'
import type { Person } from './person.ts'

const SMS_PRICE_KOBO = kobo(600n)
export const AGREED = smsOnText(SMS_PRICE_KOBO)

/** The code in the newest SMS to a number. */
export function smsCode(jara: TestJara, phone: string): string {
  return /code: (\d{6})/.exec(jara.smsTo(phone)[0]?.text ?? '')?.[1] ?? ''
}

/** Proves a number and turns on SMS alerts for it, as its owner does. */
export async function turnSmsOn(jara: TestJara, person: Person, phone: string): Promise<void> {
  const asked = await person.call('POST', '/api/sms/phone', { phone })
  if (asked.status !== 202) throw new Error(`no code was sent: ${asked.status}`)
  const body = { phone, code: smsCode(jara, phone), agreed: AGREED }
  const confirmed = await person.call('POST', '/api/sms/phone/confirm', body)
  if (confirmed.status !== 200) throw new Error(`not confirmed: ${confirmed.status}`)
}

/** A new alert to this person about money in. */
export function alertFor(deps: Pick<Deps, 'randomBytes' | 'clock'>, userId: string): OutgoingSms {
  const body = Array.from(deps.randomBytes(35), (byte) => ID_ALPHABET.charAt(byte & 31)).join('')
  return {
    userId: userId as UserId,
    alert: { id: `alr_${body}`, subjectId: 'dep_1', seq: 1, at: deps.clock.now() },
    text: { title: 'Money in', body: '₦500.00 from A. O.', url: 'https://wallet.example.ng/t/1' },
  }
}
