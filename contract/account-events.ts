import { z } from 'zod'
import { ROLES } from './console/roles.ts'

/** Account events that the owner is notified of, in the app and by email. */
export const accountEventKind = z.enum([
  'account-opened',
  'device-bound',
  'pin-set',
  'pin-off',
  'second-step-wrong',
  'password-after-wrong',
  'passkey-added',
  'passkey-removed',
  'authenticator-added',
  'authenticator-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'password-changed',
  'password-reset',
  'email-changed',
  'recovery-begun',
  'recovery-stopped',
  'account-recovered',
  'sessions-ended',
  'frozen',
  'unfrozen',
  'frozen-by-request',
  'frozen-for-safety',
  'frozen-for-review',
  'unfrozen-by-team',
  'sms-on',
  'sms-off',
  'data-exported',
  'account-closed',
])
export type AccountEventKind = z.infer<typeof accountEventKind>

export const accountEvent = z.object({
  id: z.string(),
  kind: accountEventKind,
  /** The browser used, for example "Chrome on Android"; null if unknown or not a browser. */
  browser: z.string().nullable(),
  at: z.iso.datetime(),
})
export type AccountEvent = z.infer<typeof accountEvent>

/** `GET /api/account-events`: newest first, the last ACCOUNT_EVENTS_SHOWN_MAX. */
export const accountEventsAnswer = z.object({ events: z.array(accountEvent) })

/** A look by one of our team that opened personal data. */
export const look = z.object({
  role: z.enum(ROLES),
  /** The heading of the reason they gave. */
  reason: z.string(),
  at: z.iso.datetime(),
})
export type Look = z.infer<typeof look>

/** `GET /api/looks`: newest first, the last LOOKS_SHOWN_MAX. */
export const looksAnswer = z.object({ looks: z.array(look) })
