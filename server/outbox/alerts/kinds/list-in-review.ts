import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { batchId } from '#server/outbox/alerts/examples.ts'
import type { OfList } from '#server/outbox/alerts/facts.ts'
import { sentences } from '#server/outbox/alerts/order-texts.ts'
import { toList } from './list-late.ts'

/** Our team has to find out how a sale of a list ended. */
export const listInReview = describeAlert<OfList>({
  write: (facts, say) => ({
    title: 'Not confirmed yet: a sale of your list',
    body: sentences(
      'A sale of your list is still not confirmed, so our team has been alerted. Its money stays reserved until it is clear. Please do not buy it again: it may still go through.',
      say.doubt,
    ),
    path: toList(facts),
  }),
  moneyLeft: true,
  examples: [{ of: 'a list', facts: { batchId } }],
  exampleSubject: batchId,
})
