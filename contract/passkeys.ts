import { z } from 'zod'

/** Bytes as base64url without padding. */
const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]+$/)

/** A credential's id has at most 1,023 bytes. */
const credentialId = bytes(1_364)
const clientDataJSON = bytes(4_000)

/** Ignores unknown fields, like every answer from a browser: new versions of WebAuthn add some. */
const credentialOf = <Response extends z.ZodType>(response: Response) =>
  z.object({ id: credentialId, type: z.literal('public-key'), response })

/** The result of `navigator.credentials.get`, as written by its `toJSON()`. */
export const assertion = credentialOf(
  z.object({
    clientDataJSON,
    authenticatorData: bytes(2_000),
    signature: bytes(2_000),
    userHandle: bytes(100).nullish(),
  }),
)
export type Assertion = z.infer<typeof assertion>

/** The result of `navigator.credentials.create`, as written by its `toJSON()`. */
export const registration = credentialOf(
  z.object({
    clientDataJSON,
    attestationObject: bytes(8_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
)
export type Registration = z.infer<typeof registration>

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** For `navigator.credentials.get`. Its challenge is base64url(SHA-256(the text that is approved)). */
export const assertionOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
  timeout: z.number(),
})
export type AssertionOptions = z.infer<typeof assertionOptions>

/**
 * `POST /api/passkeys/options`: needs a fresh full sign-in. `challenge` goes back with the answer of the authenticator,
 * which signs the hash in `options`.
 */
export const newPasskeyOptions = z.object({
  challenge: z.string(),
  options: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('preferred'),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
    timeout: z.number(),
  }),
})
export type NewPasskeyOptions = z.infer<typeof newPasskeyOptions>

/** Bounds only: the use case checks names, with messages of its own. */
const uncheckedName = z.string().max(200)
const challenge = z.string().max(200)

/** `POST /api/passkeys`: 201. Without a name it is called after the browser. */
export const newPasskeyBody = z.strictObject({ challenge, credential: registration, name: uncheckedName.nullish() })
export type NewPasskeyBody = z.infer<typeof newPasskeyBody>

/** `PATCH /api/passkeys/:id` */
export const renamePasskeyBody = z.strictObject({ name: uncheckedName })

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Also stored in a cloud account, so it works on the person's other phones. */
  backedUp: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** `credentialId` and `transports` go into `allowCredentials` of assertionOptions. */
  credentialId: z.string(),
  transports: z.array(z.string()),
})
export type Passkey = z.infer<typeof passkey>
/** Answer of `POST /api/passkeys` and `PATCH /api/passkeys/:id`. */
export const passkeyAnswer = z.object({ passkey })
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/** `GET /api/passkeys`: oldest first, with what a browser needs to ask for one of them. */
export const passkeysAnswer = z.object({ rpId: z.string(), passkeys: z.array(passkey) })
export type PasskeysAnswer = z.infer<typeof passkeysAnswer>

/** `POST /api/passkeys/unlock/options`: also while locked. Without a passkey `allowCredentials` is empty. */
export const unlockOptions = z.object({ challenge: z.string(), options: assertionOptions })
export type UnlockOptions = z.infer<typeof unlockOptions>

/** `POST /api/passkeys/unlock`: signs the hash of `jara.v1\nunlock\n{challenge}\n{base64url(SHA-256(""))}`. */
export const passkeyUnlockBody = z.strictObject({ challenge, passkey: assertion })
export type PasskeyUnlockBody = z.infer<typeof passkeyUnlockBody>
