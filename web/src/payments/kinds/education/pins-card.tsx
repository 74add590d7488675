import type { ExamPin } from '#contract/kinds/education.ts'
import type { OrderOf } from '#contract/orders.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { messageOf } from '#web/lib/api.ts'
import { groupToken } from '#web/lib/format.ts'
import { useOrderAction } from '#web/payments/orders/get-order.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { usePins } from './get-pins.ts'
import { missingPins } from './missing-pins.ts'

/** The bought PINs, to be read out, typed or copied, and how many are missing. */
export default function PinsCard({ order }: { order: OrderOf<'education'> }) {
  const sandbox = useInstallation().data?.mode === 'sandbox'
  const { data, error, refetch } = usePins(order.id)
  if (data === undefined)
    return error === null ? (
      <p role="status" className="flex items-center gap-2 text-ink-2">
        <Spinner /> Loading your PINs…
      </p>
    ) : (
      <Notice tone="bad" role="alert">
        <p>The PINs are yours, but they could not be shown. {messageOf(error)}</p>
        <Button tone="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    )
  const missing = missingPins(data)
  return (
    <section aria-labelledby="exam-pins" className="flex w-full flex-col gap-3 text-left">
      <h2 id="exam-pins" className="text-h2">
        {data.bought === 1 ? 'Your PIN' : 'Your PINs'}
      </h2>
      {missing === null ? null : (
        <Notice tone="wait">
          <p>{missing}</p>
          {data.asking ? <AskAgain orderId={order.id} onAsked={() => void refetch()} /> : null}
        </Notice>
      )}
      {data.pins.length === 0 ? null : (
        <ol className="flex flex-col gap-2">
          {data.pins.map((each, place) => (
            <Pin key={each.pin} pin={each} number={place + 1} />
          ))}
        </ol>
      )}
      {sandbox ? <p className="text-caption text-ink-3">Practice PINs. They open no results.</p> : null}
    </section>
  )
}

function AskAgain({ orderId, onAsked }: { orderId: string; onAsked: () => void }) {
  const action = useOrderAction(orderId)
  return (
    <>
      <Button
        tone="quiet"
        busy={action.isPending && 'Asking…'}
        onClick={() => action.mutate('check', { onSuccess: onAsked })}
      >
        Check again
      </Button>
      {action.isError ? <p role="alert">{messageOf(action.error)}</p> : null}
    </>
  )
}

function Pin({ pin: { pin, serial }, number }: { pin: ExamPin; number: number }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-surface shadow-lift px-4 py-3">
      <div className="min-w-0">
        <p className="text-small text-ink-2">PIN {number}</p>
        <p className="font-head text-h1 font-semibold text-balance tabular">{groupToken(pin)}</p>
        {serial === null ? null : (
          <p className="text-small text-ink-2 wrap-anywhere">
            Serial number <span className="font-medium text-ink">{serial}</span>
          </p>
        )}
      </div>
      <div data-toast-avoid="" className="flex flex-wrap gap-2">
        <CopyButton label={`PIN ${number}`} text={pin} shown="Copy PIN" />
        {serial === null ? null : <CopyButton label={`Serial number ${number}`} text={serial} shown="Copy serial" />}
      </div>
    </li>
  )
}
