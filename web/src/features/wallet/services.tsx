import { History, MessageCircle, ReceiptText, Smartphone, Store, Ticket, UserRound, Wifi } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { useInstallation } from '../installation/get-installation.ts'

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
type Service = { readonly to: string; readonly label: string; readonly icon: Icon }

const QUICK: readonly Service[] = [
  { to: '/airtime', label: 'Airtime', icon: Smartphone },
  { to: '/data', label: 'Data', icon: Wifi },
  { to: '/bills', label: 'Bills', icon: ReceiptText },
  { to: '/buy-bpc', label: 'Buy BPC', icon: Ticket },
]
const MORE: readonly Service[] = [
  { to: '/sell', label: 'Sell', icon: Store },
  { to: '/history', label: 'History', icon: History },
  { to: '/profile', label: 'Profile', icon: UserRound },
]

/** What the wallet is good for, two rows of it. */
export function Services() {
  const chat = useInstallation().data?.links.communityChat ?? null
  return (
    <>
      <section aria-labelledby="quick-actions" className="flex flex-col gap-2">
        <h2 id="quick-actions" className="text-h2">
          Quick actions
        </h2>
        <Tiles services={QUICK} />
      </section>
      <section aria-labelledby="more-services" className="flex flex-col gap-2">
        <h2 id="more-services" className="text-h2">
          More services
        </h2>
        <Tiles services={MORE} chat={chat} />
      </section>
    </>
  )
}

const TILE =
  'flex h-full min-h-20 flex-col items-center justify-center gap-1.5 rounded-control border border-line bg-surface px-1 py-2 text-center text-caption font-medium'

function Tiles({ services, chat = null }: { services: readonly Service[]; chat?: string | null }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(4rem,100%),1fr))] gap-2">
      {services.map(({ to, label, icon }) => (
        <li key={to}>
          <Link to={to} className={TILE}>
            <TileIcon icon={icon} /> {label}
          </Link>
        </li>
      ))}
      {chat === null ? null : (
        <li>
          <a href={chat} target="_blank" rel="noreferrer" className={TILE}>
            <TileIcon icon={MessageCircle} /> Watch
          </a>
        </li>
      )}
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
