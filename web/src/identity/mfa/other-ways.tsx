import type { SecondStepMethod } from '#contract/second-step.ts'
import { Button } from '#web/ui/button.tsx'

const NAMES: Record<SecondStepMethod, string> = {
  passkey: 'Use your passkey',
  authenticator: 'Use your authenticator app',
  'recovery-code': 'Use a recovery code',
  email: 'Use a code sent by email',
}

type OtherWaysProps<Way extends SecondStepMethod> = {
  ways: readonly Way[]
  disabled: boolean
  onChoose: (way: Way) => void
}

/** The other ways to prove one's identity, besides the open one. */
export function OtherWays<Way extends SecondStepMethod>({ ways, disabled, onChoose }: OtherWaysProps<Way>) {
  if (ways.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      {ways.map((way) => (
        <Button key={way} tone="quiet" wide disabled={disabled} onClick={() => onChoose(way)}>
          {NAMES[way]}
        </Button>
      ))}
    </div>
  )
}
