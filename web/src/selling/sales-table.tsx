import { useEffect, useState } from 'react'
import { formatNaira } from '#contract/money.ts'
import type { SaleLine } from '#contract/selling.ts'
import { formatMoment } from '#contract/time.ts'
import { Link } from '#web/lib/routing.tsx'
import { type Column, SortableTable } from '#web/ui/sortable-table.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useListText } from '#web/wallet/hidden-amounts.ts'
import type { useSales } from './get-sales.ts'
import { customerOf, saleWords } from './sale-row.tsx'
import { describeSales, isSalesSort, NEWEST_FIRST, needsAll, sortSales } from './sales-order.ts'

/** A period with more sales is not read to its end for sorting: every change of a payment reads all of it again. */
const SORTED_MAX = 500

const COLUMNS: readonly Column<SaleLine>[] = [
  { id: 'date', head: 'Date', sorts: 'descending', cell: ({ createdAt }) => formatMoment(createdAt) },
  { id: 'customer', head: 'Customer', sorts: 'ascending', isRowHead: true, cell: (sale) => <ToReceipt sale={sale} /> },
  { id: 'what', head: 'Product', sorts: 'ascending', cell: saleWords },
  { id: 'price', head: 'Price', sorts: 'descending', isAtEnd: true, cell: (sale) => <Price sale={sale} /> },
  { id: 'status', head: 'Status', sorts: 'ascending', cell: ({ status }) => <StatusChip status={status} /> },
]

export type SalesViewProps = {
  sales: readonly SaleLine[]
  /** Where the sales come from, page by page. */
  pages: Pick<ReturnType<typeof useSales>, 'hasNextPage' | 'isFetchingNextPage' | 'isError' | 'fetchNextPage'>
}

/** Sales on a wide window. Any order but newest first reads the other sales of these days before it is complete. */
export default function SalesTable({ sales, pages }: SalesViewProps) {
  const [sort, setSort] = useState(NEWEST_FIRST)
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages
  const isReading = needsAll(sort) && hasNextPage && !isError && sales.length < SORTED_MAX
  useEffect(() => {
    if (isReading && !isFetchingNextPage) void fetchNextPage()
  }, [isReading, isFetchingNextPage, fetchNextPage])
  return (
    <SortableTable
      caption={describeSales({ count: sales.length, hasMore: hasNextPage, isReading }, sort)}
      columns={COLUMNS}
      rows={sortSales(sales, sort)}
      keyOf={({ orderId }) => orderId}
      sort={sort}
      onSort={(next) => {
        if (isSalesSort(next)) setSort(next)
      }}
    />
  )
}

function ToReceipt({ sale }: { sale: SaleLine }) {
  return (
    <Link to={`/sell/receipt/${sale.orderId}`} className="inline-flex min-h-12 items-center text-brand">
      {customerOf(sale)}
    </Link>
  )
}

function Price({ sale: { priceKobo } }: { sale: SaleLine }) {
  const shown = useListText()
  return <span className="font-head font-semibold tabular">{shown(formatNaira(BigInt(priceKobo)))}</span>
}
