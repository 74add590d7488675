import { z } from 'zod'

/** A browser that shows alerts while Jara is closed. */
export const pushSubscription = z.object({
  id: z.string(),
  /** The browser in our own words: "Chrome on Android"; null if not recognised. */
  browser: z.string().nullable(),
  /** Whether it belongs to the device that asks. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When its push service last took an alert for it. */
  lastSentAt: z.iso.datetime().nullable(),
  /** When its push service stopped reaching it; null while it is reached. */
  endedAt: z.iso.datetime().nullable(),
})
export type PushSubscriptionShown = z.infer<typeof pushSubscription>

/** `GET /api/push`: the key to subscribe for, and the account's browsers with push, oldest first. */
export const pushAnswer = z.object({ publicKey: z.string(), subscriptions: z.array(pushSubscription) })
export type PushAnswer = z.infer<typeof pushAnswer>

/** Bounds only: the use case checks the values, with messages of its own. */
const unchecked = z.string().max(3_000)

/** `POST /api/push`: what the browser got from its push service. Repeating it changes nothing. */
export const subscribeBody = z.strictObject({ endpoint: unchecked, p256dh: unchecked, auth: unchecked })
export type SubscribeBody = z.infer<typeof subscribeBody>

/** Answer of `POST /api/push`. */
export const subscribedAnswer = z.object({ subscription: pushSubscription })
export type SubscribedAnswer = z.infer<typeof subscribedAnswer>
