import { MessageCircle } from 'lucide-react'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Page } from '../../components/ui/page.tsx'
import { useInstallation } from '../installation/get-installation.ts'
import { ChannelLink } from './channel-link.tsx'

/** The channels this installation has, and nothing it has not. */
export default function SupportPage() {
  const { data: installation } = useInstallation()
  const chat = installation?.links.communityChat ?? null
  return (
    <Page title="Support" back="/dashboard">
      {chat === null ? null : <ChannelLink icon={MessageCircle} title="Community chat" href={chat} />}
      {installation !== undefined && chat === null ? (
        <p>The operator of this installation has not set a support channel.</p>
      ) : null}
      <p className="text-ink-2">
        Have the reference of the payment ready: you find it in your history, at the foot of its receipt. Nobody from
        support ever needs your PIN, your password or a payment.
      </p>
      <ButtonLink to="/history" tone="quiet" wide>
        Open my history
      </ButtonLink>
    </Page>
  )
}
