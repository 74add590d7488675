import { useCallback, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { Me } from '#contract/accounts.ts'
import { useMe } from '../features/accounts/get-me.ts'
import { lockSession } from '../features/devices/lock-session.ts'
import { knownAccount } from '../lib/device-account.ts'
import { followChanges } from '../lib/live.ts'
import { useIdleLock } from '../lib/use-idle-lock.ts'
import { CannotReach } from './cannot-reach.tsx'
import { fetchPages } from './pages.ts'
import { queryClient } from './query-client.ts'
import { Waiting } from './waiting.tsx'

/** The screen being opened comes first. */
const FETCH_PAGES_AFTER_MS = 2_000

/** Lets only a signed-in, unlocked person through. Everybody else comes back here afterwards. */
export function RequireSession() {
  const { data: me, error, refetch } = useMe()
  const { pathname, search } = useLocation()
  if (me === undefined) return error === null ? <Waiting /> : <CannotReach error={error} onTryAgain={refetch} />
  const door = doorFor(me)
  if (door !== null) return <Navigate to={door} replace state={{ from: pathname + search }} />
  return <OpenSession />
}

/** Where a person has to go first; null when nothing is in the way. */
export function doorFor(me: Me | null): string | null {
  if (me === null) return knownAccount() === null ? '/register' : '/signin'
  // Without a working PIN the password is the only way in, and a new PIN needs a fresh full sign-in.
  if (me.locked) return me.pinSet && !me.pinOff ? '/pin' : '/signin'
  if (me.pinSet) return null
  return me.fresh ? '/setup-pin' : '/signin'
}

function OpenSession() {
  useEffect(() => followChanges(queryClient), [])
  useEffect(() => {
    const timer = setTimeout(fetchPages, FETCH_PAGES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  useIdleLock(useCallback(() => void lockSession().catch(() => undefined), []))
  return <Outlet />
}
