import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { AIRTIME, orderId, TRANSFER } from '#server/outbox/alerts/examples.ts'
import type { OfOrder } from '#server/outbox/alerts/facts.ts'
import { ORDER_TEXTS } from '#server/outbox/alerts/order-texts.ts'

/** An order had failed, and went through after all. */
export const orderPaidLate = describeAlert<OfOrder>({
  write: ORDER_TEXTS['order-paid-late'],
  moneyLeft: true,
  smsWithoutTitle: true,
  examples: [
    { of: 'the money was there', facts: { ...TRANSFER, totalKobo: '150000' } },
    { of: 'some of the money was there', facts: { ...TRANSFER, totalKobo: '150000', owedKobo: '40000' } },
    { of: 'none of the money was there', facts: { ...AIRTIME, owedKobo: '49500' } },
  ],
  exampleSubject: orderId,
})
