import { z } from 'zod'
import { transaction } from './transactions.ts'
import { koboText } from './wire.ts'

/** `GET /api/wallet`: everything the dashboard shows, in one request. */
export const wallet = z.object({
  availableKobo: koboText,
  /** Reserved for orders without a final answer: "on its way". */
  heldKobo: koboText,
  /**
   * The debt and its reason in a sentence; null: none. During a debt nothing is available, and incoming money repays
   * it.
   */
  debt: z.string().nullable(),
  spentTodayKobo: koboText,
  dailyLimitKobo: koboText,
  /** One sentence if operators set a limit for this customer alone, below everybody's; null otherwise. */
  ownLimit: z.string().nullable(),
  /** Next midnight in Africa/Lagos. */
  resetsAt: z.iso.datetime(),
  /** In the first 24 hours of an account, a device or a new factor: what may still go out; null afterwards. */
  newLimit: z.object({ leftKobo: koboText, until: z.iso.datetime() }).nullable(),
  /** `plus` while a bought BPC is held. */
  level: z.enum(['basic', 'plus']),
  /** A BPC purchase by bank transfer that is still open: it can be resumed here. */
  openBpcPurchase: z.object({ orderId: z.string(), expiresAt: z.iso.datetime().nullable() }).nullable(),
  recent: z.array(transaction),
  /** Alerts that are not seen yet, UNSEEN_COUNTED_MAX at most. */
  unseenAlerts: z.int(),
  /** When these figures were read, for "as of" when they are shown later. */
  at: z.iso.datetime(),
})
export type Wallet = z.infer<typeof wallet>
