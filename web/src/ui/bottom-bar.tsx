import { History, Ticket, UserRound, UsersRound, Wallet, Wifi } from 'lucide-react'
import { NavLink } from 'react-router'
import { useInstallation } from '#web/installation/get-installation.ts'
import { hasCommunity } from '#web/installation/has-community.ts'

const SOCIAL = { to: '/platform', label: 'Social', icon: UsersRound } as const
const HISTORY = { to: '/history', label: 'History', icon: History } as const

/** Where no community is set up, the history takes its place. */
const placesWith = (second: typeof SOCIAL | typeof HISTORY) => [
  { to: '/dashboard', label: 'Wallet', icon: Wallet },
  second,
  { to: '/buy-bpc', label: 'Buy BPC', icon: Ticket, middle: true },
  { to: '/data', label: 'Data', icon: Wifi },
  { to: '/profile', label: 'Profile', icon: UserRound },
]

export function BottomBar() {
  const { data: installation } = useInstallation()
  const places = placesWith(hasCommunity(installation) ? SOCIAL : HISTORY)
  return (
    <nav
      aria-label="Main"
      data-toast-floor
      className="@container fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto flex max-w-[480px] flex-wrap justify-between px-1">
        {places.map(({ to, label, icon: Icon, ...place }) => (
          <li key={to} className="max-w-full flex-[1_0_auto]">
            <NavLink
              to={to}
              className="flex min-h-16 flex-col @max-[16rem]:min-h-[48px] @max-[16rem]:pt-1 @max-[16rem]:pb-1 items-center justify-end gap-1 rounded-control px-0.5 pb-2 text-center text-caption leading-tight font-medium text-ink-3 aria-[current=page]:text-brand"
            >
              {'middle' in place ? (
                <span className="-mt-4 grid size-12 place-items-center rounded-full bg-brand text-on-brand @max-[16rem]:mt-0 @max-[16rem]:size-[28px]">
                  <Icon aria-hidden className="size-1/2" />
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
