import type { ReceiptLine } from '#contract/receipt-text.ts'
import { Reference } from './reference.tsx'

/** The lines of a receipt. */
export function ReceiptList({ lines }: { lines: readonly ReceiptLine[] }) {
  return (
    <dl className="px-4 py-2">
      {lines.map(({ label, value, isReference = false }) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2.5 last:border-b-0">
          <dt className="text-small text-ink-2">{label}</dt>
          <dd className="ml-auto text-right font-medium tabular wrap-anywhere">
            {isReference ? <Reference text={value} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
