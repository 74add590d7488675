import { z } from 'zod'
import { assertion, assertionOptions } from './passkeys.ts'

/**
 * What proves a person besides the password. `email` is the fallback of accounts that have neither a passkey nor an
 * authenticator app: a code in a mailbox is weaker than either (NIST SP 800-63B does not count it as a second factor).
 */
export const secondStepMethod = z.enum(['passkey', 'authenticator', 'recovery-code', 'email'])
export type SecondStepMethod = z.infer<typeof secondStepMethod>

/** Bounds only: typed spaces and hyphens are ignored, and a wrong code gets its own message. */
const typedCode = z.string().max(80)
const token = z.string().max(100)

/**
 * `POST /api/sessions` returns it with 202 when the password was right but is not enough: on a device that is not the
 * account's own, and on every device of an account with a passkey or an authenticator app.
 */
export const secondStepNeeded = z.object({
  secondStep: z.object({
    /** Goes back with the proof. Good for SECOND_STEP_LIFETIME_MS. */
    token: z.string(),
    methods: z.array(secondStepMethod),
    /** The masked address the code was emailed to; null if none was. */
    sentTo: z.string().nullable(),
    /** What the browser asks a passkey for; null when the account has none. */
    passkey: assertionOptions.nullable(),
    /** This is the account's own device: the second step is what the account has set up, and the PIN stays. */
    ownDevice: z.boolean(),
    expiresAt: z.iso.datetime(),
  }),
})
export type SecondStepNeeded = z.infer<typeof secondStepNeeded>
export type SecondStep = SecondStepNeeded['secondStep']

const byCode = z.strictObject({ by: z.enum(['authenticator', 'recovery-code', 'email']), code: typedCode })

/** `POST /api/sessions/second-step`: returns 200 like a sign-in without one. */
export const secondStepBody = z.strictObject({
  token,
  proof: z.discriminatedUnion('by', [
    byCode,
    // Signs the hash of `jara.v1\nsign-in\n{challenge}\n{base64url(SHA-256(""))}`.
    z.strictObject({ by: z.literal('passkey'), passkey: assertion }),
  ]),
})
export type SecondStepBody = z.infer<typeof secondStepBody>
export type SecondStepProof = SecondStepBody['proof']

/** `POST /api/sessions/second-step/mail`: emails another code; the previous one stops working. Responds with 204. */
export const emailAnotherBody = z.strictObject({ token })

/**
 * The second proof with the password, on a session that is open: needed once the account has a passkey or an
 * authenticator app. The passkey signs `jara.v1\nconfirm\n{challenge}\n{base64url(SHA-256(""))}`.
 */
export const confirmProof = z.discriminatedUnion('by', [
  z.strictObject({ by: z.enum(['authenticator', 'recovery-code']), code: typedCode }),
  z.strictObject({ by: z.literal('passkey'), challenge: z.string().max(200), passkey: assertion }),
])
export type ConfirmProof = z.infer<typeof confirmProof>
