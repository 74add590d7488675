import { z } from 'zod'
import { orderKind } from '#contract/kinds/kinds.ts'
import { caseStatus, caseTopic } from '#contract/support.ts'
import { transactionStatus } from '#contract/transactions.ts'
import { koboText } from '#contract/wire.ts'

const moment = z.iso.datetime()

/**
 * `POST /api/admin/search`: a search text may be a phone number or a name, so it is in no address. The use case limits
 * its length with a message; the schema only bounds it loosely.
 */
export const searchBody = z.strictObject({ q: z.string().max(20_000) })

/** The best SEARCH_GROUP_MAX matches of a group, masked. `more`: there are others. */
const group = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), more: z.boolean() })

const foundCustomer = z.object({ id: z.string(), name: z.string(), email: z.string(), closed: z.boolean() })
const foundOrder = z.object({
  id: z.string(),
  customerId: z.string(),
  customer: z.string(),
  kind: orderKind,
  status: transactionStatus,
  amountKobo: koboText,
  reference: z.string(),
  at: moment,
})
const foundDeposit = z.object({
  id: z.string(),
  /** Null: the owner is not known. */
  customerId: z.string().nullable(),
  customer: z.string().nullable(),
  state: z.string(),
  amountKobo: koboText,
  reference: z.string(),
  at: moment,
})
const foundCase = z.object({
  id: z.string(),
  /** Null: a visitor's. */
  customerId: z.string().nullable(),
  trackingNumber: z.string(),
  topic: caseTopic,
  status: caseStatus,
  at: moment,
})

export const searchAnswer = z.object({
  /** The address of the screen to open directly: an exact id, reference, receipt or case matched one thing. */
  jumpTo: z.string().nullable(),
  customers: group(foundCustomer),
  orders: group(foundOrder),
  deposits: group(foundDeposit),
  cases: group(foundCase),
})
export type SearchAnswer = z.infer<typeof searchAnswer>
export type FoundCustomer = z.infer<typeof foundCustomer>
export type FoundOrder = z.infer<typeof foundOrder>
export type FoundDeposit = z.infer<typeof foundDeposit>
export type FoundCase = z.infer<typeof foundCase>
