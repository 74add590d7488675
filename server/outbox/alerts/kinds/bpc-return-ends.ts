import type { OrderId, TransactionId } from '#contract/ids.ts'
import { lagosMoment } from '#contract/time.ts'
import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { orderId, transactionId } from '#server/outbox/alerts/examples.ts'
import { toTransaction } from '#server/outbox/alerts/order-texts.ts'

type OfReturn = { readonly orderId: OrderId; readonly transactionId: TransactionId; readonly until: string }

/** The time to return an unused BPC ends soon. */
export const bpcReturnEnds = describeAlert<OfReturn>({
  write: ({ transactionId, until }) => ({
    title: 'You can still return your BPC',
    body: `You have not used it yet. Until ${lagosMoment(until)}, you can return it for its full price.`,
    path: toTransaction(transactionId),
  }),
  endsAt: ({ until }) => until,
  examples: [{ of: 'a day before', facts: { orderId, transactionId, until: '2026-11-28T13:05:00.000Z' } }],
  exampleSubject: orderId,
})
