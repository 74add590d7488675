import { Ticket, UserRound, UsersRound, Wallet, Wifi } from 'lucide-react'
import { NavLink } from 'react-router'

const PLACES = [
  { to: '/dashboard', label: 'Wallet', icon: Wallet },
  { to: '/platform', label: 'Social', icon: UsersRound },
  { to: '/buy-bpc', label: 'Buy BPC', icon: Ticket, middle: true },
  { to: '/data', label: 'Data', icon: Wifi },
  { to: '/profile', label: 'Profile', icon: UserRound },
] as const

export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto flex max-w-[480px] flex-wrap justify-between px-1">
        {PLACES.map(({ to, label, icon: Icon, ...place }) => (
          <li key={to} className="max-w-full flex-[1_0_auto]">
            <NavLink
              to={to}
              className="flex min-h-16 flex-col items-center justify-end gap-1 rounded-control px-0.5 pb-2 text-center text-caption leading-tight font-medium text-ink-3 aria-[current=page]:text-brand"
            >
              {'middle' in place ? (
                <span className="-mt-4 grid size-12 place-items-center rounded-full bg-brand text-on-brand">
                  <Icon aria-hidden size={24} />
                </span>
              ) : (
                <Icon aria-hidden size={22} />
              )}
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
