import { type ReactNode, useState } from 'react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { isRefusal } from '#web/lib/api.ts'
import { PasswordSheet } from './password-sheet.tsx'

type Waiting = { readonly purpose: string; readonly then: () => void }

/**
 * Runs an action that needs a fresh sign-in: at once if there is one, otherwise after the password is entered in place.
 * `withPassword` always asks for the password. `sheet` must be rendered. `askedAgain` returns whether a refusal was
 * only about freshness, and asks if so: what this page knew of the sign-in's age may have been old.
 */
export function useReauthentication() {
  const isFresh = useMe().data?.fresh ?? false
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  const withPassword = (purpose: string, then: () => void) => setWaiting({ purpose, then })
  const whenFresh = (purpose: string, then: () => void) => {
    if (isFresh) then()
    else withPassword(purpose, then)
  }
  const askedAgain = (error: unknown, purpose: string, then: () => void): boolean => {
    if (!isRefusal(error, 'session.not-fresh')) return false
    withPassword(purpose, then)
    return true
  }
  const sheet: ReactNode =
    waiting === null ? null : (
      <PasswordSheet
        purpose={waiting.purpose}
        onConfirmed={() => {
          setWaiting(null)
          waiting.then()
        }}
        onClose={() => setWaiting(null)}
      />
    )
  return { whenFresh, withPassword, askedAgain, sheet }
}
