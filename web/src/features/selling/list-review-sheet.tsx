import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Batch, BatchApprovalBody } from '#contract/selling.ts'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Sheet } from '../../components/ui/sheet.tsx'
import { isRefusal, messageOf } from '../../lib/api.ts'
import { formatTime } from '../../lib/format.ts'
import { type TermsLine, termsLines } from '../../lib/terms.ts'
import { PinPad } from '../devices/pin-pad.tsx'
import type { PinVerdict } from '../devices/use-pin-entry.ts'
import { usePinProblem } from '../devices/use-pin-problem.ts'
import { isUndecided } from '../orders/place-order.ts'
import { TermsList } from '../orders/terms-list.tsx'
import { Undecided } from '../orders/undecided.tsx'
import { approvalOf, useBuyList } from './get-list.ts'

type Step = 'review' | 'pin' | 'refused' | 'undecided'

/** See it, then say yes: totals and every line exactly as they are signed, then one PIN for all of them. */
export function ListReviewSheet({ list, onClose }: { list: Batch; onClose: () => void }) {
  const navigate = useNavigate()
  const buy = useBuyList(list.id)
  const problem = usePinProblem()
  const [step, setStep] = useState<Step>('review')
  const [approval, setApproval] = useState<BatchApprovalBody | null>(null)
  const lines = termsLines(list.terms)
  const totals = lines.filter((line) => !isRow(line))
  const leading = totals.find((line) => line.label === 'You pay')

  async function approve(pin: string): Promise<PinVerdict> {
    try {
      const body = await approvalOf(list, pin)
      setApproval(body)
      return await send(body)
    } catch (error) {
      return problem.report(error)
    }
  }

  async function send(body: BatchApprovalBody): Promise<PinVerdict> {
    try {
      await buy.mutateAsync(body)
      problem.clear()
      void navigate(`/sell/many/${list.id}`, { replace: true })
      return 'done'
    } catch (error) {
      if (isUndecided(error)) setStep('undecided')
      else if (isRefusal(error, 'pin.wrong', 'pin.wait', 'pin.off', 'pin.not-set')) throw error
      else setStep('refused')
      return 'clear'
    }
  }

  return (
    <Sheet
      title={step === 'review' ? 'Check and approve' : `You pay ${leading?.value ?? ''}`}
      onClose={onClose}
      busy={buy.isPending}
    >
      <TermsList lines={totals} leading={leading} />
      <Rows rows={lines.filter(isRow)} />
      {step === 'review' ? (
        <div className="flex flex-col gap-2 pt-3">
          <p className="text-caption text-ink-3">
            These terms hold until {formatTime(list.expiresAt)}. No money has moved yet.
          </p>
          <Button wide onClick={() => setStep('pin')}>
            Approve with PIN
          </Button>
        </div>
      ) : null}
      {step === 'pin' ? (
        <div ref={(element) => element?.scrollIntoView({ block: 'end' })} className="pt-4">
          <PinPad
            onEntered={approve}
            disabled={problem.waiting || problem.needsSignIn}
            sendingText="Sending your approval…"
            note={problem.note ?? 'Enter your PIN to approve exactly this.'}
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
            {messageOf(buy.error)}
          </Notice>
          <Button wide onClick={onClose}>
            Back to the list
          </Button>
        </div>
      ) : null}
      {step === 'undecided' && approval !== null ? (
        <Undecided noun="list" pending={buy.isPending} onAskAgain={() => void send(approval)} />
      ) : null}
    </Sheet>
  )
}

function isRow({ label }: TermsLine): boolean {
  return label?.startsWith('Line ') ?? false
}

function Rows({ rows }: { rows: readonly TermsLine[] }) {
  return (
    <section
      aria-label="Every line"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
      tabIndex={0}
      className="mt-2 max-h-[34dvh] overflow-y-auto rounded-card border border-line bg-surface px-4"
    >
      <dl>
        {rows.map(({ label, value }) => (
          <div key={label} className="border-b border-line py-2 last:border-b-0">
            <dt className="text-caption text-ink-3">{label}</dt>
            <dd className="text-small tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
