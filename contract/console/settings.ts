import { z } from 'zod'
import { installation } from '#contract/installation.ts'

/** Texts that are too long are refused with a specific message, so these limits are far above the real ones. */
const typed = z.string().max(2_000)

const listedNotice = z.object({
  id: z.string(),
  bank: z.string(),
  meaning: z.string(),
  source: z.string(),
  startsAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Both operators in one line; null for the environment and the provider. */
  setBy: z.string().nullable(),
  /** When and by whom it was taken down; null while it is up and if it expired. */
  ended: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
  /** Whether it can be taken down and nobody has asked for that yet. */
  mayEnd: z.boolean(),
})
export type ListedNotice = z.infer<typeof listedNotice>

const channelFields = {
  supportEmail: typed,
  supportTelegram: typed,
  supportWhatsapp: typed,
  supportLiveChat: typed,
  /** `true` or `false`. */
  supportAlways: z.enum(['true', 'false']),
  communityChat: typed,
  communityTelegram: typed,
  communityWhatsapp: typed,
}

const listedVersion = z.object({
  /** 0 is the environment. */
  number: z.number(),
  startsAt: z.iso.datetime().nullable(),
  setBy: z.string().nullable(),
  state: z.enum(['in force', 'to come', 'past', 'never begins']),
  texts: z.object(channelFields),
})
export type ListedVersion = z.infer<typeof listedVersion>

const points = z.record(z.string(), z.number())
const bands = z.array(z.object({ upToKobo: z.string(), feeKobo: z.string() }))
/** In the format of PRICE_LIST: shares in hundredths of a percent, kobo as text. */
const priceListJson = z.object({
  discounts: z.record(z.string(), points),
  commissions: z.record(z.string(), points),
  transferFees: z.object({ standard: bands, bpc: bands }),
})
export type ListedPrices = z.infer<typeof priceListJson>

const listedPriceVersion = listedVersion.omit({ texts: true }).extend({
  /** One line per price. */
  lines: z.array(z.object({ what: z.string(), price: z.string() })),
  list: priceListJson,
})
export type ListedPriceVersion = z.infer<typeof listedPriceVersion>

const listedLimitVersion = listedVersion.omit({ texts: true }).extend({
  /** One line per limit. */
  lines: z.array(z.object({ what: z.string(), price: z.string() })),
  limits: installation.shape.limits,
})
export type ListedLimitVersion = z.infer<typeof listedLimitVersion>

/** `GET /api/admin/settings` */
export const settingsAnswer = z.object({
  /** Current and planned notices. */
  notices: z.array(listedNotice),
  /** Past notices that two operators set, the latest first. */
  past: z.array(listedNotice),
  /** The latest versions of the channels, the newest first. */
  channels: z.array(listedVersion),
  /** The latest versions of the prices, the newest first. */
  prices: z.array(listedPriceVersion),
  maySetPrices: z.boolean(),
  /** The latest versions of the daily limits, the newest first. */
  limits: z.array(listedLimitVersion),
  maySetLimits: z.boolean(),
  /** A notice's default source. */
  source: z.string(),
  maySetNotice: z.boolean(),
  maySetChannels: z.boolean(),
})
export type SettingsAnswer = z.infer<typeof settingsAnswer>

/** `GET /api/admin/settings/banks`: the banks on the provider's list, and its own reports as customers read them. */
export const bankNamesAnswer = z.object({ banks: z.array(z.string()), reported: z.array(listedNotice) })
export type BankNamesAnswer = z.infer<typeof bankNamesAnswer>
