import { z } from 'zod'
import { assertion, assertionOptions, newPasskeyOptions, registration } from '#contract/passkeys.ts'
import { ROLES } from './roles.ts'

const challenge = z.string().max(200)
const token = z.string().max(200)
export const role = z.enum(ROLES)
/** Checks the form only. Text of any other form is never stored, not even as part of a request. */
export const operatorId = z.string().regex(/^opr_[0-9a-z]{35}$/)

/** For `navigator.credentials.get`: the text that is signed ends with the hash of `terms`, which the page shows. */
export const signOptions = z.object({ challenge, options: assertionOptions })
export type SignOptions = z.infer<typeof signOptions>

/** What a passkey signed. */
export const signedBody = z.strictObject({ challenge, passkey: assertion })
export type SignedBody = z.infer<typeof signedBody>

/** `GET /api/admin/me`: also while the console is locked. */
export const consoleMe = z.object({
  operator: z.object({ id: z.string(), name: z.string(), role }),
  locked: z.boolean(),
  /** The session ends then, however busy. */
  endsAt: z.iso.datetime(),
})
export type ConsoleMe = z.infer<typeof consoleMe>

/** `POST /api/admin/sign-in`: `endedOther` if it ended the operator's session on another browser. */
export const signedIn = z.object({ endedOther: z.boolean() })
export type SignedIn = z.infer<typeof signedIn>

/** `POST /api/admin/enrolment/look`: whose passkey a link enrols; null for the first operator of practice mode. */
export const linkBody = z.strictObject({ token })
export const linkAnswer = z.object({ operator: z.string().nullable() })
export type LinkAnswer = z.infer<typeof linkAnswer>

/** `POST /api/admin/enrolment/first`: who the first operator of practice mode is. */
export const firstOperatorBody = z.strictObject({ token, name: z.string().max(200), passphrase: z.string().max(200) })
export type FirstOperatorBody = z.infer<typeof firstOperatorBody>

/** `POST /api/admin/enrolment/options` */
export const enrolOptions = newPasskeyOptions.extend({
  options: newPasskeyOptions.shape.options.extend({
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  }),
})
export type EnrolOptions = z.infer<typeof enrolOptions>

/** `POST /api/admin/enrolment`: uses the link up. */
export const enrolBody = z.strictObject({ token, challenge, credential: registration })
export type EnrolBody = z.infer<typeof enrolBody>

/** `requestId`: the request another operator has to confirm; until then the passkey opens nothing. */
export const enrolled = z.object({ requestId: z.string().nullable() })
export type Enrolled = z.infer<typeof enrolled>
