import { z } from 'zod'
import { orderKind } from '#contract/kinds/kinds.ts'
import { orderState } from '#contract/orders.ts'
import { koboText } from '#contract/wire.ts'

const count = z.number().int().nonnegative()

/** Orders of one product at one provider that were made in the minutes of the answer, in the states they are in by now. */
const pace = z.object({
  provider: z.string(),
  kind: orderKind,
  made: count,
  succeeded: count,
  /** Proved not paid or not delivered, or paid and brought back. */
  failed: count,
  /** Without a clear answer, or with a person. */
  unknown: count,
  /** Of the orders made in each minute, how many have succeeded by now; the oldest minute first. */
  succeededByMinute: z.array(count),
})
export type Pace = z.infer<typeof pace>

/** Orders without an outcome, whenever they were made. */
const waiting = z.object({
  provider: z.string(),
  kind: orderKind,
  state: orderState,
  count,
  heldKobo: koboText,
  oldestAt: z.iso.datetime(),
})
export type Waiting = z.infer<typeof waiting>

/** From an order to its provider's first webhook about it, of those that came in the minutes of the answer. */
const webhookLag = z.object({
  provider: z.string(),
  orders: count,
  middleMs: z.number().int(),
  slowestMs: z.number().int(),
})
export type WebhookLag = z.infer<typeof webhookLag>

/** Jobs that are due and that no worker holds. */
const queue = z.object({ kind: z.string(), count, oldestDueAt: z.iso.datetime() })
export type Queue = z.infer<typeof queue>

/** What a provider said it holds, and what the ledger said at that moment. */
const float = z.object({
  provider: z.string(),
  heldKobo: koboText,
  ledgerKobo: koboText,
  /** What is our own there, beyond the ledger. Null: not known yet. */
  ownKobo: koboText.nullable(),
  readAt: z.iso.datetime(),
  /** Null: none is set. */
  thresholdKobo: koboText.nullable(),
})
export type Float = z.infer<typeof float>

/** `GET /api/admin/today/health`. What is in no list is not known. */
export const healthAnswer = z.object({
  readAt: z.iso.datetime(),
  /** Where the first of the minutes begins; the last one is not over. */
  from: z.iso.datetime(),
  paces: z.array(pace),
  waiting: z.array(waiting),
  webhooks: z.array(webhookLag),
  queues: z.array(queue),
  /** Null: this operator's role may not look at them. */
  floats: z.array(float).nullable(),
  booksCheckedAt: z.iso.datetime().nullable(),
  reconciledAt: z.iso.datetime().nullable(),
})
export type HealthAnswer = z.infer<typeof healthAnswer>
