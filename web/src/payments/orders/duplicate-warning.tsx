import type { Quote } from '#contract/orders.ts'
import { formatTime } from '#contract/time.ts'
import { Link } from '#web/lib/routing.tsx'
import { KINDS } from '#web/payments/kinds/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useOrder } from './get-order.ts'

type DuplicateWarningProps = {
  kind: Quote['kind']
  similar: NonNullable<Quote['similar']>
  onPayAgain: () => void
  onCancel: () => void
}

/** The same was approved a moment ago: shows its status, and asks whether to pay again. */
export function DuplicateWarning({ kind, similar, onPayAgain, onCancel }: DuplicateWarningProps) {
  const { data: first } = useOrder(similar.orderId, 'watching')
  const status = first?.status ?? similar.status
  const noun = KINDS[kind].noun
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">
        You approved the same {noun} at {formatTime(similar.createdAt)}. {STANDINGS[status]}
      </p>
      <Link
        to={first === undefined ? '/history' : `/history/${first.transactionId}`}
        className="flex min-h-16 flex-wrap items-center justify-between gap-2 rounded-card bg-surface shadow-lift px-4 py-2 font-semibold text-brand"
      >
        See the first one
        <StatusChip status={status} />
      </Link>
      <p className="text-small text-ink-2">Nothing was taken for this payment.</p>
      <div className="flex flex-col gap-2">
        <Button tone="quiet" wide onClick={onPayAgain}>
          Yes, pay again
        </Button>
        <Button wide onClick={onCancel}>
          No, once is enough
        </Button>
      </div>
    </div>
  )
}

const STANDINGS = {
  completed: 'It is completed.',
  pending: 'It is still on its way and may yet arrive.',
  failed: 'It failed, and its money is back in your wallet.',
  reversed: 'It came back, and its money is in your wallet.',
} as const satisfies Record<NonNullable<Quote['similar']>['status'], string>
