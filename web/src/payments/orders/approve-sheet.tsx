import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { messageOf } from '#web/lib/api.ts'
import type { TermsLine } from '#web/lib/terms.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { ApproveStep } from './approve-step.tsx'
import { OutcomeUnknown } from './outcome-unknown.tsx'
import { AmountTitle, WhoGetsIt } from './terms-list.tsx'
import { type ApprovalOf, useApproval } from './use-approval.ts'
import { useHasRoom } from './use-has-room.ts'

type ApproveSheetProps = Omit<ApprovalOf, 'isStrong'> & {
  isStrong?: boolean
  /** The amount, which leads the terms, and the lines with the recipient: in sight until the last digit is typed. */
  leading: TermsLine | undefined
  who: readonly TermsLine[]
  /** When the terms expire. */
  expiresAt: string
  /** What is approved, in running text: "transfer", "list". */
  noun: string
  /** Where a refusal leads: "Back to the form". */
  backLabel: string
  onClose: () => void
  /** All other lines of the terms. */
  children: ReactNode
}

/** Shows the server's terms exactly as signed, takes PIN or passkey on the same sheet, then shows the outcome. */
export function ApproveSheet({ isStrong = false, leading, who, children, onClose, ...props }: ApproveSheetProps) {
  const approval = useApproval({ ...props, isStrong })
  const { state, sending, refusal, askAgain } = approval
  const step = useRef<HTMLDivElement>(null)
  // Measured here and not in the step: a sheet has a size only once it is open.
  const hasRoom = useHasRoom(step)
  // The heading takes the focus, so what is approved is read first, and an Enter after the PIN closes nothing.
  useLayoutEffect(() => {
    step.current?.closest('dialog')?.querySelector('h2')?.focus({ preventScroll: true })
  }, [])
  return (
    <Sheet
      title={<AmountTitle leading={leading} />}
      summary={<WhoGetsIt lines={who} />}
      onClose={onClose}
      busy={sending}
    >
      {children}
      {state === 'open' ? (
        <ApproveStep approval={approval} element={step} hasRoom={hasRoom} expiresAt={props.expiresAt} />
      ) : null}
      {state === 'refused' ? (
        <div className="flex flex-col gap-3 pt-4">
          <Notice tone="bad" role="alert">
            {messageOf(refusal)}
          </Notice>
          <Button wide onClick={onClose}>
            {props.backLabel}
          </Button>
        </div>
      ) : null}
      {state === 'undecided' ? (
        <OutcomeUnknown noun={props.noun} pending={sending} onAskAgain={() => void askAgain()} />
      ) : null}
    </Sheet>
  )
}
