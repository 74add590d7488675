import { Clock, Headset, Mail, MessageCircle, Send } from 'lucide-react'
import type { Installation } from '#contract/installation.ts'
import { ChannelLink } from './channel-link.tsx'

/** The support channels that this installation has set. */
export function SupportChannels({ installation }: { installation: Installation }) {
  const { support } = installation.channels
  const { supportEmail } = installation.links
  const { email, telegram, whatsapp, liveChat, always } = support
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {email === null || supportEmail === null ? null : (
        <ChannelLink icon={Mail} title="Email Support" detail={email} href={supportEmail} />
      )}
      {telegram === null ? null : (
        <ChannelLink icon={Send} look="family-sky" title="Telegram Support" href={telegram} />
      )}
      {whatsapp === null ? null : (
        <ChannelLink icon={MessageCircle} look="family-palm" title="WhatsApp Support" href={whatsapp} />
      )}
      {liveChat === null ? null : (
        <ChannelLink icon={Headset} look="family-plum" title="Live Chat Support" href={liveChat} />
      )}
      {always ? (
        <p className="flex items-center gap-2 text-small text-ink-2">
          <Clock aria-hidden size={18} className="shrink-0" />
          Available 24/7 for your support needs
        </p>
      ) : null}
    </div>
  )
}
