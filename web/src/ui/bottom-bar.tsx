import { type ReactNode, useLayoutEffect } from 'react'
import { useBrand, useInstallation } from '#web/installation/get-installation.ts'
import { hasCommunity } from '#web/installation/has-community.ts'
import { NavLink } from '#web/lib/routing.tsx'
import {
  AddMoneyIcon,
  AirtimeIcon,
  BillsIcon,
  BpcIcon,
  DataIcon,
  type Duotone,
  HistoryIcon,
  PlatformIcon,
  ProfileIcon,
  SecurityIcon,
  SellIcon,
  SendIcon,
  SupportIcon,
  WalletIcon,
} from './duotone-icons.tsx'
import { useWide } from './use-wide.ts'
import { Wordmark } from './wordmark.tsx'

/** The sidebar shows every place. The bar and the rail leave out `extra` ones. */
type Place = {
  readonly to: string
  readonly label: string
  readonly icon: Duotone
  readonly look: string
  readonly kind?: 'extra' | 'middle'
}

const SOCIAL: Place = { to: '/platform', label: 'Social', icon: PlatformIcon, look: 'family-plum' }
const HISTORY: Place = { to: '/history', label: 'History', icon: HistoryIcon, look: 'family-stone' }

/** Without a community, the bar shows History in place of Social. */
function placesOf(isSocial: boolean): readonly Place[] {
  return [
    { to: '/dashboard', label: 'Wallet', icon: WalletIcon, look: 'family-indigo' },
    { to: '/withdraw', label: 'Send', icon: SendIcon, look: 'family-indigo', kind: 'extra' },
    { to: '/fund', label: 'Add money', icon: AddMoneyIcon, look: 'family-palm', kind: 'extra' },
    isSocial ? SOCIAL : HISTORY,
    { to: '/buy-bpc', label: 'Buy BPC', icon: BpcIcon, look: 'family-clay', kind: 'middle' },
    { to: '/airtime', label: 'Airtime', icon: AirtimeIcon, look: 'family-lagoon', kind: 'extra' },
    { to: '/data', label: 'Data', icon: DataIcon, look: 'family-sky' },
    { to: '/bills', label: 'Bills', icon: BillsIcon, look: 'family-sun', kind: 'extra' },
    { to: '/sell', label: 'Sell', icon: SellIcon, look: 'family-leaf', kind: 'extra' },
    ...(isSocial ? [{ ...HISTORY, kind: 'extra' } as const] : []),
    { to: '/support', label: 'Support', icon: SupportIcon, look: 'family-stone', kind: 'extra' },
    { to: '/security', label: 'Security', icon: SecurityIcon, look: 'family-stone', kind: 'extra' },
    { to: '/profile', label: 'Profile', icon: ProfileIcon, look: 'family-stone' },
  ]
}

/**
 * The main navigation: a bar below the page on a phone, a rail or sidebar on a wider window. Beside the page it comes
 * first for the keyboard, so each screen has one before the page (`atSide`) and one after it, and renders one of them.
 * `foot` ends the sidebar.
 */
export function BottomBar({ atSide = false, foot = null }: { atSide?: boolean; foot?: ReactNode }) {
  return useWide('rail') === atSide ? <Places foot={foot} /> : null
}

function Places({ foot }: { foot: ReactNode }) {
  const { data: installation } = useInstallation()
  const brand = useBrand()
  const isSidebar = useWide()
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.bar = ''
    return () => {
      delete dataset.bar
    }
  }, [])
  const places = placesOf(hasCommunity(installation)).filter(({ kind }) => isSidebar || kind !== 'extra')
  return (
    <nav aria-label="Main" data-toast-floor className="bar">
      {isSidebar ? (
        <p className="px-6 pt-4.5 pb-2 text-brand" translate="no">
          <Wordmark brand={brand} height={28} />
        </p>
      ) : null}
      <ul>
        {places.map(({ to, label, icon: Icon, look, kind }) => (
          <li key={to}>
            <NavLink to={to}>
              <span className={kind === 'middle' ? 'middle' : `pill ${look}`}>
                <Icon size={kind === 'middle' ? 28 : 24} />
              </span>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      {isSidebar ? foot : null}
    </nav>
  )
}
