import type { ComponentProps, ReactNode } from 'react'
import { Link } from '#web/lib/routing.tsx'
import { KeypadScreen } from './keypad-screen.tsx'
import { newPinState } from './new-pin-reason.ts'
import { PinPad } from './pin-pad.tsx'

type UnlockScreenProps = Omit<ComponentProps<typeof PinPad>, 'more' | 'sendingText'> & {
  subtitle: string
  /** Below the keypad. */
  children?: ReactNode
}

/** The keypad that opens a locked wallet. */
export function UnlockScreen({ subtitle, children, ...pad }: UnlockScreenProps) {
  return (
    <KeypadScreen title="Sign In" subtitle={subtitle} back="/" locked>
      <PinPad
        {...pad}
        sendingText="Checking your PIN…"
        more={
          <Link
            to="/signin"
            state={newPinState('forgotten')}
            className="flex min-h-12 items-center px-2 font-semibold text-brand"
          >
            Forgot PIN?
          </Link>
        }
      />
      {children}
    </KeypadScreen>
  )
}
