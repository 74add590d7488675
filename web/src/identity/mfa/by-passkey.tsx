import { useEffect } from 'react'
import { CeremonyError, endCeremony, fetchCeremony } from '#web/identity/passkeys/ceremony.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { problemText } from './code-problem.ts'

type ByPasskeyProps = {
  pending: boolean
  /** Why the last try ended without a proof; null while none did. */
  error: unknown
  onPress: () => void
}

/** Asks for the passkey. A question to the sensor ends when this is left. */
export function ByPasskey({ pending, error, onPress }: ByPasskeyProps) {
  useEffect(() => {
    fetchCeremony()
    return () => void endCeremony().catch(() => undefined)
  }, [])
  const problem = error instanceof CeremonyError && error.isOurs ? null : problemText(error)
  return (
    <>
      {problem === null ? null : (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <Button wide busy={pending && 'Waiting for your device…'} onClick={onPress}>
        Use your passkey
      </Button>
    </>
  )
}
