import { z } from 'zod'
import { EMAIL_MAX_LENGTH, FULL_NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from './constants.ts'
import { FREEZE_HEADINGS } from './freezes.ts'
import { assertion } from './passkeys.ts'
import { confirmProof } from './second-step.ts'
import { TYPED_NUMBER_MAX_LENGTH } from './typed.ts'

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

/** `POST /api/accounts`. Bounds only: the use case checks name and password, each with its own message. */
export const registerBody = z.strictObject({
  fullName: z.string().max(FULL_NAME_MAX_LENGTH * 2),
  email: z.string().max(EMAIL_MAX_LENGTH * 2),
  password: z.string().max(PASSWORD_MAX_LENGTH * 4),
  device,
  /** The code that `POST /api/email-proofs` emailed: required if `GET /api/installation` has `emailProof`. */
  emailCode: z.string().max(80).nullish(),
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

/** Response to registering (201) and signing in (200). The session itself is in the cookie. */
export const signedIn = z.object({ user, deviceId: z.string(), pinSet: z.boolean() })
export type SignedIn = z.infer<typeof signedIn>

/** base64url of 32 bytes: HMAC-SHA256(device HMAC key, PIN digits as UTF-8). */
const pinProof = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
/** base64url of 64 bytes: ECDSA-P256-SHA256, IEEE P1363. */
const signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/)

/** `PUT /api/pin`: needs a fresh full sign-in (registration counts) on this device. Responds with 204. */
export const setPinBody = z.strictObject({ pinProof })
export type SetPinBody = z.infer<typeof setPinBody>

/** `GET /api/challenges`: a one-time challenge for the unlock signature. */
export const challengeAnswer = z.object({ challenge: z.string() })

/** `POST /api/unlock`: PIN and device signature over `jara.v1\nunlock\n{challenge}\n{base64url(SHA-256(""))}`. */
export const unlockBody = z.strictObject({ challenge: z.string().max(200), pinProof, signature })
export type UnlockBody = z.infer<typeof unlockBody>

const deviceId = z.string().max(60)

/**
 * PIN and device signature over the terms shown (exact text: docs/why/security.md). `code` comes from the authenticator
 * app, for terms with `approveWith: 'strong'`.
 */
export const pinApproval = z.strictObject({ deviceId, pinProof, signature, code: z.string().max(80).nullish() })
/** A passkey's assertion instead of PIN and signature. Its challenge is base64url(SHA-256(the same text)). */
export const passkeyApproval = z.strictObject({ deviceId, passkey: assertion })
/** How a person approves anything: an order, a list of orders, a freeze. */
export const approval = z.union([pinApproval, passkeyApproval], {
  error: 'Needed: deviceId with pinProof and signature, or deviceId with passkey',
})
export type Approval = z.infer<typeof approval>

/** `POST /api/sessions/current/password`: makes this session fresh and gives it a new token. Responds with 204. */
export const passwordBody = z.strictObject({
  password: z.string().max(PASSWORD_MAX_LENGTH * 4),
  /** Needed once the account has a passkey or an authenticator app. */
  proof: confirmProof.nullish(),
})
export type PasswordBody = z.infer<typeof passwordBody>

/**
 * `POST /api/freeze` (purpose `freeze`) and `DELETE /api/freeze` (purpose `unfreeze`, after a fresh full sign-in):
 * approves a challenge of `GET /api/challenges` with empty terms. Both answer 204, even if nothing changes.
 */
export const freezeBody = z.strictObject({ challenge: z.string().max(200), approval })
export type FreezeBody = z.infer<typeof freezeBody>

/**
 * `DELETE /api/sessions/:id`. Another session needs an approval like a freeze (purpose `end-session`); the caller's own
 * needs no body. Responds with 204, even if the session has already ended.
 */
export const endSessionBody = freezeBody.nullish()
export type EndSessionBody = z.infer<typeof endSessionBody>

export const session = z.object({
  id: z.string(),
  /** What the browser called itself when it signed in, for example "Chrome on Android"; null when it did not say. */
  browser: z.string().nullable(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Session = z.infer<typeof session>

/** `GET /api/sessions`: open in the last 30 days, this one first, then newest. `DELETE /api/sessions/:id` ends one. */
export const sessionsAnswer = z.object({ sessions: z.array(session) })
export type SessionsAnswer = z.infer<typeof sessionsAnswer>

/** `PUT /api/me/phone`: the phone number. Responds with Me. An account number keeps the phone it was issued with. */
export const phoneBody = z.strictObject({ phone: z.string().max(TYPED_NUMBER_MAX_LENGTH) })
export type PhoneBody = z.infer<typeof phoneBody>

/** `PATCH /api/me`: changes the full name. Returns `me`. */
export const changeMeBody = z.strictObject({
  // Bounded only by the request's size: the use case refuses a long name with a message for the field.
  fullName: z.string(),
})
export type ChangeMeBody = z.infer<typeof changeMeBody>

/** Answer of `PUT /api/me/image`, whose body is the picture itself: JPEG, PNG or WebP. */
export const imageAnswer = z.object({ imageVersion: z.string() })
export type ImageAnswer = z.infer<typeof imageAnswer>

/** A freeze by our team, in the words for the customer. */
const teamFreeze = z.object({ heading: z.enum(FREEZE_HEADINGS), title: z.string(), text: z.string() })
export type TeamFreeze = z.infer<typeof teamFreeze>

/** `GET /api/me`. While locked (423 is not answered here) `email` is masked and `locked` is true. */
export const me = z.object({
  user,
  deviceId: z.string(),
  locked: z.boolean(),
  pinSet: z.boolean(),
  /** PIN switched off on this device after too many wrong ones: full sign-in is needed. */
  pinOff: z.boolean(),
  /** A full sign-in was recent enough to change PIN and passkeys now. */
  fresh: z.boolean(),
  /** The version of the picture at `GET /api/me/image`; null: no picture. Each picture has a version of its own. */
  imageVersion: z.string().nullable(),
  /** Earliest time the full name can change again; null: now. */
  nameChangeableAt: z.iso.datetime().nullable(),
  /** The owner has frozen the account. */
  frozen: z.boolean(),
  /** The freeze by our team; null: none. Either freeze alone blocks money out. */
  frozenByTeam: teamFreeze.nullable(),
  passkeyCount: z.number(),
  /** The phone number the person gave us, eleven digits; masked while locked, null when there is none. */
  phone: z.string().nullable(),
})
export type Me = z.infer<typeof me>
