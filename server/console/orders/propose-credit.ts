import type { CreditBody } from '#contract/console/credits.ts'
import type { ConsoleProposal } from '#server/console/proposal-routes.ts'
import { readCredit, requestCredit, type UncheckedCredit } from '#server/deposits/credit-set-aside.ts'
import type { Deps } from '#server/deps.ts'
import { summaryOfCredit } from './foresee-credit.ts'

export const CREDIT: ConsoleProposal<CreditBody> = {
  act: 'credit-deposit',
  terms: termsOfCredit,
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestCredit(deps, { ...unchecked(body), by, where, evidence }),
}

async function termsOfCredit(deps: Deps, asked: CreditBody): Promise<string> {
  const { subject, content } = await readCredit(deps.database, unchecked(asked))
  return `Ask for this: ${summaryOfCredit(subject, content)}\nProof: ${content.evidence}`
}

function unchecked({ deposit, customer, proof }: CreditBody): UncheckedCredit {
  return { uncheckedDeposit: deposit, uncheckedCustomer: customer, uncheckedProof: proof }
}
