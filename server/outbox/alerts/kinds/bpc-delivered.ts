import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { BPC, orderId } from '#server/outbox/alerts/examples.ts'
import type { OfOrder } from '#server/outbox/alerts/facts.ts'
import { ORDER_TEXTS } from '#server/outbox/alerts/order-texts.ts'

/** A bought BPC has been delivered. */
export const bpcDelivered = describeAlert<OfOrder>({
  write: ORDER_TEXTS['bpc-delivered'],
  moneyLeft: true,
  smsWithoutTitle: true,
  examples: [{ of: 'a BPC', facts: BPC }],
  exampleSubject: orderId,
})
