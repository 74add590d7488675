import type { Installation } from '#contract/installation.ts'

/** Whether this installation has a place where its community meets; false until that is known. */
export function hasCommunity(installation: Installation | undefined): boolean {
  if (installation === undefined) return false
  const { telegram, whatsapp } = installation.channels.community
  return [installation.links.communityChat, telegram, whatsapp].some((each) => each !== null)
}
