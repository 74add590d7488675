import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { caseId } from '#server/outbox/alerts/examples.ts'
import type { OfCase } from '#server/outbox/alerts/facts.ts'

/** Support asks the reporter of a case. */
export const caseQuestion = describeAlert<OfCase>({
  write: ({ caseId, trackingNumber }) => ({
    title: 'Support has a question for you',
    body: `Support has a question about your report ${trackingNumber}, and is waiting for your answer.`,
    path: `/support/cases/${caseId}`,
  }),
  examples: [{ of: 'a report', facts: { caseId, trackingNumber: 'JR-7K2M-QX4D' } }],
  exampleSubject: caseId,
})
