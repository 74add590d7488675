import { Button } from '#web/ui/button.tsx'

type PasskeyButtonProps = { tone: 'filled' | 'quiet'; busy: string | false; onPress: () => void }

/** Approves with a passkey, which people know as their fingerprint. */
export function PasskeyButton({ tone, busy, onPress }: PasskeyButtonProps) {
  return (
    <Button tone={tone} wide busy={busy} onClick={onPress}>
      Approve with fingerprint
    </Button>
  )
}
