import { UsersRound } from 'lucide-react'
import { Page } from '../../components/ui/page.tsx'
import { useInstallation } from '../installation/get-installation.ts'
import { ChannelLink } from './channel-link.tsx'

/** Where the people of this installation meet. A community that is not set is not shown. */
export default function PlatformPage() {
  const { data: installation } = useInstallation()
  const chat = installation?.links.communityChat ?? null
  return (
    <Page title="Platform Communities" back="/dashboard">
      <h2 className="text-h2">Join Our Communities</h2>
      {chat === null ? null : <ChannelLink icon={UsersRound} title="Join the community chat" href={chat} />}
      {installation !== undefined && chat === null ? (
        <p>The operator of this installation has not set up a community.</p>
      ) : null}
      <p className="text-ink-2">
        Never send money to somebody who writes to you there. Money is added on the Add money page only, to the account
        number that is shown to you.
      </p>
    </Page>
  )
}
