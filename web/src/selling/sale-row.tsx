import { maskNumber } from '#contract/masks.ts'
import { formatNaira } from '#contract/money.ts'
import { formatPhone } from '#contract/phones.ts'
import type { SaleLine } from '#contract/selling.ts'
import { formatMoment } from '#contract/time.ts'
import { Link } from '#web/lib/routing.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useListText } from '#web/wallet/hidden-amounts.ts'

/** The customer of a sale, as every list of sales names them: without a name, by the whole number. */
export function customerOf({ customerName, phone }: Pick<SaleLine, 'customerName' | 'phone'>): string {
  return customerName ?? formatPhone(phone)
}

/** What was sold and, for a customer with a name, to which number. */
export function saleWords({ customerName, phone, title }: Pick<SaleLine, 'customerName' | 'phone' | 'title'>): string {
  return customerName === null ? title : `${title} · ${maskNumber(phone)}`
}

/** One sale: its customer, what was sold, and the seller's own price. Links to the receipt. */
export function SaleRow({ sale }: { sale: SaleLine }) {
  const shown = useListText()
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={`/sell/receipt/${sale.orderId}`}
        className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 px-3 py-2.5 -outline-offset-3"
      >
        <span className="min-w-0 flex-[1_1_8rem]">
          <span className="block font-medium tabular wrap-anywhere">{customerOf(sale)}</span>
          <span className="block text-small text-ink-2 tabular wrap-anywhere">{saleWords(sale)}</span>
          <span className="block text-caption text-ink-3">{formatMoment(sale.createdAt)}</span>
        </span>
        <span className="ml-auto flex flex-col items-end gap-1">
          <span className="font-head font-semibold tabular">{shown(formatNaira(BigInt(sale.priceKobo)))}</span>
          <StatusChip status={sale.status} />
        </span>
      </Link>
    </li>
  )
}
