import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { newPinReason } from '#web/identity/pin/new-pin-reason.ts'
import { lockSession } from '#web/identity/sessions/lock-session.ts'
import { requiredScreen } from '#web/identity/sessions/required-screen.ts'
import { logOutButton } from '#web/identity/sign-in/fetch-log-out-button.ts'
import { followChanges } from '#web/lib/live.ts'
import { cacheAgain, restoreCached } from '#web/lib/offline-answers.ts'
import { onClearedElsewhere, onSuspendedElsewhere } from '#web/lib/offline-cache.ts'
import { hasSignedOutByChoice, lockHere, queryClient } from '#web/lib/query-client.ts'
import { Navigate, Outlet, useLocation } from '#web/lib/routing.tsx'
import { useIdleLock } from '#web/lib/use-idle-lock.ts'
import { isKeptByWorker } from '#web/pwa/service-worker.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { CannotReach } from '#web/ui/cannot-reach.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SignedInScreens } from '#web/ui/log-out-slot.tsx'
import { fetchPages } from './pages.ts'

const WhoIsHere = lazy(() => import('#web/identity/profile/who-is-here.tsx').catch(() => ({ default: () => null })))

/** Leaves time for the screen being opened. */
const FETCH_PAGES_AFTER_MS = 3_000
/** If a request neither succeeds nor fails in this time, the last known figures are shown with their age. */
const PATIENCE_MS = 3_000

/** Lets only a signed-in, unlocked person through. Everybody else comes back here afterwards. */
export function RequireSession() {
  const { data: me, error, refetch } = useMe()
  const { pathname, search, hash } = useLocation()
  const unanswered = me === undefined
  useEffect(() => {
    if (!unanswered) return
    const timer = setTimeout(() => restoreCached(queryClient), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [unanswered])
  if (me === undefined) return error === null ? <Loading /> : <CannotReach error={error} onTryAgain={refetch} />
  const required = requiredScreen(me)
  if (required !== null && hasSignedOutByChoice()) return <Navigate to="/" replace />
  if (required !== null) return <Navigate to={required} replace state={{ from: pathname + search + hash }} />
  return <OpenSession />
}

/** A screen for people who are signed out. Others go to their wallet, unless they came to choose a new PIN. */
export function RequireNoSession() {
  const { data: me } = useMe()
  const { state } = useLocation()
  // Decided when the screen opens: signing in happens on these screens.
  const [first, setFirst] = useState(me)
  if (first === undefined && me !== undefined) setFirst(me)
  if (first && requiredScreen(first) === null && newPinReason(state) === null)
    return <Navigate to="/dashboard" replace />
  return <Outlet />
}

/** A page for everybody. Signed-in users keep live updates and the idle lock. */
export function KeepSession() {
  const { data: me, error } = useMe()
  if (me === undefined && error === null) return <Loading />
  return me !== undefined && requiredScreen(me) === null ? <OpenSession /> : <Outlet />
}

/** Where a service worker caches the app, every screen is on the device already. */
async function fetchUnkeptPages(): Promise<void> {
  if (!(await isKeptByWorker())) await fetchPages()
}

function OpenSession() {
  useEffect(() => followChanges(queryClient), [])
  useEffect(() => {
    const timer = setTimeout(() => void fetchUnkeptPages(), FETCH_PAGES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => onClearedElsewhere(lockHere), [])
  useEffect(() => onSuspendedElsewhere(() => cacheAgain(queryClient)), [])
  useIdleLock(useCallback(() => void lockSession().catch(() => undefined), []))
  return (
    <SignedInScreens value={logOutButton}>
      <BottomBar
        atSide
        foot={
          <Suspense>
            <WhoIsHere />
          </Suspense>
        }
      />
      <Outlet />
    </SignedInScreens>
  )
}
