import { z } from 'zod'

/** A browser that shows alerts while Jara is closed. */
export const pushSubscription = z.object({
  id: z.string(),
  /** In our own words: "Chrome on Android". Null when it says nothing we know. */
  browser: z.string().nullable(),
  /** It belongs to the device that asks. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When its push service last took an alert for it. */
  lastSentAt: z.iso.datetime().nullable(),
  /** Since when its push service no longer reaches it; null while it does. */
  endedAt: z.iso.datetime().nullable(),
})
export type PushSubscriptionShown = z.infer<typeof pushSubscription>

/** `GET /api/push`: the key to subscribe for, and the account's browsers with push, oldest first. */
export const pushAnswer = z.object({ publicKey: z.string(), subscriptions: z.array(pushSubscription) })
export type PushAnswer = z.infer<typeof pushAnswer>

/** Bounds only: what they must be is decided with its own message. */
const unchecked = z.string().max(3_000)

/** `POST /api/push`: what the browser got from its push service. The same twice changes nothing. */
export const subscribeBody = z.strictObject({ endpoint: unchecked, p256dh: unchecked, auth: unchecked })
export type SubscribeBody = z.infer<typeof subscribeBody>

/** Answer of `POST /api/push`. */
export const subscribedAnswer = z.object({ subscription: pushSubscription })
export type SubscribedAnswer = z.infer<typeof subscribedAnswer>
