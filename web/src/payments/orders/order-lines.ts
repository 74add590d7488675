import { formatNairaShort } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderLine } from '#web/payments/kinds/kind.ts'
import { kindOf } from '#web/payments/kinds/kinds.ts'

/** Who got it and for how much, for the result. */
export function orderLines(order: Order): readonly OrderLine[] {
  const kind = kindOf(order)
  return kind.costs === 'fees' ? kind.lines(order) : [...kind.lines(order), ...priceLines(order)]
}

function priceLines(order: Order): readonly OrderLine[] {
  const discount = BigInt(order.discountKobo)
  return [
    { label: 'Amount', value: formatNairaShort(BigInt(order.amountKobo)) },
    ...(discount === 0n ? [] : [{ label: 'Discount', value: formatNairaShort(-discount) }]),
    { label: order.status === 'completed' ? 'Price paid' : 'Price', value: formatNairaShort(BigInt(order.totalKobo)) },
  ]
}
