import webPush from 'web-push'

/*
 * The only file that uses the package web-push, and two parts of it: the encryption of RFC 8291 and the signature of
 * RFC 8292. It sends nothing and reads no clock: post-push.ts sends, and `now` is the caller's.
 */

/** How long a signature is valid, ms; push services accept at most 24 hours. */
const SIGNED_FOR_MS = 12 * 60 * 60_000

/** Both in base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

/** A browser's push subscription: whoever has it can send to the browser. */
export type Subscription = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

/** A message for one browser. */
export type PushMessage = {
  readonly payload: string
  /** At most 32 characters of base64url. A later message of the same topic replaces a waiting one. */
  readonly topic: string
  readonly lifetimeMs: number
  readonly urgency: 'normal' | 'high'
}

export type PushRequest = {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** New keys, the public one in the form that browsers need. */
export function newVapidKeys(): VapidKeys {
  return webPush.generateVAPIDKeys()
}

/**
 * Encrypts a message for one browser and signs its request.
 *
 * @param contact where the push service's operators can write to: `mailto:…` or `https://…`
 * @throws Error when the browser's keys are invalid
 */
export function preparePush(
  { endpoint, p256dh, auth }: Subscription,
  { payload, topic, lifetimeMs, urgency }: PushMessage,
  { keys, contact, now }: { readonly keys: VapidKeys; readonly contact: string; readonly now: Date },
): PushRequest {
  const { origin } = new URL(endpoint)
  const expiresS = Math.floor((now.getTime() + SIGNED_FOR_MS) / 1_000)
  const { publicKey, privateKey } = keys
  const { Authorization } = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm', expiresS)
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: Math.floor(lifetimeMs / 1_000),
    topic,
    urgency,
    contentEncoding: 'aes128gcm',
    headers: { Authorization },
  })
  return {
    endpoint,
    headers: Object.fromEntries(
      Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    body: new Uint8Array(details.body ?? []),
  }
}
