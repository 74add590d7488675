import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { CeremonyError, endCeremony, fetchCeremony } from '#web/identity/passkeys/ceremony.ts'
import { PasskeyButton } from '#web/identity/passkeys/passkey-button.tsx'
import { PinKeys, PinNote, useHardwareKeys } from '#web/identity/pin/pin-pad.tsx'
import { SignInInstead } from '#web/identity/pin/sign-in-instead.tsx'
import { usePinEntry } from '#web/identity/pin/use-pin-entry.ts'
import { useCanApproveWithPasskey } from '#web/identity/security/approvals.ts'
import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { useApproval } from './use-approval.ts'

// Fetched only if more than the PIN is needed.
const StrongChoice = lazy(() => import('#web/identity/security/strong-choice.tsx'))

type ApproveStepProps = {
  approval: ReturnType<typeof useApproval>
  /** The element in which the keypad is found. */
  element: RefObject<HTMLDivElement | null>
  /** The keypad fits below the terms. */
  hasRoom: boolean
  expiresAt: string
}

/**
 * Approves the terms above it. People with a passkey see the fingerprint first; others see the keypad if it fits, or a
 * button that opens it. The first digit on a keyboard opens it too.
 */
export function ApproveStep({ approval, element, hasRoom, expiresAt }: ApproveStepProps) {
  const { problem, sensing, sending, refusal, needsMore } = approval
  const canUsePasskey = useCanApproveWithPasskey()
  const [chosen, setChosen] = useState(false)
  const closed = needsMore || sensing || sending || problem.waiting || problem.needsSignIn
  const entry = usePinEntry(approval.enterPin, closed)
  const showsKeys = !needsMore && !problem.needsSignIn && (chosen || entry.count > 0 || (hasRoom && !canUsePasskey))
  const passkeyBusy = sensing ? 'Waiting for the sensor…' : sending && 'Sending your approval…'
  const press = (digit: string) => {
    if (!entry.closed) setChosen(true)
    entry.press(digit)
  }
  useHardwareKeys({ ...entry, press })
  useDotsInSight(element, chosen && showsKeys)
  // Closing the sheet cancels a pending request to the sensor.
  useEffect(() => {
    if (!canUsePasskey) return
    fetchCeremony()
    return () => void endCeremony().catch(() => undefined)
  }, [canUsePasskey])

  return (
    <div ref={element} className="flex flex-col gap-2">
      <p className="pt-1 text-caption text-ink-3">Price held until {formatTime(expiresAt)}. No money has moved yet.</p>
      <section aria-label="Approve" tabIndex={-1} className="flex flex-col gap-2 outline-none">
        {refusal === null ? null : <NotApproved error={refusal} />}
        {needsMore ? (
          <Suspense fallback={<Spinner />}>
            <StrongChoice
              canUsePasskey={canUsePasskey}
              busy={passkeyBusy}
              onPasskey={() => void approval.signWithPasskey()}
              onCode={(code) => {
                setChosen(true)
                approval.goOnWithCode(code)
              }}
            />
          </Suspense>
        ) : null}
        {showsKeys ? (
          <PinKeys
            entry={{ ...entry, press }}
            sendingText="Sending your approval…"
            note={
              passkeyBusy || (problem.note === null ? 'Enter your PIN to approve' : <PinNote>{problem.note}</PinNote>)
            }
            fingerprint={
              canUsePasskey ? { disabled: sensing, onPress: () => void approval.signWithPasskey() } : undefined
            }
          />
        ) : null}
        {needsMore || showsKeys ? null : (
          <>
            {canUsePasskey ? (
              <PasskeyButton tone="filled" busy={passkeyBusy} onPress={() => void approval.signWithPasskey()} />
            ) : null}
            {problem.needsSignIn ? null : (
              <Button
                tone={canUsePasskey ? 'quiet' : 'filled'}
                wide
                disabled={sensing || sending}
                onClick={() => setChosen(true)}
              >
                Approve with PIN
              </Button>
            )}
          </>
        )}
        {problem.needsSignIn ? <SignInInstead why={problem.note} /> : null}
      </section>
    </div>
  )
}

function NotApproved({ error }: { error: unknown }) {
  return (
    <Notice tone="bad" role="alert">
      <p>{messageOf(error)}</p>
      {error instanceof CeremonyError ? <p>Nothing was approved.</p> : null}
    </Notice>
  )
}

/**
 * Focuses the keypad that was just asked for and brings it into view. Its last row is at the bottom or, if that is too
 * much, its dots are right below the head.
 */
function useDotsInSight(step: RefObject<HTMLElement | null>, isAskedFor: boolean): void {
  useLayoutEffect(() => {
    const keypad = step.current?.querySelector<HTMLElement>('section')
    const sheet = keypad?.closest('dialog')
    if (!isAskedFor || !keypad || !sheet) return
    keypad.focus({ preventScroll: true })
    keypad.scrollIntoView({ block: 'end' })
    const headEnd = sheet.querySelector('[data-sheet-head]')?.getBoundingClientRect().bottom ?? 0
    sheet.scrollTop -= Math.max(0, headEnd - keypad.getBoundingClientRect().top)
  }, [isAskedFor, step])
}
