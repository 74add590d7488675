import { ENROL_PASSKEY } from '#contract/acts/enrol-passkey.ts'
import { confirmEnrolment } from '#server/identity/operators/confirm-enrolment.ts'
import type { Act } from './act.ts'
import { refuseUnchangeable } from './operator-changes.ts'

export const enrolPasskeyAct: Act<typeof ENROL_PASSKEY.asks> = {
  facts: ENROL_PASSKEY,
  // Enrolling a passkey makes the request: server/console/enrol-passkey.ts.
  proposal: null,
  summary: ({ content: { operator, passkey } }) =>
    `Let ${operator} sign in with a new passkey, enrolled in ${passkey}.`,
  async preview({ database }, request) {
    await refuseUnchangeable(database, request)
    return {}
  },
  carryOut: confirmEnrolment,
  printDone: (_, { content }) => `${content.operator} can sign in to the console with it now`,
}
