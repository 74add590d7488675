import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { caseId } from '#server/outbox/alerts/examples.ts'
import type { OfCase } from '#server/outbox/alerts/facts.ts'

/** Support answers the reporter of a case. */
export const caseAnswer = describeAlert<OfCase>({
  write: ({ caseId, trackingNumber }) => ({
    title: 'Support has answered you',
    body: `Support has answered your report ${trackingNumber}. You can read the answer there, and write back.`,
    path: `/support/cases/${caseId}`,
  }),
  examples: [{ of: 'a report', facts: { caseId, trackingNumber: 'JR-7K2M-QX4D' } }],
  exampleSubject: caseId,
})
