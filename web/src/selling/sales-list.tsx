import type { SaleLine } from '#contract/selling.ts'
import { SaleRow } from './sale-row.tsx'

/** Sales on a phone. */
export function SalesList({ sales }: { sales: readonly SaleLine[] }) {
  return (
    <ul aria-label="Sales" className="overflow-hidden rounded-card bg-surface shadow-lift">
      {sales.map((sale) => (
        <SaleRow key={sale.orderId} sale={sale} />
      ))}
    </ul>
  )
}
