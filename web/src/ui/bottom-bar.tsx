import { History, Ticket, UserRound, UsersRound, Wallet, Wifi } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { useInstallation } from '#web/installation/get-installation.ts'
import { hasCommunity } from '#web/installation/has-community.ts'
import { NavLink } from '#web/lib/routing.tsx'
import { useWide } from './use-wide.ts'

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

/**
 * The places that are always at hand: below the page on a phone, a rail at its side on a wide window. There it comes before the
 * page, also for the keyboard, so both ends of a screen have a bar and one of them is drawn: the first is `atSide`.
 */
export function BottomBar({ atSide = false }: { atSide?: boolean }) {
  return useWide() === atSide ? <Places /> : null
}

function Places() {
  const { data: installation } = useInstallation()
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.bar = ''
    return () => {
      delete dataset.bar
    }
  }, [])
  const places = placesWith(hasCommunity(installation) ? SOCIAL : HISTORY)
  return (
    <nav aria-label="Main" data-toast-floor className="bar">
      <ul>
        {places.map(({ to, label, icon: Icon, ...place }) => (
          <li key={to}>
            <NavLink to={to}>
              {'middle' in place ? (
                <span>
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
