import type { Installation } from '#contract/installation.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { hasCommunity } from '#web/installation/has-community.ts'
import { Link } from '#web/lib/routing.tsx'
import {
  AirtimeIcon,
  BillsIcon,
  BpcIcon,
  DataIcon,
  type Duotone,
  FaqIcon,
  HistoryIcon,
  PlatformIcon,
  ProfileIcon,
  SellIcon,
  SupportIcon,
  WatchIcon,
} from '#web/ui/duotone-icons.tsx'

/** A tile opens a screen, or an outside page in a new tab. `look` is the class of its colour family. */
type Service = { readonly to: string; readonly label: string; readonly icon: Duotone; readonly look: string }

const MORE: readonly Service[] = [
  { to: '/data', label: 'Data', icon: DataIcon, look: 'family-sky' },
  { to: '/bills', label: 'Bills', icon: BillsIcon, look: 'family-sun' },
  { to: '/sell', label: 'Sell', icon: SellIcon, look: 'family-leaf' },
  { to: '/history', label: 'History', icon: HistoryIcon, look: 'family-stone' },
  { to: '/faq', label: 'FAQ', icon: FaqIcon, look: 'family-stone' },
  { to: '/support', label: 'Support', icon: SupportIcon, look: 'family-stone' },
  { to: '/profile', label: 'Profile', icon: ProfileIcon, look: 'family-stone' },
]

export function QuickActions() {
  const { data: installation } = useInstallation()
  return <Services id="quick-actions" title="Quick Actions" services={quickActions(installation)} />
}

export function MoreServices() {
  return <Services id="more-services" title="More Services" services={MORE} />
}

/** Services that are not set up have no tile. */
function quickActions(installation: Installation | undefined): readonly Service[] {
  const chat = installation?.links.communityChat ?? null
  return [
    { to: '/airtime', label: 'Airtime', icon: AirtimeIcon, look: 'family-lagoon' },
    { to: '/buy-bpc', label: 'Buy BPC', icon: BpcIcon, look: 'family-clay' },
    ...(chat === null ? [] : [{ to: chat, label: 'Watch', icon: WatchIcon, look: 'family-zobo' }]),
    ...(hasCommunity(installation)
      ? [{ to: '/platform', label: 'Platform', icon: PlatformIcon, look: 'family-plum' }]
      : []),
  ]
}

type ServicesProps = { id: string; title: string; services: readonly Service[] }

/** Rows of at most four that fill the width, however many tiles there are; fewer in a row when the text is large. */
function Services({ id, title, services }: ServicesProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="flex min-h-10 items-center text-h2">
        {title}
      </h2>
      <ul className="flex flex-wrap rounded-card bg-surface px-1.5 py-1 shadow-lift">
        {services.map((service) => (
          <li key={service.label} className="max-w-full flex-[1_0_max(4rem,22%)]">
            <Tile service={service} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const TILE =
  'flex h-full min-h-[92px] flex-col items-center gap-1.5 rounded-tile py-2 text-center text-caption leading-tight font-medium'

function Tile({ service: { to, label, icon: Icon, look } }: { service: Service }) {
  const drawn = (
    <span className={`grid size-14 place-items-center rounded-[18px] bg-family-tint text-family ${look}`}>
      <Icon size={30} />
    </span>
  )
  return to.startsWith('/') ? (
    <Link to={to} className={TILE}>
      {drawn} {label}
    </Link>
  ) : (
    <a href={to} target="_blank" rel="noreferrer" className={TILE}>
      {drawn} {label} <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
