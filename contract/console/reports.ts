import { z } from 'zod'
import { orderKind } from '#contract/kinds/kinds.ts'
import { orderState } from '#contract/orders.ts'
import { koboText } from '#contract/wire.ts'
import { PRODUCT_NAMES, type Product } from './report-words.ts'

const count = z.number().int().nonnegative()
const product = z.enum(Object.keys(PRODUCT_NAMES) as [Product, ...Product[]])

/** `GET /api/admin/reports/daily`: a day of Lagos, or today. */
export const reportQuery = z.strictObject({ day: z.iso.date().optional() })

/** `POST /api/admin/reports/daily/csv` and `/pdf` */
export const reportFileBody = z.strictObject({ day: z.iso.date() })

/** Orders of the day, in the state that they are in when the report is made. The value is without fee, duty and discount. */
const ordersLine = z.object({ kind: orderKind, state: orderState, count, valueKobo: koboText })

/** Orders of the day with an outcome. A purchase that was never paid by bank transfer has none. */
const successLine = z.object({ kind: orderKind, succeeded: count, decided: count })

/** Orders of the day without an outcome when the report is made, by how long ago they were made. */
const pendingLine = z.object({
  kind: orderKind,
  underQuarterHour: count,
  underTwoHours: count,
  underOneDay: count,
  older: count,
  heldKobo: koboText,
  oldestAt: z.iso.datetime(),
})

/** What the ledger booked on the day. Below zero where more was brought back than earned. */
const earningsLine = z.object({
  product,
  feesKobo: koboText,
  commissionKobo: koboText,
  bpcKobo: koboText,
  /** What providers charged us. */
  costKobo: koboText,
  netKobo: koboText,
})

const depositsLine = z.object({ state: z.string(), count, valueKobo: koboText })

const floatLine = z.object({
  provider: z.string(),
  /** By the ledger: at the end of the day, or now where the day is not over. */
  ledgerKobo: koboText,
  /** What the provider said when it was last asked, whatever the day. Null: it was not asked yet. */
  said: z
    .object({ heldKobo: koboText, ledgerKobo: koboText, ownKobo: koboText.nullable(), readAt: z.iso.datetime() })
    .nullable(),
})

/** Differences that are open when the report is made. */
const differencesLine = z.object({
  provider: z.string(),
  count,
  /** The sum of those whose amount is known. */
  knownKobo: koboText,
  unknown: count,
  oldestAt: z.iso.datetime(),
})

export const dailyReport = z.object({
  day: z.iso.date(),
  isOver: z.boolean(),
  madeAt: z.iso.datetime(),
  orders: z.array(ordersLine),
  success: z.array(successLine),
  /** By the hour of Lagos in which they were made: the hours that have begun. */
  hours: z.array(z.object({ made: count, succeeded: count })),
  pending: z.array(pendingLine),
  earnings: z.array(earningsLine),
  /** What the day added to what is owed to the state. */
  stampDutyKobo: koboText,
  deposits: z.array(depositsLine),
  floats: z.array(floatLine),
  differences: z.array(differencesLine),
  /** Accounts opened on the day, also those closed since. */
  newAccounts: count,
})
export type DailyReport = z.infer<typeof dailyReport>

export const reportAnswer = z.object({ report: dailyReport, mayExport: z.boolean() })
export type ReportAnswer = z.infer<typeof reportAnswer>
