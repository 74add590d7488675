import { formatNaira, formatNairaShort } from '#contract/money.ts'
import type { Order, OrderKind, OrderOf } from '#contract/orders.ts'
import { formatPhone } from '#contract/phones.ts'

/** What an order is called in running text: "Your transfer is on its way". */
export const NOUNS: Record<OrderKind, string> = {
  withdrawal: 'transfer',
  airtime: 'airtime purchase',
  data: 'data purchase',
  electricity: 'electricity payment',
  tv: 'TV payment',
  bpc: 'BPC purchase',
}

/** Where a person waits for the answer after the approval, and what is said at once. */
export const AFTER_APPROVAL: Record<OrderKind, { readonly path: string; readonly toast: string | null }> = {
  withdrawal: { path: '/withdraw/processing', toast: 'Transfer initiated successfully!' },
  airtime: { path: '/airtime/processing', toast: null },
  data: { path: '/data/processing', toast: null },
  electricity: { path: '/bills/processing', toast: null },
  tv: { path: '/bills/processing', toast: null },
  bpc: { path: '/buy-bpc/confirmation', toast: null },
}

/** Said on the way back to the wallet once the provider has proved it. Null when the result has a screen of its own. */
export function deliveredToast(order: Order): string | null {
  switch (order.kind) {
    case 'airtime':
      return 'Airtime purchase successful!'
    case 'data':
      return 'Data purchase successful!'
    case 'tv':
      return 'TV subscription successful!'
    case 'electricity':
      return order.recipient.meterType === 'prepaid' ? null : 'Electricity purchase successful!'
    default:
      return null
  }
}

/** The words for each outcome. What is back is the total: what left the wallet. */
export function resultText(order: Order): { title: string; sentences: readonly string[] } {
  const noun = NOUNS[order.kind]
  switch (order.status) {
    case 'completed':
      return completedText(order)
    case 'pending':
      return { title: `Your ${noun} is on its way`, sentences: [order.explanation] }
    case 'failed':
      return {
        title: `Your ${noun} failed`,
        sentences: [order.failure ?? 'The payment partner refused it.', ...backText(order)],
      }
    case 'reversed':
      return {
        title: `Your ${noun} came back`,
        sentences: [
          order.failure ?? `${order.kind === 'withdrawal' ? 'The bank' : 'The provider'} sent it back.`,
          ...backText(order),
        ],
      }
  }
}

function completedText(order: Order): { title: string; sentences: readonly string[] } {
  const amount = formatNairaShort(BigInt(order.amountKobo))
  switch (order.kind) {
    case 'withdrawal':
      return {
        title: 'Transfer Successfully',
        sentences: [`Your transfer of ${amount} has been processed successfully.`],
      }
    case 'airtime':
      return {
        title: 'Your airtime is delivered',
        sentences: [`${order.recipient.networkName} airtime of ${amount} is on ${unbroken(order.recipient.phone)}.`],
      }
    case 'data':
      return {
        title: 'Your data is delivered',
        sentences: [`${order.recipient.bundleName} is on ${unbroken(order.recipient.phone)}.`],
      }
    case 'electricity':
      return order.recipient.meterType === 'prepaid'
        ? { title: 'Your electricity is paid', sentences: tokenSentences(order) }
        : {
            title: 'Your electricity is paid',
            sentences: [
              `${order.recipient.billerName} has ${amount} for the meter of ${order.recipient.customerName}.`,
            ],
          }
    case 'tv':
      return {
        title: 'Your TV subscription is paid',
        sentences: [`${order.recipient.planName} is on the smartcard of ${order.recipient.customerName}.`],
      }
    case 'bpc':
      return { title: 'Your BPC code is ready', sentences: ['It is active in your account.'] }
  }
}

/** A number in running text stays on one line. */
function unbroken(phone: string): string {
  return formatPhone(phone).replaceAll(' ', '\u00a0')
}

function tokenSentences(order: OrderOf<'electricity'>): readonly string[] {
  if (order.token !== null) return [`Enter this token on the meter of ${order.recipient.customerName}.`]
  return [
    `${order.recipient.billerName} has confirmed the payment, and no token came with it.`,
    'Give support the reference in your receipt.',
  ]
}

/** A BPC paid by bank transfer never took anything from the wallet, so nothing comes back to it. */
function backText(order: Order): readonly string[] {
  if (order.kind === 'bpc' && order.recipient.payWith === 'transfer') return []
  return [`${formatNairaShort(BigInt(order.totalKobo))} is back in your wallet`]
}

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
    { label: 'Amount', value: formatNaira(BigInt(order.amountKobo)) },
    ...(discount === 0n ? [] : [{ label: 'Discount', value: formatNaira(-discount) }]),
    { label: order.status === 'completed' ? 'Price paid' : 'Price', value: formatNaira(BigInt(order.totalKobo)) },
  ]
}
