import { useState } from 'react'
import { CodeForm } from '#web/identity/mfa/code-form.tsx'
import { useFactors } from '#web/identity/mfa/get-factors.ts'
import { PasskeyButton } from '#web/identity/passkeys/passkey-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type StrongChoiceProps = {
  /** True when this browser can ask for one of the account's passkeys. */
  canUsePasskey: boolean
  /** What the passkey's button says while it is asked for. */
  busy: string | false
  onPasskey: () => void
  /** The app's code, which goes with the PIN. */
  onCode: (code: string) => void
}

/** How a large transfer is approved: with the passkey, or with the PIN and a code of the authenticator app. */
export default function StrongChoice({ canUsePasskey, busy, onPasskey, onCode }: StrongChoiceProps) {
  const { data: factors, error, refetch } = useFactors()
  const [wantsApp, setWantsApp] = useState(false)
  const hasApp = factors?.authenticator != null
  const isTyping = hasApp && (wantsApp || !canUsePasskey)
  if (!canUsePasskey && factors === undefined)
    return error === null ? <Spinner /> : <LoadFailed error={error} onTryAgain={refetch} />
  return (
    <>
      <p className="text-small text-ink-2">This transfer needs more than your PIN.</p>
      {isTyping ? (
        <CodeForm
          kind="authenticator"
          action="Continue to your PIN"
          pending={busy !== false}
          busy="Sending your approval…"
          error={null}
          onCode={onCode}
        />
      ) : null}
      {canUsePasskey ? <PasskeyButton tone={isTyping ? 'quiet' : 'filled'} busy={busy} onPress={onPasskey} /> : null}
      {hasApp && !isTyping ? (
        <Button tone="quiet" wide disabled={busy !== false} onClick={() => setWantsApp(true)}>
          Use PIN and authenticator app
        </Button>
      ) : null}
      {hasApp || canUsePasskey ? null : (
        <Notice tone="wait">
          This browser cannot ask for your passkey. Use a newer browser on this device, or add an authenticator app
          under Security. No money has left.
        </Notice>
      )}
    </>
  )
}
