import type { DecisionOptions, NewOperatorBody, OperatorAsked, RevocationBody } from '#contract/console/operators.ts'
import type { SignedBody } from '#contract/console/session.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { offer, proveDecision } from '#server/console/decide.ts'
import { summaryOf } from '#server/console/proposals/prospect.ts'
import type { Deps } from '#server/deps.ts'
import {
  addOperator,
  readNewOperator,
  readRevocation,
  requestRevocation,
  takesTwoToAdd,
} from '#server/identity/operators/manage-operators.ts'
import { emailNewcomers } from './email-newcomers.ts'

/** @throws RefusedError before anybody signs, if the name is taken or the passphrase weak */
export async function offerNewOperator(
  deps: Deps,
  session: ConsoleSession,
  body: NewOperatorBody,
): Promise<DecisionOptions> {
  return await offer(deps, session, await termsOfNewOperator(deps, body))
}

/** @throws RefusedError as addOperator; AppError as proveDecision */
export async function askForOperator(
  deps: Deps,
  session: ConsoleSession,
  of: { asked: NewOperatorBody; body: SignedBody },
): Promise<OperatorAsked> {
  const { name, passphrase, role } = of.asked
  const evidence = await proveDecision(deps, session, {
    terms: await termsOfNewOperator(deps, of.asked),
    body: of.body,
  })
  const { operator: by, where } = session
  const added = { uncheckedName: name, uncheckedPassphrase: passphrase, role, by, where, evidence }
  const { requestId } = await addOperator(deps, added)
  await emailNewcomers(deps)
  return { requestId }
}

async function termsOfNewOperator({ database }: Pick<Deps, 'database'>, asked: NewOperatorBody): Promise<string> {
  const unchecked = { uncheckedName: asked.name, uncheckedPassphrase: asked.passphrase }
  const { name: operator } = await readNewOperator(database, unchecked)
  const summary = summaryOf({ act: 'add-operator', subject: '', content: { operator, role: asked.role } })
  if (await takesTwoToAdd(database)) return `Ask for this: ${summary}`
  return `Do this: ${summary}\nIt is done at once: there is no second operator yet who could confirm it.`
}

/** @throws RefusedError as readRevocation */
export async function offerRevocation(
  deps: Deps,
  session: ConsoleSession,
  body: RevocationBody,
): Promise<DecisionOptions> {
  return await offer(deps, session, await termsOfRevocation(deps, body))
}

/** @throws RefusedError as requestRevocation; AppError as proveDecision */
export async function askToRevoke(
  deps: Deps,
  session: ConsoleSession,
  of: { asked: RevocationBody; body: SignedBody },
): Promise<OperatorRequestId> {
  const evidence = await proveDecision(deps, session, { terms: await termsOfRevocation(deps, of.asked), body: of.body })
  const { operator: by, where } = session
  return await requestRevocation(deps, { ...unchecked(of.asked), by, where, evidence })
}

async function termsOfRevocation({ database }: Pick<Deps, 'database'>, asked: RevocationBody): Promise<string> {
  const { operatorId: subject, content } = await readRevocation(database, unchecked(asked))
  return `Ask for this: ${summaryOf({ act: 'revoke-operator', subject, content })}\nReason: ${content.reason}`
}

function unchecked({ operatorId, reason }: RevocationBody) {
  return { uncheckedName: operatorId, uncheckedReason: reason }
}
