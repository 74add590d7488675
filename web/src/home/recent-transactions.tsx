import { RECENT_TRANSACTIONS } from '#contract/constants.ts'
import type { Transaction } from '#contract/transactions.ts'
import { TransactionRow } from '#web/activity/history/transaction-row.tsx'
import { Link } from '#web/lib/routing.tsx'
import { ReceiptDrawing } from '#web/ui/drawings.tsx'
import { Empty } from '#web/ui/empty.tsx'

type RecentProps = {
  recent: readonly Transaction[] | undefined
  /** They could not be read. */
  failed: boolean
}

export function RecentTransactions({ recent, failed }: RecentProps) {
  return (
    <section aria-labelledby="recent">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-2">
        <h2 id="recent" className="text-h2">
          Recent Transactions
        </h2>
        <Link to="/history" className="-my-1 flex min-h-12 items-center font-head text-small font-semibold text-brand">
          View All
        </Link>
      </div>
      {recent === undefined && failed ? (
        <p className="rounded-card bg-surface p-4 text-ink-2 shadow-lift">We cannot show these right now.</p>
      ) : recent === undefined ? (
        <p className="min-h-80 rounded-card bg-surface p-4 text-ink-2 shadow-lift">
          Your payments and the money you receive appear here.
        </p>
      ) : recent.length === 0 ? (
        <div className="rounded-card bg-surface shadow-lift">
          <Empty drawing={<ReceiptDrawing />}>Nothing here yet. Money in and money out will appear here.</Empty>
        </div>
      ) : (
        <ul className="overflow-hidden rounded-card bg-surface py-1 shadow-lift">
          {recent.slice(0, RECENT_TRANSACTIONS).map((each) => (
            <TransactionRow key={each.id} transaction={each} />
          ))}
        </ul>
      )}
    </section>
  )
}
