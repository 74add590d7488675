import { LockKeyhole } from 'lucide-react'
import { useNavigate } from 'react-router'
import { PIN_LENGTH } from '#contract/constants.ts'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { useNewLimitSentence } from '#web/identity/freeze/new-limit-sentence.ts'
import { SecurityRow } from '#web/identity/security/security-row.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'
import { newPinState } from './new-pin-reason.ts'

const CHANGED_HERE = newPinState('changed', '/security')

/** Changes the PIN where it was made: on the keypad, typed twice. */
export function PinSection() {
  const navigate = useNavigate()
  const { withPassword, sheet } = useReauthentication()
  const newLimit = useNewLimitSentence()
  const isOff = useMe().data?.pinOff === true
  return (
    <SecurityRow
      id="pin"
      title="PIN"
      text="Approves each payment"
      icon={LockKeyhole}
      state={isOff ? { word: 'Off', tone: 'short' } : { word: 'Set', tone: 'good' }}
    >
      <p className="text-small text-ink-2">
        Your {PIN_LENGTH}-digit PIN unlocks Jara and approves payments, on this device only. You need your password to
        change it. {newLimit}
      </p>
      <Button
        tone="quiet"
        wide
        onClick={() => withPassword('to change your PIN', () => void navigate('/setup-pin', { state: CHANGED_HERE }))}
      >
        Change PIN
      </Button>
      {sheet}
    </SecurityRow>
  )
}
