import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Approval } from '#contract/accounts.ts'
import { CeremonyError } from '#web/identity/passkeys/ceremony.ts'
import { PasskeyButton } from '#web/identity/passkeys/passkey-button.tsx'
import { PinPad } from '#web/identity/pin/pin-pad.tsx'
import type { PinVerdict } from '#web/identity/pin/use-pin-entry.ts'
import { usePinProblem } from '#web/identity/pin/use-pin-problem.ts'
import { approveWithPasskey, approveWithPin, useCanApproveWithPasskey } from '#web/identity/security/approvals.ts'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/format.ts'
import type { TermsLine } from '#web/lib/terms.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { OutcomeUnknown } from './outcome-unknown.tsx'
import { isUndecided } from './place-order.ts'

// Fetched for what needs more than the PIN.
const StrongChoice = lazy(() => import('#web/identity/security/strong-choice.tsx'))

/** `refused` ends these terms; `undecided` means no answer came, so what was approved may or may not be accepted. */
type Step = 'review' | 'pin' | 'refused' | 'undecided'

type ApproveSheetProps = {
  /** What is approved: exactly this text is signed. */
  agreed: { readonly challenge: string; readonly terms: string }
  /** The line that leads the terms: it stays in sight while the PIN is entered. */
  leading: TermsLine | undefined
  /** More than the PIN is needed: a passkey, or the PIN with a code of the authenticator app. */
  isStrong?: boolean
  /** Until when the terms hold. */
  expiresAt: string
  /** What is approved, in running text: "transfer", "list". */
  noun: string
  /** Where a refusal leads: "Back to the form". */
  backLabel: string
  /** Sends the approval and continues once it is accepted. Sending it again is safe. */
  send: (approval: Approval) => Promise<void>
  onClose: () => void
  /** The terms, every line of them. */
  children: ReactNode
}

/** See it, then say yes: the server's terms exactly as they are signed, then PIN or passkey, then the outcome. */
export function ApproveSheet({ agreed, leading, isStrong = false, children, onClose, ...props }: ApproveSheetProps) {
  const problem = usePinProblem()
  const canUsePasskey = useCanApproveWithPasskey()
  const [step, setStep] = useState<Step>('review')
  const [needsStrong, setNeedsStrong] = useState(isStrong)
  const [code, setCode] = useState<string | null>(null)
  const [approval, setApproval] = useState<Approval | null>(null)
  const [sensing, setSensing] = useState(false)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const purpose = 'order'
  const passkeyBusy = sensing ? 'Waiting for the sensor…' : sending && 'Sending your approval…'

  function goOnWithCode(typed: string): void {
    setRefusal(null)
    setCode(typed)
    setStep('pin')
  }

  async function enter(pin: string): Promise<PinVerdict> {
    try {
      const made = { ...(await approveWithPin({ purpose, ...agreed }, pin)), ...(code === null ? {} : { code }) }
      setApproval(made)
      return await send(made)
    } catch (error) {
      return problem.report(error)
    }
  }

  /** Whatever comes of it short of an order, the terms still hold and the PIN is still there. */
  async function signWithPasskey(): Promise<void> {
    setRefusal(null)
    setSensing(true)
    try {
      const made = await approveWithPasskey({ purpose, ...agreed }).finally(() => setSensing(false))
      setApproval(made)
      await send(made)
    } catch (error) {
      if (!(error instanceof CeremonyError && error.isOurs)) setRefusal(error)
    }
  }

  async function send(made: Approval): Promise<PinVerdict> {
    setSending(true)
    try {
      await props.send(made)
      problem.clear()
      return 'done'
    } catch (error) {
      if (isRefusal(error, 'pin.wrong', 'pin.wait', 'pin.off', 'pin.not-set', 'passkey.refused')) throw error
      setRefusal(error)
      // Another code, or another way, can still approve these terms.
      const isTooWeak = isRefusal(error, 'approval.strong-needed')
      if (isTooWeak) setNeedsStrong(true)
      const isOpen = isTooWeak || isRefusal(error, 'session.code-wrong', 'session.code-wait')
      setStep(isOpen ? 'review' : isUndecided(error) ? 'undecided' : 'refused')
      return 'clear'
    } finally {
      setSending(false)
    }
  }

  /** The approval was checked with the first request; a refusal of it now is a refusal like any other. */
  async function askAgain(made: Approval): Promise<void> {
    try {
      await send(made)
    } catch (error) {
      setRefusal(error)
      setStep('refused')
    }
  }

  return (
    <Sheet title={titleOf(step, leading)} onClose={onClose} busy={sending}>
      {children}
      {step === 'review' ? (
        <div className="flex flex-col gap-2 pt-3">
          <p className="text-caption text-ink-3">
            These terms hold until {formatTime(props.expiresAt)}. No money has moved yet.
          </p>
          {refusal === null ? null : <NotApproved error={refusal} />}
          {needsStrong ? (
            <Suspense fallback={<Spinner />}>
              <StrongChoice
                canUsePasskey={canUsePasskey}
                busy={passkeyBusy}
                onPasskey={() => void signWithPasskey()}
                onCode={goOnWithCode}
              />
            </Suspense>
          ) : (
            <>
              <Button wide disabled={sensing || sending} onClick={() => setStep('pin')}>
                Approve with PIN
              </Button>
              {canUsePasskey ? (
                <PasskeyButton tone="quiet" busy={passkeyBusy} onPress={() => void signWithPasskey()} />
              ) : null}
            </>
          )}
        </div>
      ) : null}
      {step === 'pin' ? (
        <div ref={bringIntoView} className="pt-4">
          <PinPad
            onEntered={enter}
            disabled={problem.waiting || problem.needsSignIn}
            sendingText="Sending your approval…"
            note={problem.note ?? 'Enter your PIN to approve this payment.'}
          />
          {problem.needsSignIn ? (
            <ButtonLink to="/signin" wide>
              Sign in with password
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
      {step === 'refused' ? (
        <div className="flex flex-col gap-3 pt-4">
          <Notice tone="bad" role="alert">
            {messageOf(refusal)}
          </Notice>
          <Button wide onClick={onClose}>
            {props.backLabel}
          </Button>
        </div>
      ) : null}
      {step === 'undecided' && approval !== null ? (
        <OutcomeUnknown noun={props.noun} pending={sending} onAskAgain={() => void askAgain(approval)} />
      ) : null}
    </Sheet>
  )
}

function NotApproved({ error }: { error: unknown }) {
  return (
    <Notice tone="bad" role="alert">
      <p>{messageOf(error)}</p>
      {error instanceof CeremonyError ? <p>Nothing was approved and no money has left.</p> : null}
    </Notice>
  )
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'end' })
}

/** The PIN pad pushes the top of the terms out of sight on a small phone; the amount stays in the title. */
function titleOf(step: Step, leading: TermsLine | undefined): string {
  return step === 'review' || leading === undefined ? 'Check and approve' : `${leading.label} ${leading.value}`
}
