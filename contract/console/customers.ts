import { z } from 'zod'
import { accountEventKind } from '#contract/account-events.ts'
import { ALERT_KINDS, type AlertKind } from '#contract/alert-kinds.ts'
import { FREEZE_HEADINGS } from '#contract/freezes.ts'
import { atLeastOne } from '#contract/kinds/kinds.ts'
import { caseStatus, caseTopic } from '#contract/support.ts'
import { transactionKind, transactionStatus } from '#contract/transactions.ts'
import { koboText } from '#contract/wire.ts'
import { ALERT_STATES, type AlertState } from './alert-states.ts'
import { customerLimit } from './customer-limits.ts'
import { REASON_HEADINGS } from './reasons.ts'

/** `POST /api/admin/customers/:id/open`: the use case limits the words and explains the limit. */
export const openBody = z.strictObject({
  heading: z.enum(REASON_HEADINGS),
  words: z.string().max(1_000),
  /** Not shown to the customer: an investigation that they may not be told of. */
  withheld: z.boolean(),
})
export type OpenBody = z.infer<typeof openBody>
export const openedAnswer = z.object({ openUntil: z.iso.datetime() })
export type OpenedAnswer = z.infer<typeof openedAnswer>

const moment = z.iso.datetime()

const alertKind = z.enum(atLeastOne(Object.keys(ALERT_KINDS) as AlertKind[]))
const alertState = z.enum(atLeastOne(Object.keys(ALERT_STATES) as AlertState[]))

/** `GET /api/admin/customers/:id`: personal data is masked unless `openUntil` is set. */
export const customerAnswer = z.object({
  id: z.string(),
  openUntil: moment.nullable(),
  /** The same as a duration, in case the page's clock is wrong. */
  openForMs: z.int().nullable(),
  name: z.string(),
  email: z.string(),
  joinedAt: moment,
  closedAt: moment.nullable(),
  /** By the owner, in the app or through the link in an email. */
  frozenAt: moment.nullable(),
  /** By an operator. */
  frozenByTeam: z
    .object({
      at: moment,
      heading: z.enum(FREEZE_HEADINGS),
      /** The operator's name. */
      by: z.string(),
      /** Whether a request to lift it waits for a second operator. */
      liftWaits: z.boolean(),
    })
    .nullable(),
  /** After wrong PINs. */
  moneyOutWaitsUntil: moment.nullable(),
  /** The limit of the first hours, where one applies. */
  newLimit: z.object({ leftKobo: koboText, until: moment }).nullable(),
  /** The limit that operators set for this customer alone. */
  ownLimit: customerLimit.nullable(),
  mayLimit: z.boolean(),
  debt: z.string().nullable(),
  devices: z.object({ active: z.boolean(), boundAt: moment.nullable(), earlier: z.int() }),
  factors: z.object({
    passkeys: z.int(),
    authenticator: z.boolean(),
    recoveryCodes: z.int(),
    pin: z.enum(['set', 'off', 'none']),
  }),
  account: z.object({ number: z.string(), bank: z.string().nullable() }).nullable(),
  money: z.object({
    availableKobo: koboText,
    heldKobo: koboText,
    spentTodayKobo: koboText,
    dailyLimitKobo: koboText,
    /** The last CUSTOMER_MONEY_DAYS days. */
    inKobo: koboText,
    outKobo: koboText,
  }),
  orders: z.array(
    z.object({
      id: z.string(),
      kind: transactionKind,
      title: z.string(),
      status: transactionStatus,
      amountKobo: koboText,
      /** With fee, duty and discount. */
      totalKobo: koboText,
      recipient: z.string().nullable(),
      recipientDetail: z.string().nullable(),
      reference: z.string(),
      at: moment,
    }),
  ),
  deposits: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      amountKobo: koboText,
      sender: z.string().nullable(),
      reference: z.string(),
      at: moment,
    }),
  ),
  cases: z.array(
    z.object({ id: z.string(), trackingNumber: z.string(), topic: caseTopic, status: caseStatus, at: moment }),
  ),
  events: z.array(z.object({ id: z.string(), kind: accountEventKind, browser: z.string().nullable(), at: moment })),
  /** Alerts to this customer, and the outcome in each channel. */
  alerts: z.array(
    z.object({
      id: z.string(),
      kind: alertKind,
      email: alertState,
      push: alertState,
      sms: alertState,
      at: moment,
    }),
  ),
  /** Emails of the last 30 days other than alerts: kind and state, never their text. */
  emails: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      state: z.enum(['waiting', 'sent', 'dropped', 'given-up']),
      at: moment,
    }),
  ),
})
export type CustomerAnswer = z.infer<typeof customerAnswer>
