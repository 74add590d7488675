import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSearchKeys } from '#web/console/customers/use-search-keys.ts'
import { messageOf } from '#web/lib/api.ts'
import { Navigate } from '#web/lib/routing.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConsoleNav } from './console-nav.tsx'
import { Entrance } from './entrance.tsx'
import { useConsoleMe } from './get-me.ts'
import { LockScreen } from './lock-screen.tsx'
import { OfflineLine } from './offline-line.tsx'
import { useConsoleLock } from './use-console-lock.ts'

/** The frame of every console screen. Without a session it leads to the sign-in; while locked, to the lock. */
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
      <ConsoleNav me={me} />
      <OfflineLine />
      <main className="text-[0.9375rem] flex w-full max-w-[1280px] flex-col gap-4 px-4 pb-28 lg:px-7 lg:pb-8">
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
