import { useEffect, useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { PIN_LENGTH } from '#contract/constants.ts'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { browserHasPasskeys, deviceHasSensor, fetchCeremony } from '#web/identity/passkeys/ceremony.ts'
import { FingerprintSheet, type NoFingerprint } from '#web/identity/passkeys/fingerprint-sheet.tsx'
import { OfferPasskeySheet } from '#web/identity/passkeys/offer-passkey-sheet.tsx'
import { requiredScreen } from '#web/identity/sessions/required-screen.ts'
import { hasSignedOutByChoice } from '#web/lib/query-client.ts'
import { returnPath } from '#web/lib/return-path.ts'
import { Navigate, useLocation, useNavigate } from '#web/lib/routing.tsx'
import { weakPinReason } from '#web/lib/weak-pin.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CannotReach } from '#web/ui/cannot-reach.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { showToast } from '#web/ui/toast.ts'
import { KeypadScreen } from './keypad-screen.tsx'
import { newPinReason } from './new-pin-reason.ts'
import { PinPad } from './pin-pad.tsx'
import { useSetPin } from './set-pin.ts'
import type { PinVerdict } from './use-pin-entry.ts'
import { usePinProblem } from './use-pin-problem.ts'

export default function SetupPinPage() {
  const { data: me, error, refetch } = useMe()
  const { state } = useLocation()
  // Decided when the page opens: after the first PIN is set, this page still offers a passkey.
  const [mayChoose, setMayChoose] = useState<boolean | null>(null)
  if (me === undefined) return error === null ? <Loading /> : <CannotReach error={error} onTryAgain={refetch} />
  if (mayChoose === null) setMayChoose(me !== null && (!me.pinSet || newPinReason(state) !== null))
  if (mayChoose === false && requiredScreen(me) === null) return <Navigate to="/dashboard" replace />
  if (me?.fresh && !me.locked) return <CreatePin me={me} />
  if (me === null && hasSignedOutByChoice()) return <Navigate to="/" replace />
  return <Navigate to={requiredScreen(me) ?? '/signin'} replace state={state} />
}

/** Takes the new PIN twice, and only then sends its proof. A passkey is offered last. */
function CreatePin({ me }: { me: Me }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const setPin = useSetPin()
  const problem = usePinProblem({ inToast: true })
  const isChange = newPinReason(state) === 'changed'
  const [first, setFirst] = useState<string | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [wantsPasskey, setWantsPasskey] = useState(false)
  const [offering, setOffering] = useState(false)
  const [explained, setExplained] = useState<NoFingerprint | null>(null)
  useEffect(fetchCeremony, [])

  async function entered(pin: string): Promise<PinVerdict> {
    if (first === null) return choose(pin)
    if (pin !== first) {
      setFirst(null)
      setReason('The two PINs were not the same. Choose your PIN again.')
      return 'wrong'
    }
    try {
      await setPin.mutateAsync(pin)
    } catch (error) {
      return problem.report(error)
    }
    showToast('Your PIN is set', { tone: 'good' })
    if (me.passkeyCount === 0 && (wantsPasskey || (await deviceHasSensor()))) setOffering(true)
    else goOn()
    return 'done'
  }

  function goOn(): void {
    navigate(returnPath(state), { replace: true })
  }

  function pressFingerprint(): void {
    const why = browserHasPasskeys() ? (me.passkeyCount > 0 ? 'have-one' : null) : 'browser'
    setExplained(why)
    if (why !== null) return
    setWantsPasskey(true)
    showToast('Set your PIN first', { text: 'Your fingerprint comes next.' })
  }

  function choose(pin: string): PinVerdict {
    const weak = weakPinReason(pin)
    setReason(weak)
    if (weak !== null) return 'wrong'
    setFirst(pin)
    return 'clear'
  }

  return (
    <KeypadScreen
      title={isChange ? 'Change PIN' : 'Create PIN'}
      subtitle={
        first !== null
          ? 'Enter the same PIN once more'
          : isChange
            ? `Choose a new ${PIN_LENGTH}-digit PIN.`
            : `Choose ${PIN_LENGTH} digits. You approve every payment with this PIN.`
      }
      back={me.pinSet ? returnPath(state) : '/register'}
      locked={false}
    >
      <PinPad
        onEntered={entered}
        disabled={problem.waiting || problem.needsSignIn || offering}
        sendingText={first === null ? 'Checking…' : 'Setting your PIN…'}
        note={problem.note ?? reason}
        fingerprint={{ disabled: offering, onPress: pressFingerprint }}
      />
      {problem.needsSignIn ? (
        <ButtonLink to="/signin" wide>
          Sign in with password
        </ButtonLink>
      ) : null}
      {explained === null ? null : <FingerprintSheet why={explained} onClose={() => setExplained(null)} />}
      {offering ? <OfferPasskeySheet onDone={goOn} /> : null}
    </KeypadScreen>
  )
}
