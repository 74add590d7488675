import { ButtonLink } from '#web/ui/button.tsx'
import type { BpcOrder } from './purchase.ts'

/** Where to go once a purchase has ended: its receipt, or the wallet. */
export function PurchaseEnd({ order }: { order: BpcOrder }) {
  return (
    <div data-toast-avoid="" className="mt-auto flex flex-col gap-2">
      <ButtonLink to={`/history/${order.transactionId}`} tone="plain" wide>
        See the receipt
      </ButtonLink>
      <ButtonLink to="/dashboard" replace wide>
        Done
      </ButtonLink>
    </div>
  )
}
