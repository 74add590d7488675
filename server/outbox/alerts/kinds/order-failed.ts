import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { AIRTIME, orderId, TRANSFER } from '#server/outbox/alerts/examples.ts'
import type { OfOrder } from '#server/outbox/alerts/facts.ts'
import { ORDER_TEXTS } from '#server/outbox/alerts/order-texts.ts'

/** An order failed, and its money is back. */
export const orderFailed = describeAlert<OfOrder>({
  write: ORDER_TEXTS['order-failed'],
  smsWithoutTitle: true,
  examples: [
    { of: 'a bank transfer', facts: TRANSFER },
    { of: 'airtime that our team ended as not delivered', facts: { ...AIRTIME, byTeam: true } },
    { of: 'a bank transfer of somebody who owes', facts: { ...TRANSFER, repaidKobo: '50000' } },
  ],
  exampleSubject: orderId,
})
