import { useNavigate } from 'react-router'
import { NEW_LIMIT_MS, PIN_LENGTH } from '#contract/constants.ts'
import { Button } from '../../components/ui/button.tsx'
import { Section } from './section.tsx'
import { useFresh } from './use-fresh.tsx'

const LIMIT_HOURS = NEW_LIMIT_MS / 3_600_000

/** The PIN is changed where it was made: on the keypad, twice. */
export function PinSection() {
  const navigate = useNavigate()
  const fresh = useFresh()
  return (
    <Section title="Passcode">
      <p className="text-small text-ink-2">
        Your {PIN_LENGTH}-digit PIN unlocks Jara on this device and approves payments. For {LIMIT_HOURS} hours after a
        new one money out may be limited.
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
