import type { SaleLine } from '#contract/selling.ts'
import { SaleRow } from './sale-row.tsx'

/** Sales on a phone. */
export function SalesList({ sales }: { sales: readonly SaleLine[] }) {
  return (
    <ul aria-label="Sales" className="overflow-hidden rounded-card border border-line bg-surface">
      {sales.map((sale) => (
        <SaleRow key={sale.orderId} sale={sale} />
      ))}
    </ul>
  )
}
