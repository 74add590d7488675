import { type DailyLimits, FIRST_LIMITS } from '#contract/daily-limits.ts'
import type { Installation } from '#contract/installation.ts'
import type { Config } from '#server/platform/config/config.ts'
import { version } from '#server/platform/version.ts'
import { shownChannels } from './example-channels.ts'
import type { SettingsInForce } from './settings/settings-in-force.ts'
import { shownPrices } from './shown-prices.ts'

/**
 * The installation's public facts and settings, which every page has from its first paint. `inForce`: values that
 * operators set; without it, the environment's and the product's own limits apply.
 */
export function describeInstallation(
  config: Config,
  inForce: SettingsInForce = { ...config, limits: FIRST_LIMITS },
): Installation {
  const { mode, brand, operator, sandboxUrl } = config
  const { prices, limits } = inForce
  const { support, community: communities, emailLink } = shownChannels(inForce.channels, sandboxUrl)
  const { chat, ...community } = communities
  return {
    mode,
    brand,
    version,
    emailProof: config.emailProof,
    newLimit: config.newLimit,
    hasConsole: config.servesConsole,
    links: {
      communityChat: chat,
      supportEmail: emailLink,
      sandboxBank: sandboxUrl,
      sandboxEmails: sandboxUrl === null ? null : `${sandboxUrl}/emails`,
    },
    channels: { support, community },
    operator,
    prices: shownPrices(prices),
    limits: shownLimits(limits),
    // Notices come and go, so pages request them.
    notices: [],
  }
}

/** The limits in their wire form. */
export function shownLimits({ dailyKobo, perBpcKobo, maxKobo }: DailyLimits): Installation['limits'] {
  return { dailyKobo: `${dailyKobo}`, perBpcKobo: `${perBpcKobo}`, maxKobo: `${maxKobo}` }
}
