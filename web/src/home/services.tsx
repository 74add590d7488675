import {
  CircleQuestionMark,
  History,
  LifeBuoy,
  type LucideIcon,
  MessageCircle,
  ReceiptText,
  Smartphone,
  Store,
  Ticket,
  UserRound,
  UsersRound,
  Wifi,
} from 'lucide-react'
import type { Installation } from '#contract/installation.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { hasCommunity } from '#web/installation/has-community.ts'
import { Link } from '#web/lib/routing.tsx'

type Icon = LucideIcon
/** A tile leads to a screen, or to a page elsewhere in a tab of its own. */
type Service = { readonly to: string; readonly label: string; readonly icon: Icon }

const MORE: readonly Service[] = [
  { to: '/data', label: 'Data', icon: Wifi },
  { to: '/bills', label: 'Bills', icon: ReceiptText },
  { to: '/sell', label: 'Sell', icon: Store },
  { to: '/history', label: 'History', icon: History },
  { to: '/faq', label: 'FAQ', icon: CircleQuestionMark },
  { to: '/support', label: 'Support', icon: LifeBuoy },
  { to: '/profile', label: 'Profile', icon: UserRound },
]

export function QuickActions() {
  const { data: installation } = useInstallation()
  return (
    <section aria-labelledby="quick-actions" className="flex flex-col gap-1">
      <h2 id="quick-actions" className="text-h2">
        Quick actions
      </h2>
      <Tiles services={quickActions(installation)} />
    </section>
  )
}

export function MoreServices() {
  return (
    <section aria-labelledby="more-services" className="flex flex-col gap-1">
      <h2 id="more-services" className="text-h2">
        More services
      </h2>
      <Tiles services={MORE} />
    </section>
  )
}

/** What is not set up has no tile. */
function quickActions(installation: Installation | undefined): readonly Service[] {
  const chat = installation?.links.communityChat ?? null
  return [
    ...(hasCommunity(installation) ? [{ to: '/platform', label: 'Platform', icon: UsersRound }] : []),
    { to: '/buy-bpc', label: 'Buy BPC', icon: Ticket },
    ...(chat === null ? [] : [{ to: chat, label: 'Watch', icon: MessageCircle }]),
    { to: '/airtime', label: 'Airtime', icon: Smartphone },
  ]
}

const TILE =
  'flex h-full min-h-20 flex-col items-center justify-center gap-1.5 rounded-control border border-line bg-surface px-1 py-2 text-center text-caption font-medium'

/** Rows of at most four that fill the width, however many tiles there are; fewer in a row when the text is large. */
function Tiles({ services }: { services: readonly Service[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {services.map(({ to, label, icon }) => (
        <li key={label} className="max-w-full flex-[1_0_max(4rem,22%)]">
          {to.startsWith('/') ? (
            <Link to={to} className={TILE}>
              <TileIcon icon={icon} /> {label}
            </Link>
          ) : (
            <a href={to} target="_blank" rel="noreferrer" className={TILE}>
              <TileIcon icon={icon} /> {label} <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function TileIcon({ icon: Icon }: { icon: Icon }) {
  return (
    <span className="text-brand">
      <Icon aria-hidden size={24} />
    </span>
  )
}
