import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { mayRead, type Read } from '#contract/console/permissions.ts'
import type { ConsoleMe } from '#contract/console/session.ts'
import { useSearchKeys } from '#web/console/customers/use-search-keys.ts'
import { useBrand } from '#web/installation/get-installation.ts'
import { messageOf } from '#web/lib/api.ts'
import { Navigate, NavLink } from '#web/lib/routing.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConsoleStrip } from './console-strip.tsx'
import { Entrance } from './entrance.tsx'
import { useConsoleMe } from './get-me.ts'
import { LockScreen } from './lock-screen.tsx'
import { LogOutButton } from './log-out-button.tsx'
import { useConsoleLock } from './use-console-lock.ts'
import { ROLE_NAMES } from './words.ts'

const SCREENS: readonly { to: string; name: string; read: Read }[] = [
  { to: '/admin/today', name: 'Today', read: 'look-at-today' },
  { to: '/admin/search', name: 'Search', read: 'search' },
  { to: '/admin/proposals', name: 'Proposals', read: 'look-at-proposals' },
  { to: '/admin/pauses', name: 'Pauses', read: 'look-at-pauses' },
  { to: '/admin/reconciliation', name: 'Reconciliation', read: 'look-at-reconciliation' },
  { to: '/admin/reports', name: 'Reports', read: 'look-at-reports' },
  { to: '/admin/cases', name: 'Cases', read: 'list-cases' },
  { to: '/admin/accounts', name: 'Accounts', read: 'list-recoveries' },
  { to: '/admin/settings', name: 'Settings', read: 'look-at-settings' },
  { to: '/admin/operators', name: 'Operators', read: 'look-at-operators' },
  { to: '/admin/audit', name: 'Audit', read: 'look-at-audit' },
]

/** What is around every screen of the open console. Without a session it leads to the sign-in, and locked to the lock. */
export function Frame() {
  const { data: me, error } = useConsoleMe()
  const { pathname, search, state } = useLocation()
  useConsoleLock(me != null && !me.locked)
  useSearchKeys(me != null && !me.locked)
  if (error !== null && me === undefined)
    return (
      <Entrance title="No answer">
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      </Entrance>
    )
  if (me === undefined) return null
  if (me === null) return <Navigate to="/admin/sign-in" replace state={{ from: `${pathname}${search}` }} />
  if (me.locked) return <LockScreen me={me} />
  return (
    <>
      <TopBar me={me} />
      <main className="mx-auto flex w-full max-w-[1280px] flex-col gap-4 px-4 pt-4 pb-12">
        {endedOther(state) ? (
          <Notice tone="wait" role="status">
            You have been signed out in your other browser.
          </Notice>
        ) : null}
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
    </>
  )
}

function endedOther(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'endedOther' in state && state.endedOther === true
}

function TopBar({ me: { operator } }: { me: ConsoleMe }) {
  const brand = useBrand()
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone the row scrolls: the screen that is open stays in sight.
  useEffect(() => {
    nav.current?.querySelector(`[href="${pathname}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <header className="border-b border-line bg-surface">
      <ConsoleStrip />
      <div className="mx-auto flex w-full max-w-[1280px] flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2">
        <p className="font-head text-h2 font-semibold text-brand">{brand} console</p>
        <nav
          ref={nav}
          aria-label="Console"
          className="order-last flex w-full gap-x-4 overflow-x-auto sm:order-none sm:w-auto sm:flex-wrap sm:overflow-visible"
        >
          {SCREENS.filter(({ read }) => mayRead(operator.role, read)).map(({ to, name }) => (
            <NavLink
              key={to}
              to={to}
              className="inline-flex min-h-12 shrink-0 items-center border-b-2 border-transparent font-medium text-ink-2 aria-[current=page]:border-brand aria-[current=page]:text-brand"
            >
              {name}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-3">
          <NavLink
            to="/admin/access"
            className="flex min-h-12 min-w-0 flex-col justify-center text-right text-small wrap-anywhere"
          >
            <span className="font-medium underline underline-offset-4">{operator.name}</span>
            <span className="block text-caption text-ink-2">
              {ROLE_NAMES[operator.role]}
              <span className="sr-only">: your access</span>
            </span>
          </NavLink>
          <LogOutButton />
        </div>
      </div>
    </header>
  )
}
