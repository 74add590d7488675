import type { Installation } from '#contract/installation.ts'
import type { Channels } from '#server/platform/config/channels.ts'
import type { Config } from '#server/platform/config/config.ts'
import { version } from '#server/platform/version.ts'
import { shownPrices } from './shown-prices.ts'

/**
 * What everybody may know about this installation and its settings: every page knows it from its first paint. `channels` are
 * those in force; without them, those of the environment.
 */
export function describeInstallation(config: Config, channels: Channels = config.channels): Installation {
  const { mode, brand, operator, sandboxUrl } = config
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
    prices: shownPrices(config.prices),
    // They come and go: a page asks for them.
    notices: [],
  }
}
