import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatNaira } from '#contract/money.ts'
import type { OrderBody, Quote } from '#contract/orders.ts'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Sheet } from '../../components/ui/sheet.tsx'
import { Spinner } from '../../components/ui/spinner.tsx'
import { showToast } from '../../components/ui/toast.ts'
import { isRefusal, messageOf } from '../../lib/api.ts'
import { formatTime } from '../../lib/format.ts'
import { leadingLine, type TermsLine, termsLines } from '../../lib/terms.ts'
import { PinPad } from '../devices/pin-pad.tsx'
import type { PinVerdict } from '../devices/use-pin-entry.ts'
import { usePinProblem } from '../devices/use-pin-problem.ts'
import { AFTER_APPROVAL } from './order-words.ts'
import { approveQuote, isUndecided, usePlaceOrder } from './place-order.ts'

/** `refused` ends this quote; `undecided` means no answer came, so the order may or may not exist. */
type Step = 'review' | 'pin' | 'refused' | 'undecided'

/** See it, then say yes: the server's terms exactly as they are signed, then the PIN. */
export function ReviewSheet({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const navigate = useNavigate()
  const place = usePlaceOrder()
  const problem = usePinProblem()
  const [step, setStep] = useState<Step>('review')
  const [approval, setApproval] = useState<OrderBody | null>(null)
  const lines = termsLines(quote.terms)
  const leading = leadingLine(lines, formatNaira(BigInt(quote.amountKobo)))
  // The PIN pad pushes the top of the terms out of sight on a small phone; the amount stays in the title.
  const title = step === 'review' || leading === undefined ? 'Check and approve' : `${leading.label} ${leading.value}`

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

  return (
    <Sheet title={title} onClose={onClose} busy={place.isPending}>
      <Terms lines={lines} leading={leading} />
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
        <Undecided pending={place.isPending} onAskAgain={() => void send(approval)} />
      ) : null}
    </Sheet>
  )
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'end' })
}

/** Every line of the terms, none left out: the amount first and large, the rest in their order. */
function Terms({ lines, leading }: { lines: readonly TermsLine[]; leading: TermsLine | undefined }) {
  return (
    <>
      {leading === undefined ? null : (
        <div className="pb-2">
          <p className="text-small text-ink-2">{leading.label}</p>
          <p className="font-head text-amount font-semibold tabular wrap-anywhere">{leading.value}</p>
        </div>
      )}
      <dl className="rounded-card border border-line bg-surface px-4">
        {lines
          .filter((line) => line !== leading)
          .map(({ label, value }) => (
            <div
              key={`${label} ${value}`}
              className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-b-0"
            >
              <dt className="text-small text-ink-2">{label}</dt>
              <dd className="ml-auto text-right font-medium tabular wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}

/** The one honest thing to say when no answer came, and the one safe thing to do. */
function Undecided({ pending, onAskAgain }: { pending: boolean; onAskAgain: () => void }) {
  return (
    <div className="flex flex-col gap-3 pt-4">
      <Notice tone="wait" role="alert">
        <p className="font-semibold">We do not know yet</p>
        <p>
          No answer came, so we cannot say whether this transfer was accepted. Asking again is safe: these terms can be
          used only once, so it cannot be sent twice.
        </p>
      </Notice>
      {pending ? (
        <p role="status" className="flex min-h-12 items-center justify-center gap-2 text-ink-2">
          <Spinner /> Asking Jara…
        </p>
      ) : (
        <>
          <Button wide onClick={onAskAgain}>
            Ask again
          </Button>
          <ButtonLink to="/history" tone="quiet" wide>
            Look in your history
          </ButtonLink>
        </>
      )}
    </div>
  )
}
