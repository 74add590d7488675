import type { Installation } from '#contract/installation.ts'

/** Whether this installation has set up a place where its people meet. While that is not known, none is promised. */
export function hasCommunity(installation: Installation | undefined): boolean {
  if (installation === undefined) return false
  const { telegram, whatsapp } = installation.channels.community
  return [installation.links.communityChat, telegram, whatsapp].some((each) => each !== null)
}
