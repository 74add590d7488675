import { z } from 'zod'
import { EMAIL_MAX_LENGTH, FULL_NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from './constants.ts'

/** The device's P-256 public key as a JWK. Only the public part is accepted. */
export const devicePublicKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().length(43),
  y: z.string().length(43),
  ext: z.boolean().optional(),
  key_ops: z.array(z.string()).max(4).optional(),
  alg: z.string().max(10).optional(),
})
export type DevicePublicKey = z.infer<typeof devicePublicKey>

const device = z.strictObject({ publicKey: devicePublicKey })

/** `POST /api/accounts`. Bounds only; what a name or a password must be is decided with its own message. */
export const registerBody = z.strictObject({
  fullName: z.string().max(FULL_NAME_MAX_LENGTH * 2),
  email: z.string().max(EMAIL_MAX_LENGTH * 2),
  password: z.string().max(PASSWORD_MAX_LENGTH * 4),
  device,
})
export type RegisterBody = z.infer<typeof registerBody>

/** `POST /api/sessions` */
export const signInBody = z.strictObject({
  email: z.string().max(EMAIL_MAX_LENGTH * 2),
  password: z.string().max(PASSWORD_MAX_LENGTH * 4),
  device,
})
export type SignInBody = z.infer<typeof signInBody>

export const user = z.object({
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof user>

/** Answer of register (201) and sign in (200). The session itself travels in the cookie. */
export const signedIn = z.object({ user, deviceId: z.string(), pinSet: z.boolean() })
export type SignedIn = z.infer<typeof signedIn>

/** base64url of 32 bytes: HMAC-SHA256(device HMAC key, PIN digits as UTF-8). */
const pinProof = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
/** base64url of 64 bytes: ECDSA-P256-SHA256, IEEE P1363. */
const signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/)

/** `PUT /api/pin`: needs a fresh full sign-in (registration counts) on this device. Answers 204. */
export const setPinBody = z.strictObject({ pinProof })
export type SetPinBody = z.infer<typeof setPinBody>

/** `GET /api/challenges`: a one-time challenge for the unlock signature. */
export const challengeAnswer = z.object({ challenge: z.string() })

/** `POST /api/unlock`: PIN and device signature over `jara.v1\nunlock\n{challenge}\n{base64url(SHA-256(""))}`. */
export const unlockBody = z.strictObject({ challenge: z.string().max(200), pinProof, signature })
export type UnlockBody = z.infer<typeof unlockBody>

/** PIN and device signature over the terms of a quote. */
export const pinApproval = z.strictObject({ deviceId: z.string().max(60), pinProof, signature })
export type PinApproval = z.infer<typeof pinApproval>

/** `GET /api/me`. While locked (423 is not answered here) `email` is masked and `locked` is true. */
export const me = z.object({
  user,
  deviceId: z.string(),
  locked: z.boolean(),
  pinSet: z.boolean(),
  /** PIN switched off on this device after too many wrong ones: full sign-in is needed. */
  pinOff: z.boolean(),
  /** A full sign-in was recent enough to set a new PIN now. */
  fresh: z.boolean(),
})
export type Me = z.infer<typeof me>
