import { Link, Navigate, useLocation } from 'react-router'
import { CannotReach } from '../../app/cannot-reach.tsx'
import { doorFor } from '../../app/require-session.tsx'
import { returnPath } from '../../app/return-path.ts'
import { Waiting } from '../../app/waiting.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { knownAccount } from '../../lib/device-account.ts'
import { useMe } from '../accounts/get-me.ts'
import { KeypadScreen } from './keypad-screen.tsx'
import { PinPad } from './pin-pad.tsx'
import { useUnlock } from './unlock.ts'
import type { PinVerdict } from './use-pin-entry.ts'
import { usePinProblem } from './use-pin-problem.ts'

export default function PinPage() {
  const { data: me, error, refetch } = useMe()
  const { state } = useLocation()
  if (me === undefined) return error === null ? <Waiting /> : <CannotReach error={error} onTryAgain={refetch} />
  const door = doorFor(me)
  if (door === '/pin') return <Unlock />
  return <Navigate to={door ?? returnPath(state)} replace state={state} />
}

function Unlock() {
  const unlock = useUnlock()
  const problem = usePinProblem()
  const name = knownAccount()?.fullName

  async function send(pin: string): Promise<PinVerdict> {
    try {
      await unlock.mutateAsync(pin)
      problem.clear()
      return 'done'
    } catch (error) {
      return problem.report(error)
    }
  }

  return (
    <KeypadScreen
      title="Sign In"
      subtitle={name === undefined ? 'Enter your PIN' : `${name}, enter your PIN`}
      back="/"
      locked
    >
      <PinPad
        onEntered={send}
        disabled={problem.waiting || problem.needsSignIn}
        sendingText="Checking your PIN…"
        note={problem.note}
        more={
          <Link
            to="/signin"
            state={{ newPin: true }}
            className="flex min-h-12 items-center px-2 font-semibold text-brand"
          >
            Forgot PIN?
          </Link>
        }
      />
      {problem.needsSignIn ? (
        <ButtonLink to="/signin" wide>
          Sign in with password
        </ButtonLink>
      ) : null}
    </KeypadScreen>
  )
}
