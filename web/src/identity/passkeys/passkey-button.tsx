import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { endCeremony, fetchCeremony } from './ceremony.ts'

type PasskeyButtonProps = { tone: 'filled' | 'quiet'; busy: string | false; onPress: () => void }

/** Says yes with a passkey. A question to the sensor ends when the sheet is closed. */
export function PasskeyButton({ tone, busy, onPress }: PasskeyButtonProps) {
  useEffect(() => {
    fetchCeremony()
    return () => void endCeremony().catch(() => undefined)
  }, [])
  return (
    <Button tone={tone} wide busy={busy} onClick={onPress}>
      Approve with passkey
    </Button>
  )
}
