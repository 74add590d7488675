import type { DecisionOptions } from '#contract/console/operators.ts'
import type { ConfirmBody, ConfirmOptions } from '#contract/console/proposals.ts'
import type { SignedBody } from '#contract/console/session.ts'
import { ACTS } from '#server/acts/acts.ts'
import { ALL_ACTS, previewRequest } from '#server/acts/preview-request.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { requireAllowed } from '#server/identity/operators/operator.ts'
import { type OperatorRequest, readRequest, type SignedDecision } from '#server/identity/operators/requests.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { consumeChallenge, type Signing } from './challenges.ts'
import type { ConsoleSession } from './console-session.ts'
import { countPasskeyUse } from './operator-passkeys.ts'
import { termsOfConfirmation } from './proposals/whole-text.ts'
import { checkSigned, offerSigning } from './sign-in.ts'

const deciding = (session: ConsoleSession, terms: string): Signing => ({
  purpose: 'operator-decision',
  boundTo: session.id,
  terms,
})

/** The terms, and a challenge for the passkey that signs them. */
export async function offer(deps: Deps, session: ConsoleSession, terms: string): Promise<DecisionOptions> {
  return { terms, ...(await offerSigning(deps, session, deciding(session, terms))) }
}

/**
 * Proves that the operator signed these terms just now, and uses up the challenge. Returns the evidence to store.
 *
 * @throws AppError operator.passkey-refused · approval.challenge-used
 */
export async function proveDecision(
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

/** @throws RefusedError when it can no longer be confirmed */
export async function offerConfirmation(deps: Deps, session: ConsoleSession, id: string): Promise<ConfirmOptions> {
  const request = await readRequest(deps, id, ALL_ACTS)
  requireAllowed(session.operator, `confirm-${request.act}`)
  const preview = await previewRequest(deps, request)
  const { summary, effects, postings, details, reason } = preview
  await recordLook(deps, session, request)
  const offered = await offer(deps, session, termsOfConfirmation(request, preview))
  return { ...offered, summary, effects, postings, details, reason }
}

/** Records that a request's effects and details were shown: some concern a person. */
async function recordLook(deps: Deps, { operator: by, where }: ConsoleSession, { id }: OperatorRequest): Promise<void> {
  await deps.database.transaction((tx) => addAuditLine(tx, deps, { by, where, act: 'look-at-proposal', subject: id }))
}

/**
 * Confirms another operator's request, once, and only as it was shown.
 *
 * @throws RefusedError for one's own request, a role without the right, and a changed request; AppError as
 *   proveDecision
 */
export async function confirm(
  deps: Deps,
  session: ConsoleSession,
  of: { id: string; body: ConfirmBody },
): Promise<void> {
  const request = await readRequest(deps, of.id, ALL_ACTS)
  const preview = await previewRequest(deps, request)
  const terms = termsOfConfirmation(request, preview)
  const { shown = terms, ...body } = of.body
  if (shown !== terms) throw new RefusedError('what it does has changed since you looked: look at it again')
  const evidence = await proveDecision(deps, session, { terms, body })
  const confirmed = { request, by: session.operator, where: session.where, evidence }
  const act = ACTS[request.act]
  await act.carryOut(deps, confirmed, preview)
  act.tell?.(deps)
  await act.tellAtConsole?.(deps)
}
