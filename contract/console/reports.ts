import { z } from 'zod'
import { orderKind } from '#contract/kinds/kinds.ts'
import { orderState } from '#contract/orders.ts'
import { koboText } from '#contract/wire.ts'
import { PRODUCT_NAMES, type Product } from './report-words.ts'

const count = z.number().int().nonnegative()
const product = z.enum(Object.keys(PRODUCT_NAMES) as [Product, ...Product[]])

/** `GET /api/admin/reports/daily`: a day in Lagos, or today. */
export const reportQuery = z.strictObject({ day: z.iso.date().optional() })

/** `POST /api/admin/reports/daily/csv` and `/pdf` */
export const reportFileBody = z.strictObject({ day: z.iso.date() })

/** Orders of the day, in their state when the report is made. The value excludes fee, duty and discount. */
const ordersLine = z.object({ kind: orderKind, state: orderState, count, valueKobo: koboText })

/** Orders of the day with an outcome, which excludes purchases never paid by bank transfer. */
const successLine = z.object({ kind: orderKind, succeeded: count, decided: count })

/** Orders of the day without an outcome when the report is made, by age. */
const pendingLine = z.object({
  kind: orderKind,
  underQuarterHour: count,
  underTwoHours: count,
  underOneDay: count,
  older: count,
  heldKobo: koboText,
  oldestAt: z.iso.datetime(),
})

/** The ledger's bookings of the day. Negative if more was returned than earned. */
const earningsLine = z.object({
  product,
  feesKobo: koboText,
  commissionKobo: koboText,
  bpcKobo: koboText,
  /** Charges by providers. */
  costKobo: koboText,
  netKobo: koboText,
})

const depositsLine = z.object({ state: z.string(), count, valueKobo: koboText })

const floatLine = z.object({
  provider: z.string(),
  /** The ledger's balance at the end of the day, or now if the day is not over. */
  ledgerKobo: koboText,
  /** The provider's latest answer, whatever the day. Null: not asked yet. */
  said: z
    .object({ heldKobo: koboText, ledgerKobo: koboText, ownKobo: koboText.nullable(), readAt: z.iso.datetime() })
    .nullable(),
})

/** Differences open when the report is made. */
const differencesLine = z.object({
  provider: z.string(),
  count,
  /** The sum of the known amounts. */
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
  /** By the hour in Lagos in which they were made; only hours that have begun. */
  hours: z.array(z.object({ made: count, succeeded: count })),
  pending: z.array(pendingLine),
  earnings: z.array(earningsLine),
  /** The stamp duty that the day added to our debt to the state. */
  stampDutyKobo: koboText,
  deposits: z.array(depositsLine),
  floats: z.array(floatLine),
  differences: z.array(differencesLine),
  /** Accounts opened on the day, including any closed since. */
  newAccounts: count,
})
export type DailyReport = z.infer<typeof dailyReport>

export const reportAnswer = z.object({ report: dailyReport, mayExport: z.boolean() })
export type ReportAnswer = z.infer<typeof reportAnswer>
