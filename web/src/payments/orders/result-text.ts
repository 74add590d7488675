import { formatNairaShort } from '#contract/money.ts'
import type { Order, OrderOf } from '#contract/orders.ts'
import { formatPhone } from '#contract/phones.ts'
import { NOUNS } from './order-words.ts'

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
