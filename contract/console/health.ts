import { z } from 'zod'
import { orderKind } from '#contract/kinds/kinds.ts'
import { orderState } from '#contract/orders.ts'
import { koboText } from '#contract/wire.ts'

const count = z.number().int().nonnegative()

/** Orders of one product at one provider made within the answer's minutes, in their current states. */
const pace = z.object({
  provider: z.string(),
  kind: orderKind,
  made: count,
  succeeded: count,
  /** Proved not paid or not delivered, or paid and reversed. */
  failed: count,
  /** Without a clear answer, or in manual review. */
  unknown: count,
  /** How many orders of each minute have succeeded so far; the oldest minute first. */
  succeededByMinute: z.array(count),
})
export type Pace = z.infer<typeof pace>

/** All orders without an outcome. */
const waiting = z.object({
  provider: z.string(),
  kind: orderKind,
  state: orderState,
  count,
  heldKobo: koboText,
  oldestAt: z.iso.datetime(),
})
export type Waiting = z.infer<typeof waiting>

/** The time from an order to its provider's first webhook about it, for webhooks within the answer's minutes. */
const webhookLag = z.object({
  provider: z.string(),
  orders: count,
  middleMs: z.number().int(),
  slowestMs: z.number().int(),
})
export type WebhookLag = z.infer<typeof webhookLag>

/** Due jobs that no worker has claimed. */
const queue = z.object({ kind: z.string(), count, oldestDueAt: z.iso.datetime() })
export type Queue = z.infer<typeof queue>

/** A provider's reported balance, and the ledger's at that moment. */
const float = z.object({
  provider: z.string(),
  heldKobo: koboText,
  ledgerKobo: koboText,
  /** Our own money there, beyond the ledger. Null: not known yet. */
  ownKobo: koboText.nullable(),
  readAt: z.iso.datetime(),
  /** Null: not set. */
  thresholdKobo: koboText.nullable(),
})
export type Float = z.infer<typeof float>

/** `GET /api/admin/today/health`. Anything missing from a list is not known. */
export const healthAnswer = z.object({
  readAt: z.iso.datetime(),
  /** The start of the first minute; the last one is not over. */
  from: z.iso.datetime(),
  paces: z.array(pace),
  waiting: z.array(waiting),
  webhooks: z.array(webhookLag),
  queues: z.array(queue),
  /** Null: this operator's role may not see them. */
  floats: z.array(float).nullable(),
  booksCheckedAt: z.iso.datetime().nullable(),
  reconciledAt: z.iso.datetime().nullable(),
})
export type HealthAnswer = z.infer<typeof healthAnswer>
