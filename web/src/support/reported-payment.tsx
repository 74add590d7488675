import { useTransaction } from '#web/activity/history/get-transaction.ts'
import { TransactionRow } from '#web/activity/history/transaction-row.tsx'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The payment a report is about, as currently shown in the user's history. */
export function ReportedPayment({ id, onLeaveOut }: { id: string; onLeaveOut?: () => void }) {
  const { data: detail, error } = useTransaction(id)
  return (
    <section aria-labelledby="payment" className="flex flex-col gap-2">
      <h2 id="payment" className="text-h2">
        The payment
      </h2>
      {detail === undefined ? (
        error === null ? (
          <div aria-hidden className="min-h-20 rounded-card bg-surface shadow-lift" />
        ) : (
          <Notice tone="bad" role="alert">
            {isRefusal(error, 'request.not-found')
              ? 'We could not find this payment in your history. You can report the problem without it.'
              : messageOf(error)}
          </Notice>
        )
      ) : (
        <ul className="overflow-hidden rounded-card bg-surface shadow-lift">
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
