import type { DecisionOptions, RoleChangeBody } from '#contract/console/operators.ts'
import type { SignedBody } from '#contract/console/session.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import {
  confirmRoleChange,
  type RoleChange,
  readRoleChange,
  requestRoleChange,
} from '#server/identity/operators/change-role.ts'
import { type OperatorRequest, readRequest, type SignedDecision } from '#server/identity/operators/requests.ts'
import { consumeChallenge, type Signing } from './challenges.ts'
import type { ConsoleSession } from './console-session.ts'
import { confirmEnrolment } from './enrol-passkey.ts'
import { countPasskeyUse } from './operator-passkeys.ts'
import { checkSigned, offerSigning } from './sign-in.ts'

/** The acts that the console confirms. The others are confirmed in a terminal. */
export const CONSOLE_ACTS = ['change-role', 'enrol-passkey'] as const

/** What a request does, in one sentence. */
export function summaryOf({ act, content }: Pick<OperatorRequest, 'act' | 'content'>): string {
  if (act === 'change-role') return `Change the role of ${content.operator} from ${content.from} to ${content.to}.`
  return `Let ${content.operator} sign in with a new passkey, enrolled in ${content.passkey}.`
}

/** The exact text an operator reads and a passkey signs. */
function termsOfChange(change: RoleChange): string {
  const { operator, from, to, reason } = change
  return `Ask for this: ${summaryOf({ act: 'change-role', content: { operator, from, to } })}\nReason: ${reason}`
}

function termsOfConfirmation(request: OperatorRequest): string {
  const { id, content, requestedBy } = request
  const reason = content.reason === undefined ? '' : `\nReason: ${content.reason}`
  return `Confirm this: ${summaryOf(request)}${reason}\nRequested by ${requestedBy}, ${id}`
}

const deciding = (session: ConsoleSession, terms: string): Signing => ({
  purpose: 'operator-decision',
  boundTo: session.id,
  terms,
})

async function offer(deps: Deps, session: ConsoleSession, terms: string): Promise<DecisionOptions> {
  return { terms, ...(await offerSigning(deps, session, deciding(session, terms))) }
}

/**
 * Proves that the operator signed these terms just now, and uses the challenge up. Returns what is stored as evidence.
 *
 * @throws AppError operator.passkey-refused · approval.challenge-used
 */
async function proveDecision(
  deps: Deps,
  session: ConsoleSession,
  of: { terms: string; body: SignedBody },
): Promise<SignedDecision> {
  const { terms, body } = of
  const signing = deciding(session, terms)
  const checked = await checkSigned(deps, session, { ...body, signing })
  await deps.database.transaction(async (tx) => {
    await consumeChallenge(tx, deps, body.challenge, signing)
    await countPasskeyUse(tx, deps, checked)
  })
  return { terms, challenge: body.challenge, ...checked.evidence }
}

/** @throws RefusedError as readRoleChange */
export async function offerRoleChange(
  deps: Deps,
  session: ConsoleSession,
  body: RoleChangeBody,
): Promise<DecisionOptions> {
  return await offer(deps, session, termsOfChange(await readChange(deps, body)))
}

async function readChange(deps: Deps, { operatorId, role, reason }: RoleChangeBody): Promise<RoleChange> {
  return await readRoleChange(deps, { operator: operatorId, role, uncheckedReason: reason })
}

/** @throws RefusedError as readRoleChange; AppError as proveDecision */
export async function askForRoleChange(
  deps: Deps,
  session: ConsoleSession,
  of: { asked: RoleChangeBody; body: SignedBody },
): Promise<OperatorRequestId> {
  const change = await readChange(deps, of.asked)
  const evidence = await proveDecision(deps, session, { terms: termsOfChange(change), body: of.body })
  return await requestRoleChange(deps, { change, by: session.operator, where: session.where, evidence })
}

/** @throws RefusedError when it cannot be confirmed any more */
export async function offerConfirmation(deps: Deps, session: ConsoleSession, id: string): Promise<DecisionOptions> {
  return await offer(deps, session, termsOfConfirmation(await readRequest(deps, id, CONSOLE_ACTS)))
}

/** @throws RefusedError for one's own request, a role that may not, and one that has changed; AppError as proveDecision */
export async function confirm(
  deps: Deps,
  session: ConsoleSession,
  of: { id: string; body: SignedBody },
): Promise<void> {
  const request = await readRequest(deps, of.id, CONSOLE_ACTS)
  const evidence = await proveDecision(deps, session, { terms: termsOfConfirmation(request), body: of.body })
  const confirmed = { request, by: session.operator, where: session.where, evidence }
  await (request.act === 'change-role' ? confirmRoleChange : confirmEnrolment)(deps, confirmed)
}
