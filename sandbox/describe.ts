import { formatNaira } from '#contract/money.ts'
import type { WorldEvent } from './events.ts'

/** One plain line for the board, or null for facts that are not worth a line. Account numbers are practice data. */
export function describe(fact: WorldEvent): string | null {
  switch (fact.type) {
    case 'account.issued':
      return `account ${fact.account.accountNumber} issued: ${fact.account.accountName}`
    case 'transfer.accepted':
      return `transfer ${fact.transfer.reference} taken on: ${formatNaira(fact.transfer.amountKobo)}`
    case 'transfer.moved':
      return `transfer ${fact.reference} is ${fact.status}`
    case 'dashboard.saved':
      return `transfer ${fact.transfer.code} made in the dashboard is ${fact.transfer.status}`
    case 'payment.expected':
      return `payment ${fact.payment.reference} expected on ${fact.payment.accountNumber}: ${formatNaira(fact.payment.amountKobo)}`
    case 'payment.received':
      return `${formatNaira(fact.inbound.amountKobo)} from ${fact.inbound.senderName} into ${fact.inbound.accountNumber}`
    case 'payment.moved':
      return `payment ${fact.reference} is ${fact.status}`
    case 'inbound.refused':
      return `${formatNaira(fact.inbound.amountKobo)} for ${fact.inbound.accountNumber} ${fact.inbound.status}`
    case 'refund.saved':
      return `refund of ${formatNaira(fact.refund.amountKobo)} for ${fact.refund.paymentReference} is ${fact.refund.status}`
    case 'delivery.accepted':
      return `${fact.delivery.serviceId} ${formatNaira(fact.delivery.amountKobo)} for ${fact.delivery.recipient} is ${fact.delivery.status}`
    case 'delivery.moved':
      return `purchase ${fact.requestId} is ${fact.status}`
    case 'plan.changed': {
      const { serviceId, code, plan } = fact.change
      return `${serviceId} ${code} is ${plan === null ? 'sold no more' : `${plan.name} for ${formatNaira(plan.amountKobo)}`}`
    }
    case 'fault.set':
      return `fault ${fact.fault.fault} on ${fact.fault.provider} ${fact.fault.operation}, ${fact.fault.count} times`
    case 'bank.switched':
      return `bank ${fact.code} ${fact.open ? 'opened' : 'closed'}`
    case 'message.queued':
      return `webhook ${fact.message.event} queued${fact.message.genuine ? '' : ' (forged)'}`
    case 'message.tried':
      return `webhook answered ${fact.status ?? 'nothing'}`
    case 'email.received':
      return `email to ${fact.email.to}: ${fact.email.subject}`
    case 'push.received':
      return `push message for ${fact.message.subscription}`
    case 'push.ended':
      return `${fact.id} can no longer be reached by push`
    case 'sms.accepted':
      return `SMS to ${fact.sms.to}: ${fact.sms.text}`
    case 'world.reset':
      return fact.everything ? 'the world begins anew' : 'faults off, banks open'
    case 'customer.saved':
    case 'recipient.saved':
    case 'push.subscribed':
    case 'fault.used':
      return null
  }
}
