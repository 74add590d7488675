import { CREDIT_DEPOSIT } from '#contract/acts/credit-deposit.ts'
import type { Posting } from '#contract/console/proposals.ts'
import { formatNaira, kobo } from '#contract/money.ts'
import type { BalancesChange } from '#server/deposits/credit-balances.ts'
import {
  creditSetAside,
  previewCredit,
  readCredit,
  requestCredit,
  sayDeposit,
  type UncheckedCredit,
} from '#server/deposits/credit-set-aside.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { masked } from '#server/tables/masking.ts'
import type { Act, Asked, PreviewParts, Unchecked } from './act.ts'

type Asks = typeof CREDIT_DEPOSIT.asks

export const creditDepositAct: Act<Asks> = {
  facts: CREDIT_DEPOSIT,
  proposal: {
    async describe({ database }, asked) {
      const { subject, content } = await readCredit(database, unchecked(asked))
      const otherValues = [`Proof: ${content.evidence}`]
      return { summary: summaryOf({ subject, content }), effects: [], otherValues, about: subject }
    },
    request: async (deps, { asked, ...by }) => await requestCredit(deps, { ...unchecked(asked), ...by }),
  },
  summary: summaryOf,
  preview: async ({ database }, request) => await creditPreviewParts(database, request),
  carryOut: async (deps, confirmed, preview) =>
    await creditSetAside(deps, { ...confirmed, shown: preview?.balances ?? null }),
}

function unchecked({ deposit, customer, proof }: Unchecked<Asks>): UncheckedCredit {
  return { uncheckedDeposit: deposit, uncheckedCustomer: customer, uncheckedProof: proof }
}

function summaryOf({ subject, content }: Asked): string {
  const why =
    content.contradicted === undefined
      ? `It was set aside because: ${content.because}.`
      : 'The bank had taken it back and gave it again.'
  return `Credit ${sayDeposit(content, subject)}, to customer ${content.customer}. ${why}`
}

/** The amounts before and after, and the masked customer. */
async function creditPreviewParts(sql: Sql, request: OperatorRequest): Promise<PreviewParts> {
  const { change, customer, ofClosedAccount, isGivenAgain } = await previewCredit(sql, request)
  const repaidKobo = change.after.debtKobo - change.before.debtKobo
  return {
    effects: [
      ...(ofClosedAccount ? ['It came in on the account number of another customer, whose account is closed.'] : []),
      ...(repaidKobo === 0n ? [] : [`${formatNaira(kobo(repaidKobo))} of it repays the customer’s debt.`]),
      'The customer sees it in their history as a deposit, and can spend what is available.',
      isGivenAgain
        ? 'If the bank takes it back once more, the loss is ours: it is not taken from the wallet again.'
        : 'If the bank takes it back later, it is taken from the wallet as far as possible, and the customer owes the rest.',
    ],
    postings: postingsOf(change),
    details: [
      { label: 'Customer', value: masked('full_name', customer.fullName) },
      { label: 'Email', value: masked('email', customer.email) },
    ],
    balances: change,
  }
}

function postingsOf({ before, after }: BalancesChange): Posting[] {
  const posting = (account: string, beforeKobo: bigint, afterKobo: bigint): Posting => ({
    account,
    beforeKobo: `${beforeKobo}`,
    afterKobo: `${afterKobo}`,
  })
  const debt = posting('Debt of the customer', before.debtKobo, after.debtKobo)
  return [
    ...(before.setAsideKobo === after.setAsideKobo
      ? []
      : [posting('Money set aside', before.setAsideKobo, after.setAsideKobo)]),
    posting('Wallet of the customer, available', before.availableKobo, after.availableKobo),
    ...(before.debtKobo === 0n ? [] : [debt]),
  ]
}
