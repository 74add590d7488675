import {
  AlignLeft,
  BookUser,
  Check,
  CirclePause,
  Clock,
  Cog,
  type LucideIcon,
  Mail,
  Menu,
  Scale,
  ScrollText,
  Search,
  UserCog,
} from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { mayRead, type Read } from '#contract/console/permissions.ts'
import type { ConsoleMe } from '#contract/console/session.ts'
import { useBrand } from '#web/installation/get-installation.ts'
import { NavLink, useLocation } from '#web/lib/routing.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { LogOutButton } from './log-out-button.tsx'
import { ROLE_NAMES } from './words.ts'

type Screen = { readonly to: string; readonly name: string; readonly icon: LucideIcon; readonly read: Read }

/** The most used come first: they fill the bar of a narrow window. */
const SCREENS: readonly Screen[] = [
  { to: '/admin/today', name: 'Today', icon: Clock, read: 'look-at-today' },
  { to: '/admin/search', name: 'Search', icon: Search, read: 'search' },
  { to: '/admin/proposals', name: 'Proposals', icon: Check, read: 'look-at-proposals' },
  { to: '/admin/pauses', name: 'Pauses', icon: CirclePause, read: 'look-at-pauses' },
  { to: '/admin/cases', name: 'Cases', icon: Mail, read: 'list-cases' },
  { to: '/admin/reconciliation', name: 'Reconciliation', icon: Scale, read: 'look-at-reconciliation' },
  { to: '/admin/reports', name: 'Reports', icon: AlignLeft, read: 'look-at-reports' },
  { to: '/admin/accounts', name: 'Accounts', icon: BookUser, read: 'list-recoveries' },
  { to: '/admin/settings', name: 'Settings', icon: Cog, read: 'look-at-settings' },
  { to: '/admin/operators', name: 'Operators', icon: UserCog, read: 'look-at-operators' },
  { to: '/admin/audit', name: 'Audit', icon: ScrollText, read: 'look-at-audit' },
]
const IN_BAR = 4

/** The screens this operator may read: a sidebar, or on a narrow window a bar with the rest under More. */
export function ConsoleNav({ me: { operator } }: { me: ConsoleMe }) {
  const brand = useBrand()
  const isWide = useWide()
  const { pathname } = useLocation()
  const [moreAt, setMoreAt] = useState<string | null>(null)
  // Another screen closes it for good: coming back does not open it again.
  if (moreAt !== null && moreAt !== pathname) setMoreAt(null)
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.console = ''
    return () => {
      delete dataset.console
    }
  }, [])
  const screens = SCREENS.filter(({ read }) => mayRead(operator.role, read))
  const [inBar, others] = isWide ? [screens, []] : [screens.slice(0, IN_BAR), screens.slice(IN_BAR)]
  return (
    <header className="console-nav">
      {isWide ? (
        <p translate="no" className="flex flex-wrap items-end gap-x-2 px-5 pt-4.5 pb-2 text-brand">
          <Wordmark brand={brand} height={24} />
          <span className="font-head leading-none font-semibold text-ink-3">console</span>
        </p>
      ) : null}
      <nav aria-label="Console">
        <ul>
          {inBar.map(({ to, name, icon: Icon }) => (
            <li key={to}>
              <NavLink to={to}>
                <Icon aria-hidden size={20} className="shrink-0" />
                {name}
              </NavLink>
            </li>
          ))}
          {isWide ? null : (
            <li>
              <button
                type="button"
                aria-haspopup="dialog"
                data-current={inBar.some(({ to }) => pathname.startsWith(to)) ? undefined : ''}
                onClick={() => setMoreAt(pathname)}
              >
                <Menu aria-hidden size={20} className="shrink-0" />
                More
              </button>
            </li>
          )}
        </ul>
      </nav>
      {isWide ? <Who operator={operator} /> : null}
      {isWide || moreAt !== pathname ? null : (
        <Sheet title="More" onClose={() => setMoreAt(null)}>
          <nav aria-label="More of the console">
            <ul className="pt-2">
              {others.map(({ to, name, icon: Icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    className="flex min-h-12 items-center gap-3 rounded-control px-2 font-head font-semibold aria-[current=page]:bg-tint aria-[current=page]:text-brand"
                  >
                    <Icon aria-hidden size={20} className="shrink-0" />
                    {name}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <Who operator={operator} />
        </Sheet>
      )}
    </header>
  )
}

/** The operator, a link to their own access, and Log out. */
function Who({ operator: { name, role } }: Pick<ConsoleMe, 'operator'>) {
  return (
    <div className="mt-auto flex flex-col gap-1 border-t border-line p-3">
      <NavLink to="/admin/access" className="flex min-h-12 min-w-0 items-center gap-3 rounded-control px-2 py-1">
        <Avatar name={name} size="small" />
        <span className="min-w-0 flex-1">
          <span className="block font-head leading-snug font-semibold wrap-anywhere">{name}</span>
          <span className="block text-small text-ink-3">
            {ROLE_NAMES[role]}
            <span className="sr-only">: your access</span>
          </span>
        </span>
      </NavLink>
      <LogOutButton />
    </div>
  )
}
