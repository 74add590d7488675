import { formatNairaShort } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderLine } from '#web/payments/kinds/kind.ts'
import { kindOf } from '#web/payments/kinds/kinds.ts'

/** Who got it and for how much, for the result. */
export function orderLines(order: Order): readonly OrderLine[] {
  const kind = kindOf(order)
  return kind.costs === 'fees' ? kind.lines(order) : [...kind.lines(order), ...priceLines(order)]
}

/** The amount the person approved, which leads every screen about the order: what is sent, or what is paid. */
export function leadingAmount(order: Order): string {
  return formatNairaShort(BigInt(kindOf(order).costs === 'fees' ? order.amountKobo : order.totalKobo))
}

function priceLines(order: Order): readonly OrderLine[] {
  const discount = BigInt(order.discountKobo)
  return [
    { label: 'Amount', value: formatNairaShort(BigInt(order.amountKobo)) },
    ...(discount === 0n ? [] : [{ label: 'Discount', value: formatNairaShort(-discount) }]),
    { label: order.status === 'completed' ? 'Price paid' : 'Price', value: formatNairaShort(BigInt(order.totalKobo)) },
  ]
}
