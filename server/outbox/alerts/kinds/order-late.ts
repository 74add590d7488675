import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { AIRTIME, ELECTRICITY, EXAM, orderId, TRANSFER } from '#server/outbox/alerts/examples.ts'
import type { OrderFacts } from '#server/outbox/alerts/facts.ts'
import { ORDER_TEXTS } from '#server/outbox/alerts/order-texts.ts'

/** An order has no final answer after some minutes. */
export const orderLate = describeAlert<OrderFacts['order-late']>({
  write: ORDER_TEXTS['order-late'],
  moneyLeft: true,
  smsWithoutTitle: true,
  examples: [
    { of: 'not sent yet', facts: { ...TRANSFER, progress: 'not-sent' } },
    { of: 'sent or not, nobody knows', facts: { ...AIRTIME, progress: 'maybe-sent' } },
    { of: 'at the bank', facts: { ...TRANSFER, progress: 'with-provider' } },
    { of: 'at the provider', facts: { ...ELECTRICITY, progress: 'with-provider' } },
    { of: 'exam PINs that were sent or not, nobody knows', facts: { ...EXAM, progress: 'maybe-sent' } },
  ],
  exampleSubject: orderId,
})
