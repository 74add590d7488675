import { RECOVER_ACCOUNT } from '#contract/acts/recover-account.ts'
import { findAccount } from '#server/identity/accounts/find-account.ts'
import {
  confirmRecovery,
  openRecovery,
  readRecovery,
  readRecoveryToConfirm,
  type UncheckedRecovery,
} from '#server/identity/recovery/operate-recoveries.ts'
import { masked } from '#server/tables/masking.ts'
import type { Act, Unchecked } from './act.ts'

type Asks = typeof RECOVER_ACCOUNT.asks

export const recoverAccountAct: Act<Asks> = {
  facts: RECOVER_ACCOUNT,
  proposal: {
    // Leaves out full addresses: signed text is stored for good, and the recovery has both.
    async describe({ database }, asked) {
      const { email, newEmail } = readRecovery(unchecked(asked))
      const userId = await findAccount(database, { email })
      const [whose, through] = [masked('email', email), masked('email', newEmail)]
      const summary = `Give the account of ${whose}, ${userId}, back to its owner through ${through}.`
      return { summary, effects: [], otherValues: [], about: userId }
    },
    request: async (deps, { asked, ...by }) => await openRecovery(deps, { ...unchecked(asked), ...by }),
  },
  summary: ({ subject }) => `Give an account back to its owner through another mailbox: ${subject}.`,
  async preview({ database }, { subject }) {
    const { userId, email, newEmail, reason } = await readRecoveryToConfirm(database, subject)
    return {
      effects: [
        `The account is ${userId}.`,
        'Both mailboxes get an email at once.',
        'Three days later a link for a new password goes to the new mailbox, unless the owner signs in or stops it.',
      ],
      details: [
        { label: 'Email of the account', value: email },
        { label: 'New email', value: newEmail },
        { label: 'How we know who it is', value: reason },
      ],
    }
  },
  carryOut: confirmRecovery,
  printDone: (_, { subject }) => `${subject} is confirmed: both mailboxes get an email`,
}

function unchecked({ email, newEmail, reason }: Unchecked<Asks>): UncheckedRecovery {
  return { uncheckedEmail: email, uncheckedNewEmail: newEmail, uncheckedReason: reason }
}
