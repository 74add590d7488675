import { useCallback, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { Me } from '#contract/accounts.ts'
import { useMe } from '../features/accounts/get-me.ts'
import { lockSession } from '../features/devices/lock-session.ts'
import { onForgottenElsewhere, onSetAsideElsewhere } from '../lib/kept.ts'
import { followChanges } from '../lib/live.ts'
import { useIdleLock } from '../lib/use-idle-lock.ts'
import { isKeptByWorker } from '../pwa/service-worker.ts'
import { CannotReach } from './cannot-reach.tsx'
import { keepAgain, restoreKept } from './offline-answers.ts'
import { fetchPages } from './pages.ts'
import { hasLeft, lockHere, queryClient } from './query-client.ts'
import { Waiting } from './waiting.tsx'
import { SignedInScreens } from './way-out.tsx'

/** The screen being opened comes first. */
const FETCH_PAGES_AFTER_MS = 3_000
/** On a line that neither works nor fails, the last known figures are shown after this, with their age. */
const PATIENCE_MS = 3_000

/** Lets only a signed-in, unlocked person through. Everybody else comes back here afterwards. */
export function RequireSession() {
  const { data: me, error, refetch } = useMe()
  const { pathname, search } = useLocation()
  const unanswered = me === undefined
  useEffect(() => {
    if (!unanswered) return
    const timer = setTimeout(() => restoreKept(queryClient), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [unanswered])
  if (me === undefined) return error === null ? <Waiting /> : <CannotReach error={error} onTryAgain={refetch} />
  const door = doorFor(me)
  if (door !== null && hasLeft()) return <Navigate to="/" replace />
  if (door !== null) return <Navigate to={door} replace state={{ from: pathname + search }} />
  return <OpenSession />
}

/** A page for everybody. Who is signed in keeps what comes with that: what changed is told, and an idle page locks. */
export function KeepSession() {
  const { data: me, error } = useMe()
  if (me === undefined && error === null) return <Waiting />
  return me !== undefined && doorFor(me) === null ? <OpenSession /> : <Outlet />
}

/** Where a person has to go first; null when nothing is in the way. */
export function doorFor(me: Me | null): string | null {
  if (me === null) return '/signin'
  // Without a working PIN and without a passkey the password is the only way in. A new PIN needs a fresh full sign-in.
  if (me.locked) return me.pinSet && (!me.pinOff || me.passkeyCount > 0) ? '/pin' : '/signin'
  if (me.pinSet) return null
  return me.fresh ? '/setup-pin' : '/signin'
}

/** Where a service worker keeps the app, every screen is on the device already. */
async function fetchUnkeptPages(): Promise<void> {
  if (!(await isKeptByWorker())) fetchPages()
}

function OpenSession() {
  useEffect(() => followChanges(queryClient), [])
  useEffect(() => {
    const timer = setTimeout(() => void fetchUnkeptPages(), FETCH_PAGES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => onForgottenElsewhere(lockHere), [])
  useEffect(() => onSetAsideElsewhere(() => keepAgain(queryClient)), [])
  useIdleLock(useCallback(() => void lockSession().catch(() => undefined), []))
  return (
    <SignedInScreens value={true}>
      <Outlet />
    </SignedInScreens>
  )
}
