import { z } from 'zod'
import { PASSWORD_MAX_LENGTH } from './constants.ts'

/** Bounds only: the use case checks passwords and codes, each with its own message. */
const newPassword = z.string().max(PASSWORD_MAX_LENGTH * 4)
const typedCode = z.string().max(80)
const uncheckedEmail = z.string().max(508)

/** `GET /api/factors`: what a sign-in is asked for besides the password. */
export const factors = z.object({
  passkeys: z.number(),
  authenticator: z.object({ addedAt: z.iso.datetime() }).nullable(),
  /** Unused recovery codes. */
  recoveryCodes: z.number(),
})
export type Factors = z.infer<typeof factors>

/**
 * `POST /api/authenticator`: needs a fresh full sign-in. Offers a new secret; nothing changes until a code proves it.
 */
export const authenticatorOffer = z.object({
  /** Base32, for typing it in. */
  secret: z.string(),
  /** `otpauth://totp/...`, for a QR code. */
  uri: z.string(),
})
export type AuthenticatorOffer = z.infer<typeof authenticatorOffer>

/** `PUT /api/authenticator`: the code the app shows now. `DELETE /api/authenticator` takes it away again (204). */
export const confirmAuthenticatorBody = z.strictObject({ code: typedCode })

/**
 * `POST /api/recovery-codes` (after a fresh full sign-in) and `PUT /api/authenticator`: shows the codes, this once.
 * Null: the earlier codes stay.
 */
export const recoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()).nullable() })
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesAnswer>

/** `PUT /api/password`: needs a fresh full sign-in and the current password. Responds with 204. */
export const changePasswordBody = z.strictObject({
  currentPassword: z.string().max(PASSWORD_MAX_LENGTH * 4),
  newPassword,
})
export type ChangePasswordBody = z.infer<typeof changePasswordBody>

/** `POST /api/password-resets`: 202 whether or not the email has an account. */
export const askResetBody = z.strictObject({ email: uncheckedEmail })

/** `PUT /api/password-resets`: with the token of the newest link, once. Responds with 204. */
export const resetPasswordBody = z.strictObject({ token: z.string().max(100), newPassword })

/** `POST /api/email-proofs` (before registering) and `POST /api/me/email` (fresh full sign-in): 202, emails a code. */
export const proveEmailBody = z.strictObject({ email: uncheckedEmail })

/** `PUT /api/me/email`: needs a fresh full sign-in. Returns `me`. */
export const changeEmailBody = z.strictObject({ email: uncheckedEmail, code: typedCode })

/** `POST /api/freeze-links`: with the token of an email. Needs no sign-in, and only ever freezes. Responds with 204. */
export const freezeByLinkBody = z.strictObject({ token: z.string().max(200) })
