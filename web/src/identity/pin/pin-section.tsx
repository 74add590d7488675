import { useNavigate } from 'react-router'
import { PIN_LENGTH } from '#contract/constants.ts'
import { Button } from '../../components/ui/button.tsx'
import { useNewLimitSentence } from './new-limit-sentence.ts'
import { Section } from './section.tsx'
import { useFresh } from './use-fresh.tsx'

/** The PIN is changed where it was made: on the keypad, twice. */
export function PinSection() {
  const navigate = useNavigate()
  const fresh = useFresh()
  const newLimit = useNewLimitSentence()
  return (
    <Section title="Passcode">
      <p className="text-small text-ink-2">
        Your {PIN_LENGTH}-digit PIN unlocks Jara on this device and approves payments. Choosing a new one needs your
        password. {newLimit}
      </p>
      <Button
        tone="quiet"
        wide
        onClick={() =>
          fresh.whenFresh('to change your PIN', () => void navigate('/setup-pin', { state: { from: '/security' } }))
        }
      >
        Change PIN
      </Button>
      {fresh.sheet}
    </Section>
  )
}
