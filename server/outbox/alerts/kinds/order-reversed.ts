import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { AIRTIME, BPC, EXAM, orderId, TRANSFER } from '#server/outbox/alerts/examples.ts'
import type { OrderFacts } from '#server/outbox/alerts/facts.ts'
import { ORDER_TEXTS } from '#server/outbox/alerts/order-texts.ts'

/** Money of a completed order came back. */
export const orderReversed = describeAlert<OrderFacts['order-reversed']>({
  write: ORDER_TEXTS['order-reversed'],
  smsWithoutTitle: true,
  examples: [
    { of: 'a bank transfer that the bank sent back', facts: { ...TRANSFER, returnedBy: 'provider' } },
    { of: 'airtime that was taken back', facts: { ...AIRTIME, returnedBy: 'provider' } },
    { of: 'exam PINs that were taken back', facts: { ...EXAM, returnedBy: 'provider' } },
    {
      of: 'ended as paid by our team, and proved to have failed',
      facts: {
        ...TRANSFER,
        byTeam: true,
        returnedBy: 'proof',
      },
    },
    {
      of: 'a bank transfer that failed, went through and was sent back, by somebody who owes',
      facts: {
        ...TRANSFER,
        totalKobo: '150000',
        repaidKobo: '40000',
        returnedBy: 'provider',
        late: true,
      },
    },
    {
      of: 'airtime that failed, was delivered and was taken back',
      facts: {
        ...AIRTIME,
        returnedBy: 'provider',
        late: true,
      },
    },
    { of: 'proved at first, and undone by our team', facts: { ...TRANSFER, returnedBy: 'undone' } },
    {
      of: 'airtime that failed and went through, and was undone by our team',
      facts: {
        ...AIRTIME,
        returnedBy: 'undone',
        late: true,
      },
    },
    { of: 'a BPC that its owner returned', facts: { ...BPC, returnedBy: 'owner' } },
    { of: 'a BPC that our team refunded', facts: { ...BPC, byTeam: true, returnedBy: 'team' } },
  ],
  exampleSubject: orderId,
})
