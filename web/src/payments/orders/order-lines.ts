import { formatNairaShort } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { formatPhone } from '#contract/phones.ts'

export type OrderLine = { readonly label: string; readonly value: string }

/** Who got it and for how much, for the result. */
export function orderLines(order: Order): readonly OrderLine[] {
  if (order.kind === 'withdrawal')
    return [
      { label: 'To', value: order.recipient.accountName },
      { label: 'Bank', value: `${order.recipient.bankName}, ${order.recipient.accountNumber}` },
      { label: 'Total with fee and stamp duty', value: formatNairaShort(BigInt(order.totalKobo)) },
    ]
  return [...recipientLines(order), ...priceLines(order)]
}

function recipientLines(order: Exclude<Order, { kind: 'withdrawal' }>): readonly OrderLine[] {
  switch (order.kind) {
    case 'airtime':
      return [
        { label: 'Network', value: order.recipient.networkName },
        { label: 'Phone number', value: formatPhone(order.recipient.phone) },
      ]
    case 'data':
      return [
        { label: 'Bundle', value: order.recipient.bundleName },
        { label: 'Network', value: order.recipient.networkName },
        { label: 'Phone number', value: formatPhone(order.recipient.phone) },
      ]
    case 'electricity':
      return [
        { label: 'Customer', value: order.recipient.customerName },
        { label: 'Company', value: order.recipient.billerName },
        { label: 'Meter', value: `${order.recipient.meterNumber} (${order.recipient.meterType})` },
      ]
    case 'tv':
      return [
        { label: 'Customer', value: order.recipient.customerName },
        { label: 'Package', value: `${order.recipient.billerName}, ${order.recipient.planName}` },
        { label: 'Smartcard', value: order.recipient.smartcardNumber },
      ]
    case 'bpc':
      return [{ label: 'For', value: order.recipient.fullName }]
  }
}

function priceLines(order: Order): readonly OrderLine[] {
  const discount = BigInt(order.discountKobo)
  return [
    { label: 'Amount', value: formatNairaShort(BigInt(order.amountKobo)) },
    ...(discount === 0n ? [] : [{ label: 'Discount', value: formatNairaShort(-discount) }]),
    { label: order.status === 'completed' ? 'Price paid' : 'Price', value: formatNairaShort(BigInt(order.totalKobo)) },
  ]
}
