import type { Installation } from '#contract/installation.ts'
import type { Config } from '#server/platform/config/config.ts'
import { version } from '#server/platform/version.ts'
import type { SettingsInForce } from './settings/settings-in-force.ts'
import { shownPrices } from './shown-prices.ts'

/**
 * The public facts and settings of this installation, which every page has from its first paint. `inForce` has the values that
 * operators set; without it, the environment's apply.
 */
export function describeInstallation(config: Config, inForce: SettingsInForce = config): Installation {
  const { mode, brand, operator, sandboxUrl } = config
  const { channels, prices } = inForce
  const { chat, ...community } = channels.community
  return {
    mode,
    brand,
    version,
    emailProof: config.emailProof,
    newLimit: config.newLimit,
    hasConsole: config.servesConsole,
    links: {
      communityChat: chat,
      sandboxBank: sandboxUrl,
      sandboxEmails: sandboxUrl === null ? null : `${sandboxUrl}/emails`,
    },
    channels: { support: channels.support, community },
    operator,
    prices: shownPrices(prices),
    // They come and go: a page asks for them.
    notices: [],
  }
}
