import { z } from 'zod'
import { billKind, orderKind } from './kinds/kinds.ts'
import { koboText } from './wire.ts'

const byList = z.object({ standard: z.number(), bpc: z.number() })
const feeBands = z.array(z.object({ upToKobo: koboText, feeKobo: koboText }))

/** Trouble at a bank, reported by the provider's own list or a named operator. Gone after `expiresAt`. */
export const bankNotice = z.object({
  id: z.string(),
  bank: z.string(),
  /** Who reported it: "Paystack's bank list", or an operator by name. */
  source: z.string(),
  /** What it means for a user who pays from there now. */
  meaning: z.string(),
  at: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type BankNotice = z.infer<typeof bankNotice>

/** `GET /api/bank-notices`: those in force now. */
export const bankNoticesAnswer = z.object({ notices: z.array(bankNotice) })
export type BankNoticesAnswer = z.infer<typeof bankNoticesAnswer>

/** A kind of order that is paused, entirely or for one bank, network or company. */
const pause = z.object({
  id: z.string(),
  kind: orderKind,
  serviceName: z.string().nullable(),
  /** The exact words that two operators agreed to. */
  reason: z.string(),
  endsAt: z.iso.datetime(),
})

/** `GET /api/pauses`: the active ones. */
export const pausesInForce = z.object({ pauses: z.array(pause) })
export type PausesInForce = z.infer<typeof pausesInForce>

/** What the web needs to know about this installation before anybody signs in: `GET /api/installation`. */
export const installation = z.object({
  mode: z.enum(['sandbox', 'live']),
  brand: z.string(),
  version: z.string(),
  /** An email has to be proved with a code before an account is opened with it. */
  emailProof: z.boolean(),
  /** For NEW_LIMIT_MS after an account, device, PIN or password is new, only NEW_LIMIT_KOBO in all may go out. */
  newLimit: z.boolean(),
  /** Operators sign in at this address, not at a separate one. */
  hasConsole: z.boolean(),
  /**
   * The community chat, the link to email support, the sandbox's bank page and its emails; each null if there is none.
   */
  links: z.object({
    communityChat: z.url().nullable(),
    supportEmail: z.string().nullable(),
    sandboxBank: z.url().nullable(),
    sandboxEmails: z.url().nullable(),
  }),
  /** The contact channels of this installation; null for each that is not set. */
  channels: z.object({
    support: z.object({
      email: z.string().nullable(),
      telegram: z.url().nullable(),
      whatsapp: z.url().nullable(),
      liveChat: z.url().nullable(),
      /** Support is available day and night. */
      always: z.boolean(),
    }),
    community: z.object({ telegram: z.url().nullable(), whatsapp: z.url().nullable() }),
  }),
  /** Who runs this installation, in the operator's own words; null if not set. */
  operator: z.object({ name: z.string(), licence: z.string().nullable() }).nullable(),
  /** The prices the server charges: discounts in hundredths of a percent, fees in kobo. */
  prices: z.object({
    discounts: z.record(billKind, byList),
    transferFees: z.object({ standard: feeBands, bpc: feeBands }),
  }),
  /** The daily limits in force, kobo: without a BPC, added by each bought BPC, and the maximum. */
  limits: z.object({ dailyKobo: koboText, perBpcKobo: koboText, maxKobo: koboText }),
  /** Things every person should know now, such as "sending money is stopped". */
  notices: z.array(z.object({ id: z.string(), text: z.string(), since: z.iso.datetime() })),
})
export type Installation = z.infer<typeof installation>
