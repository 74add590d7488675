import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { orderId, TRANSFER, TV } from '#server/outbox/alerts/examples.ts'
import type { OfOrder } from '#server/outbox/alerts/facts.ts'
import { ORDER_TEXTS } from '#server/outbox/alerts/order-texts.ts'

/** Our team has to find out how an order ended. */
export const orderInReview = describeAlert<OfOrder>({
  write: ORDER_TEXTS['order-in-review'],
  moneyLeft: true,
  smsWithoutTitle: true,
  examples: [
    { of: 'a bank transfer', facts: TRANSFER },
    { of: 'TV', facts: TV },
  ],
  exampleSubject: orderId,
})
