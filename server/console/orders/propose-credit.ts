import type { CreditBody } from '#contract/console/credits.ts'
import type { DecisionOptions } from '#contract/console/operators.ts'
import type { SignedBody } from '#contract/console/session.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { offer, proveDecision } from '#server/console/decide.ts'
import { readCredit, requestCredit, type UncheckedCredit } from '#server/deposits/credit-set-aside.ts'
import type { Deps } from '#server/deps.ts'
import { summaryOfCredit } from './foresee-credit.ts'

/** @throws RefusedError as readCredit */
export async function offerCredit(deps: Deps, session: ConsoleSession, body: CreditBody): Promise<DecisionOptions> {
  return await offer(deps, session, await termsOfCredit(deps, body))
}

/** @throws RefusedError as readCredit; AppError as proveDecision */
export async function askToCredit(
  deps: Deps,
  session: ConsoleSession,
  of: { asked: CreditBody; body: SignedBody },
): Promise<OperatorRequestId> {
  const evidence = await proveDecision(deps, session, { terms: await termsOfCredit(deps, of.asked), body: of.body })
  const { operator: by, where } = session
  return await requestCredit(deps, { ...unchecked(of.asked), by, where, evidence })
}

async function termsOfCredit(deps: Deps, asked: CreditBody): Promise<string> {
  const { subject, content } = await readCredit(deps.database, unchecked(asked))
  return `Ask for this: ${summaryOfCredit(subject, content)}\nProof: ${content.evidence}`
}

function unchecked({ deposit, customer, proof }: CreditBody): UncheckedCredit {
  return { uncheckedDeposit: deposit, uncheckedCustomer: customer, uncheckedProof: proof }
}
