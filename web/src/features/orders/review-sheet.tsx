import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OrderBody, Quote } from '#contract/orders.ts'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Sheet } from '../../components/ui/sheet.tsx'
import { showToast } from '../../components/ui/toast.ts'
import { isRefusal, messageOf } from '../../lib/api.ts'
import { formatTime } from '../../lib/format.ts'
import { leadingLine, type TermsLine, termsLines } from '../../lib/terms.ts'
import { PinPad } from '../devices/pin-pad.tsx'
import type { PinVerdict } from '../devices/use-pin-entry.ts'
import { usePinProblem } from '../devices/use-pin-problem.ts'
import { AFTER_APPROVAL, NOUNS } from './order-words.ts'
import { approveQuote, isUndecided, usePlaceOrder } from './place-order.ts'
import { SecondOne } from './second-one.tsx'
import { TermsList } from './terms-list.tsx'
import { Undecided } from './undecided.tsx'

/**
 * `second-one` asks before the terms are looked at; `refused` ends this quote; `undecided` means no answer came, so the
 * order may or may not exist.
 */
type Step = 'second-one' | 'review' | 'pin' | 'refused' | 'undecided'

/** See it, then say yes: the server's terms exactly as they are signed, then the PIN. */
export function ReviewSheet({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const navigate = useNavigate()
  const place = usePlaceOrder()
  const problem = usePinProblem()
  const [step, setStep] = useState<Step>(quote.similar === null ? 'review' : 'second-one')
  const [approval, setApproval] = useState<OrderBody | null>(null)
  const lines = termsLines(quote.terms)
  const leading = leadingLine(lines, quote.amountKobo) ?? leadingLine(lines, quote.totalKobo)

  async function approve(pin: string): Promise<PinVerdict> {
    try {
      const body = await approveQuote(quote, pin)
      setApproval(body)
      return await send(body)
    } catch (error) {
      return problem.report(error)
    }
  }

  async function send(body: OrderBody): Promise<PinVerdict> {
    try {
      const order = await place.mutateAsync(body)
      problem.clear()
      const { path, toast } = AFTER_APPROVAL[order.kind]
      const toastId = toast === null ? null : showToast(toast, { tone: 'good' })
      void navigate(`${path}?order=${order.id}`, { replace: true, state: { toastId } })
      return 'done'
    } catch (error) {
      if (isUndecided(error)) setStep('undecided')
      else if (isRefusal(error, 'pin.wrong', 'pin.wait', 'pin.off', 'pin.not-set')) throw error
      else setStep('refused')
      return 'clear'
    }
  }

  if (step === 'second-one' && quote.similar !== null)
    return (
      <Sheet key="second-one" title="A second one?" onClose={onClose}>
        <SecondOne kind={quote.kind} similar={quote.similar} onMeant={() => setStep('review')} onNotMeant={onClose} />
      </Sheet>
    )
  return (
    <Sheet title={titleOf(step, leading)} onClose={onClose} busy={place.isPending}>
      <TermsList lines={lines} leading={leading} />
      {step === 'review' ? (
        <div className="flex flex-col gap-2 pt-3">
          <p className="text-caption text-ink-3">
            These terms hold until {formatTime(quote.expiresAt)}. No money has moved yet.
          </p>
          <Button wide onClick={() => setStep('pin')}>
            Approve with PIN
          </Button>
        </div>
      ) : null}
      {step === 'pin' ? (
        <div ref={bringIntoView} className="pt-4">
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
            {messageOf(place.error)}
          </Notice>
          <Button wide onClick={onClose}>
            Back to the form
          </Button>
        </div>
      ) : null}
      {step === 'undecided' && approval !== null ? (
        <Undecided noun={NOUNS[quote.kind]} pending={place.isPending} onAskAgain={() => void send(approval)} />
      ) : null}
    </Sheet>
  )
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'end' })
}

/** The PIN pad pushes the top of the terms out of sight on a small phone; the amount stays in the title. */
function titleOf(step: Step, leading: TermsLine | undefined): string {
  return step === 'review' || leading === undefined ? 'Check and approve' : `${leading.label} ${leading.value}`
}
