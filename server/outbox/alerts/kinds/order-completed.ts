import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { AIRTIME, DATA, ELECTRICITY, EXAM, orderId, TRANSFER, TV } from '#server/outbox/alerts/examples.ts'
import type { OfOrder } from '#server/outbox/alerts/facts.ts'
import { ORDER_TEXTS } from '#server/outbox/alerts/order-texts.ts'

/** An order is completed. */
export const orderCompleted = describeAlert<OfOrder>({
  write: ORDER_TEXTS['order-completed'],
  moneyLeft: true,
  smsWithoutTitle: true,
  examples: [
    { of: 'a bank transfer', facts: TRANSFER },
    { of: 'a bank transfer that our team ended as paid', facts: { ...TRANSFER, byTeam: true } },
    { of: 'airtime', facts: AIRTIME },
    { of: 'a data bundle', facts: DATA },
    { of: 'electricity', facts: ELECTRICITY },
    { of: 'TV', facts: TV },
    { of: 'exam PINs', facts: EXAM },
  ],
  exampleSubject: orderId,
})
