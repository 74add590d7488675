import { formatMoment } from '#contract/time.ts'
import type { Transaction } from '#contract/transactions.ts'
import { Link, useLocation } from '#web/lib/routing.tsx'
import { type Column, SortableTable } from '#web/ui/sortable-table.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useListText } from '#web/wallet/hidden-amounts.ts'
import { COLUMNS, type HistorySort, isColumn } from './history-sort.ts'
import { chargesText, maskedDetail } from './row-words.ts'
import { RowAmount, TransactionMark } from './transaction-row.tsx'

type HistoryTableProps = {
  found: readonly Transaction[]
  /** There are further pages, in the same order. */
  hasMore: boolean
  sort: HistorySort
  onSort: (sort: HistorySort) => void
}

/** The history on a wide window. The server sorts, so the rows are the start of the whole history in that order. */
export default function HistoryTable({ found, hasMore, sort, onSort }: HistoryTableProps) {
  const order = COLUMNS[sort.column][sort.direction]
  return (
    <SortableTable
      caption={`${found.length} ${found.length === 1 ? 'transaction' : 'transactions'}${hasMore ? ' of more' : ''}: ${order}.`}
      columns={TABLE}
      rows={found}
      keyOf={({ id }) => id}
      sort={sort}
      onSort={({ column, direction }) => {
        if (isColumn(column)) onSort({ column, direction })
      }}
    />
  )
}

const TABLE: readonly Column<Transaction>[] = [
  {
    id: 'date',
    head: 'Date',
    sorts: COLUMNS.date.first,
    cell: ({ createdAt }) => <span className="whitespace-nowrap tabular">{formatMoment(createdAt)}</span>,
  },
  {
    id: 'what',
    head: 'Description',
    sorts: COLUMNS.what.first,
    isRowHead: true,
    cell: (transaction) => <What transaction={transaction} />,
  },
  {
    id: 'amount',
    head: 'Amount',
    sorts: COLUMNS.amount.first,
    isAtEnd: true,
    cell: (transaction) => (
      <span className="whitespace-nowrap">
        <RowAmount transaction={transaction} />
        <Charges transaction={transaction} />
      </span>
    ),
  },
  {
    id: 'status',
    head: 'Status',
    sorts: COLUMNS.status.first,
    cell: ({ status }) => <StatusChip status={status} />,
  },
]

function Charges({ transaction }: { transaction: Transaction }) {
  const shown = useListText()
  return <span className="block text-caption text-ink-3 tabular">{shown(chargesText(transaction) ?? '')}</span>
}

function What({ transaction }: { transaction: Transaction }) {
  const { search, state } = useLocation()
  const { id, title, counterparty } = transaction
  return (
    <Link
      to={`/history/${id}`}
      state={{ list: { search, state } }}
      className="flex min-h-12 items-center gap-3 rounded-control -outline-offset-3"
    >
      <TransactionMark transaction={transaction} />
      <span className="min-w-0">
        <span className="block text-body">{title}</span>
        {counterparty === null ? null : (
          <span translate="no" className="block font-normal text-ink-2">
            {counterparty}
          </span>
        )}
        <span className="block text-caption font-normal text-ink-3 tabular">{maskedDetail(transaction)}</span>
      </span>
    </Link>
  )
}
