import { LATE_AFTER_MINUTES } from '#contract/constants.ts'
import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { batchId } from '#server/outbox/alerts/examples.ts'
import type { OfList } from '#server/outbox/alerts/facts.ts'
import { sentences } from '#server/outbox/alerts/order-texts.ts'

/** Sales of a list have no final answer after some minutes. */
export const listLate = describeAlert<OfList>({
  write: (facts, say) => ({
    title: `Your list is taking longer than ${LATE_AFTER_MINUTES} minutes`,
    body: sentences(
      'Some sales of your list have no clear answer yet. Their money stays reserved until they do. Please do not buy them again: they may still go through.',
      say.doubt,
    ),
    path: toList(facts),
  }),
  moneyLeft: true,
  examples: [{ of: 'a list', facts: { batchId } }],
  exampleSubject: batchId,
})

export const toList = ({ batchId }: OfList) => `/sell/many/${batchId}`
