import { useEffect, useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { readMeAnew, useMe } from '#web/identity/accounts/get-me.ts'
import { browserHasPasskeys } from '#web/identity/passkeys/ceremony.ts'
import { FingerprintSheet, type NoFingerprint } from '#web/identity/passkeys/fingerprint-sheet.tsx'
import { useFingerprint } from '#web/identity/passkeys/use-fingerprint.ts'
import { requiredScreen } from '#web/identity/sessions/required-screen.ts'
import { isKnownHere } from '#web/lib/device-account.ts'
import { onOpenedElsewhere } from '#web/lib/offline-cache.ts'
import { hasSignedOutByChoice } from '#web/lib/query-client.ts'
import { returnPath } from '#web/lib/return-path.ts'
import { Navigate, useLocation } from '#web/lib/routing.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CannotReach } from '#web/ui/cannot-reach.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useUnlock } from './unlock.ts'
import { UnlockScreen } from './unlock-screen.tsx'
import type { PinVerdict } from './use-pin-entry.ts'
import { usePinProblem } from './use-pin-problem.ts'

/** Only a user with a passkey gets here without a working PIN. */
const PIN_OFF = 'Your PIN is switched off on this device. Use your passkey, or sign in with your password.'

export default function PinPage() {
  const { data: me, error, refetch } = useMe()
  const { state } = useLocation()
  if (me === undefined) return error === null ? <Loading /> : <CannotReach error={error} onTryAgain={refetch} />
  if (me === null && hasSignedOutByChoice()) return <Navigate to="/" replace />
  if (me === null && !isKnownHere()) return <Navigate to="/register" replace state={state} />
  const required = requiredScreen(me)
  if (required === '/pin' && me !== null) return <Unlock me={me} />
  return <Navigate to={required ?? returnPath(state)} replace state={state} />
}

function Unlock({ me }: { me: Me }) {
  const unlock = useUnlock()
  const problem = usePinProblem({ inToast: true })
  const fingerprint = useFingerprint({ hasPasskey: me.passkeyCount > 0 })
  const [explained, setExplained] = useState<NoFingerprint | null>(null)
  const needsSignIn = problem.needsSignIn || me.pinOff
  // If the request fails, the page stays locked.
  useEffect(() => onOpenedElsewhere(() => void readMeAnew().catch(() => undefined)), [])

  async function send(pin: string): Promise<PinVerdict> {
    try {
      await unlock.mutateAsync(pin)
      problem.clear()
      return 'done'
    } catch (error) {
      return problem.report(error)
    }
  }

  function pressFingerprint() {
    if (!browserHasPasskeys()) setExplained('browser')
    else if (me.passkeyCount === 0) setExplained('no-passkey')
    else void fingerprint.unlock()
  }

  return (
    <UnlockScreen
      subtitle={`${me.user.fullName}, enter your PIN`}
      onEntered={send}
      disabled={problem.waiting || needsSignIn || fingerprint.running}
      note={me.pinOff ? PIN_OFF : problem.note}
      fingerprint={{ disabled: fingerprint.running, onPress: pressFingerprint }}
    >
      {needsSignIn ? (
        <ButtonLink to="/signin" wide>
          Sign in with password
        </ButtonLink>
      ) : null}
      {explained === null ? null : <FingerprintSheet why={explained} onClose={() => setExplained(null)} />}
    </UnlockScreen>
  )
}
