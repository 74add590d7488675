import { EXAMPLE_SUPPORT_EMAIL, type ExampleChannel } from '#contract/example-channels.ts'
import type { Channels } from '#server/platform/config/channels.ts'

export type ShownChannels = Channels & {
  /** Opens the person's email program, or the example page. Null without an address. */
  readonly emailLink: string | null
}

/**
 * The channels shown to people. A sandbox shows an example for each unset channel, so that no screen is empty; it opens
 * a page of the sandbox world that explains it. `sandboxUrl` is null in live mode, which has no examples.
 */
export function shownChannels(set: Channels, sandboxUrl: string | null): ShownChannels {
  const { email } = set.support
  const emailLink = email === null ? null : `mailto:${email}`
  if (sandboxUrl === null) return { ...set, emailLink }
  const example = (channel: ExampleChannel) => `${sandboxUrl}/examples/${channel}`
  return {
    emailLink: emailLink ?? example('support-email'),
    support: {
      email: email ?? EXAMPLE_SUPPORT_EMAIL,
      telegram: set.support.telegram ?? example('support-telegram'),
      whatsapp: set.support.whatsapp ?? example('support-whatsapp'),
      liveChat: set.support.liveChat ?? example('support-live-chat'),
      always: set.support.always,
    },
    community: {
      chat: set.community.chat ?? example('community-chat'),
      telegram: set.community.telegram ?? example('community-telegram'),
      whatsapp: set.community.whatsapp ?? example('community-whatsapp'),
    },
  }
}
