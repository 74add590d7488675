import type {
  DecisionOptions,
  NewOperatorBody,
  OperatorAsked,
  RevocationBody,
  RoleChangeBody,
} from '#contract/console/operators.ts'
import type { SignedBody } from '#contract/console/session.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { offer, proveDecision } from '#server/console/decide.ts'
import type { ConsoleProposal } from '#server/console/proposal-routes.ts'
import { summaryOf } from '#server/console/proposals/prospect.ts'
import type { Deps } from '#server/deps.ts'
import { type RoleChange, readRoleChange, requestRoleChange } from '#server/identity/operators/change-role.ts'
import {
  addOperator,
  readNewOperator,
  readRevocation,
  requestRevocation,
  takesTwoToAdd,
} from '#server/identity/operators/manage-operators.ts'
import { requireRoom } from '#server/identity/operators/request-bounds.ts'
import { emailNewcomers } from './email-newcomers.ts'

/** @throws RefusedError before anybody signs, if the name is taken or the passphrase weak */
export async function offerNewOperator(
  deps: Deps,
  session: ConsoleSession,
  body: NewOperatorBody,
): Promise<DecisionOptions> {
  await requireRoom(deps.database, deps, { by: session.operator.id, act: 'add-operator', subject: null })
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

export const REVOCATION: ConsoleProposal<RevocationBody> = {
  act: 'revoke-operator',
  terms: termsOfRevocation,
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestRevocation(deps, { ...unchecked(body), by, where, evidence }),
}

async function termsOfRevocation({ database }: Pick<Deps, 'database'>, asked: RevocationBody): Promise<string> {
  const { operatorId: subject, content } = await readRevocation(database, unchecked(asked))
  return `Ask for this: ${summaryOf({ act: 'revoke-operator', subject, content })}\nReason: ${content.reason}\nAbout: ${subject}`
}

function unchecked({ operatorId, reason }: RevocationBody) {
  return { uncheckedName: operatorId, uncheckedReason: reason }
}

export const ROLE_CHANGE: ConsoleProposal<RoleChangeBody> = {
  act: 'change-role',
  async terms(deps, body) {
    const { operatorId: subject, operator, from, to, reason } = await readChange(deps, body)
    const summary = summaryOf({ act: 'change-role', subject, content: { operator, from, to } })
    return `Ask for this: ${summary}\nReason: ${reason}\nAbout: ${subject}`
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestRoleChange(deps, { change: await readChange(deps, body), by, where, evidence }),
}

async function readChange(deps: Deps, { operatorId, role, reason }: RoleChangeBody): Promise<RoleChange> {
  return await readRoleChange(deps, { operator: operatorId, role, uncheckedReason: reason })
}
