import { MessageCircle, Send, UsersRound } from 'lucide-react'
import { useInstallation } from '#web/installation/get-installation.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Page } from '#web/ui/page.tsx'
import { ChannelLink } from './channel-link.tsx'

/** The community's channels of this installation. A channel that is not set is not shown. */
export default function PlatformPage() {
  const { data: installation } = useInstallation()
  const chat = installation?.links.communityChat ?? null
  const { telegram = null, whatsapp = null } = installation?.channels.community ?? {}
  const none = [chat, telegram, whatsapp].every((each) => each === null)
  return (
    <>
      <Page title="Platform Communities" back="/dashboard" hasBottomBar>
        <h2 className="text-h2">Join Our Communities</h2>
        {telegram === null ? null : (
          <ChannelLink icon={Send} look="family-sky" title="Join Telegram Channel" href={telegram} />
        )}
        {whatsapp === null ? null : (
          <ChannelLink icon={MessageCircle} look="family-palm" title="Join WhatsApp Group" href={whatsapp} />
        )}
        {chat === null ? null : (
          <ChannelLink icon={UsersRound} look="family-plum" title="Join Community Chat" href={chat} />
        )}
        {installation !== undefined && none ? <p>No community is set up here.</p> : null}
        <p className="text-ink-2">
          Never send money to somebody who writes to you there. You add money only on the Add money page, to the account
          number shown there.
        </p>
      </Page>
      <BottomBar />
    </>
  )
}
