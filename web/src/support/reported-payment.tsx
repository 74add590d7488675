import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { isRefusal, messageOf } from '../../lib/api.ts'
import { useTransaction } from '../history/get-transaction.ts'
import { TransactionRow } from '../history/transaction-row.tsx'

/** The payment a report is about, as it stands in the person's history now. */
export function ReportedPayment({ id, onLeaveOut }: { id: string; onLeaveOut?: () => void }) {
  const { data: detail, error } = useTransaction(id)
  return (
    <section aria-labelledby="payment" className="flex flex-col gap-2">
      <h2 id="payment" className="text-h2">
        The payment
      </h2>
      {detail === undefined ? (
        error === null ? (
          <div aria-hidden className="min-h-20 rounded-card border border-line bg-surface" />
        ) : (
          <Notice tone="bad" role="alert">
            {isRefusal(error, 'request.not-found')
              ? 'We could not find this payment in your history. You can report the problem without it.'
              : messageOf(error)}
          </Notice>
        )
      ) : (
        <ul className="overflow-hidden rounded-card border border-line bg-surface">
          <TransactionRow transaction={detail.transaction} />
        </ul>
      )}
      {onLeaveOut === undefined ? null : (
        <Button tone="plain" slim onClick={onLeaveOut}>
          It is not about this payment
        </Button>
      )}
    </section>
  )
}
