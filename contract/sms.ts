import { z } from 'zod'
import { formatNaira, type Kobo } from './money.ts'
import { TYPED_NUMBER_MAX_LENGTH } from './typed.ts'
import { koboText } from './wire.ts'

/** The text a person agrees to, at this price. It is recorded word for word. */
export function smsOnText(priceKobo: Kobo): string {
  return `I want SMS alerts on this number: about money in and out of my wallet and about the security of my account. Each SMS costs ${formatNaira(priceKobo)}, taken from my wallet once it is accepted for sending. If there is not enough money in the wallet, no SMS is sent. I can turn SMS alerts off at any time.`
}

/** What a person declares who declines: in Nigeria customers get SMS alerts unless they decline in writing. */
export const SMS_OFF_TEXT =
  'I do not want SMS alerts about my wallet. I know that I can see all money in and out in the app, and that I can turn SMS alerts on again at any time.'

/** Why SMS alerts are paused although they are on: the balance is below the price of one SMS. */
export const smsPaused = z.enum(['low-balance'])

/** `GET /api/sms` */
export const smsAnswer = z.object({
  /** Whether this installation sends text messages. */
  offered: z.boolean(),
  /** The proved number, masked; null: SMS alerts are off. */
  phone: z.string().nullable(),
  since: z.iso.datetime().nullable(),
  /** When they were declined in writing; null: never, or turned on since. */
  declinedAt: z.iso.datetime().nullable(),
  pausedBy: smsPaused.nullable(),
  /** The price of one SMS for this person; null if SMS alerts are not offered. */
  priceKobo: koboText.nullable(),
  /** The texts to agree to, as they are recorded. */
  onText: z.string().nullable(),
  offText: z.string(),
})
export type SmsAnswer = z.infer<typeof smsAnswer>

const uncheckedPhone = z.string().max(TYPED_NUMBER_MAX_LENGTH)

/** `POST /api/sms/phone`: sends a code by SMS, at the installation's cost. Needs a fresh full sign-in. 202. */
export const smsPhoneBody = z.strictObject({ phone: uncheckedPhone })
export const smsPhoneAnswer = z.object({
  /** Masked. */
  phone: z.string(),
  /** `unknown`: the SMS provider did not say whether it took the SMS. It may arrive. */
  outcome: z.enum(['accepted', 'unknown']),
  expiresAt: z.iso.datetime(),
})
export type SmsPhoneAnswer = z.infer<typeof smsPhoneAnswer>

/**
 * `POST /api/sms/phone/confirm`: the code proves the number, and `agreed` is the text that was on the screen. Responds
 * with the settings. `DELETE /api/sms` declines, with SMS_OFF_TEXT, and responds alike. Both need a fresh full sign-in.
 */
export const smsConfirmBody = z.strictObject({
  phone: uncheckedPhone,
  code: z.string().max(80),
  agreed: z.string().max(1_000),
})
