import { useEffect } from 'react'
import { CeremonyError, endCeremony, fetchCeremony } from '#web/identity/passkeys/ceremony.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { problemText } from './code-problem.ts'

type ByPasskeyProps = {
  pending: boolean
  /** Why the last try gave no proof; null if none failed. */
  error: unknown
  onPress: () => void
}

/** Asks for the passkey. Leaving cancels a pending request. */
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
