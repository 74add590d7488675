import { type ReactNode, useEffect, useState } from 'react'
import type { Approval, FreezeBody } from '#contract/accounts.ts'
import { CeremonyError, endCeremony, fetchCeremony } from '#web/identity/passkeys/ceremony.ts'
import { PinNote, PinPad } from '#web/identity/pin/pin-pad.tsx'
import { SignInInstead } from '#web/identity/pin/sign-in-instead.tsx'
import type { PinVerdict } from '#web/identity/pin/use-pin-entry.ts'
import { usePinProblem } from '#web/identity/pin/use-pin-problem.ts'
import { api, messageOf } from '#web/lib/api.ts'
import type { Agreed } from '#web/lib/device-key.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { approveWithPasskey, approveWithPin, useCanApproveWithPasskey } from './approvals.ts'

type ProveSheetProps = {
  title: string
  purpose: 'freeze' | 'unfreeze' | 'end-session' | 'close' | 'unlock'
  /** The label while the proof is used: "Freezing…" */
  doing: string
  send: (body: FreezeBody) => Promise<void>
  onClose: () => void
  /** What is about to be done, and what stays as it is. */
  children: ReactNode
}

/** Asks for the PIN or a passkey before something that moves no money. */
export function ProveSheet({ title, purpose, doing, send, onClose, children }: ProveSheetProps) {
  const problem = usePinProblem()
  const canUsePasskey = useCanApproveWithPasskey()
  const [busy, setBusy] = useState<'sensing' | 'sending' | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  useEffect(() => {
    if (!canUsePasskey) return
    fetchCeremony()
    return () => void endCeremony().catch(() => undefined)
  }, [canUsePasskey])

  async function prove(approve: (of: Agreed) => Promise<Approval>): Promise<void> {
    setRefusal(null)
    const { challenge } = await api<{ challenge: string }>('GET', '/api/challenges')
    const approval = await approve({ purpose, challenge, terms: '' })
    setBusy('sending')
    await send({ challenge, approval })
  }

  async function enter(pin: string): Promise<PinVerdict> {
    try {
      await prove((of) => approveWithPin(of, pin))
      problem.clear()
      return 'done'
    } catch (error) {
      return problem.report(error)
    } finally {
      setBusy(null)
    }
  }

  async function signWithPasskey(): Promise<void> {
    setBusy('sensing')
    try {
      await prove(approveWithPasskey)
    } catch (error) {
      if (!(error instanceof CeremonyError && error.isOurs)) setRefusal(error)
    } finally {
      setBusy(null)
    }
  }

  return (
    <Sheet title={title} onClose={onClose} busy={busy === 'sending'}>
      <div className="flex flex-col gap-3 pt-1">
        {children}
        {refusal === null ? null : (
          <Notice tone="bad" role="alert">
            <p>{messageOf(refusal)}</p>
            {refusal instanceof CeremonyError ? <p>Nothing was changed.</p> : null}
          </Notice>
        )}
        {problem.needsSignIn ? (
          <SignInInstead why={problem.note} />
        ) : (
          <PinPad
            onEntered={enter}
            disabled={problem.waiting || busy !== null}
            sendingText={doing}
            note={problem.note === null ? 'Enter your PIN' : <PinNote>{problem.note}</PinNote>}
          />
        )}
        {canUsePasskey ? (
          <Button
            tone="quiet"
            wide
            disabled={busy !== null}
            busy={busy === 'sensing' && 'Waiting for the sensor…'}
            onClick={() => void signWithPasskey()}
          >
            Use your passkey
          </Button>
        ) : null}
      </div>
    </Sheet>
  )
}
