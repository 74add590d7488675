import { PROPOSALS_PAGE } from '#contract/console/limits.ts'
import { mayCheck, mayMake } from '#contract/console/permissions.ts'
import type { Proposal, ProposalsAnswer, ProposalsQuery, Stop } from '#contract/console/proposals.ts'
import { previewRequest, sayRequest } from '#server/acts/preview-request.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { type OperatorRequest, refuseLostRight } from '#server/identity/operators/requests.ts'
import { listWaiting } from '#server/identity/operators/waiting-requests.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readSuspensions, type Suspension } from '#server/suspension/suspensions.ts'
import { inASentence } from './in-a-sentence.ts'

/** A page of the requests that another operator has to confirm, and what is suspended. Without personal details. */
export async function listProposals(
  deps: Deps,
  session: ConsoleSession,
  { after }: ProposalsQuery,
): Promise<ProposalsAnswer> {
  const { operator: by, where } = session
  const { requests, next, total } = await listWaiting(deps, { after, limit: PROPOSALS_PAGE })
  const proposals: Proposal[] = []
  for (const request of requests) proposals.push(await present(deps, request, by))
  const stops = await deps.database.transaction(async (tx) => {
    const found = await readSuspensions(tx)
    await addAuditLine(tx, deps, { by, where, act: 'look-at-proposals' })
    return found
  })
  return { proposals, next, total, stops: stops.map(presentStop), mayResume: mayMake(by.role, 'resume-money') }
}

async function present(deps: Deps, request: OperatorRequest, reader: ProvenOperator): Promise<Proposal> {
  const { id, act, requestedBy, requestedAt, expiresAt } = request
  const { effects, postings, whyVoid } = await previewOrSayWhyNot(deps, request)
  const whyNot = whyVoid ?? whyNotConfirm(request, reader)
  return {
    id,
    act,
    ...sayRequest(request),
    effects,
    postings,
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    mayConfirm: whyNot === null,
    whyNot,
  }
}

async function previewOrSayWhyNot(deps: Deps, request: OperatorRequest) {
  try {
    refuseLostRight(request)
    const { effects, postings } = await previewRequest(deps, request)
    return { effects, postings, whyVoid: null }
  } catch (error) {
    return { effects: [], postings: [], whyVoid: sayVoid(error) }
  }
}

function sayVoid(error: unknown): string {
  if (!(error instanceof RefusedError)) throw error
  return `Nobody can confirm this any more: ${inASentence(error.message)}`
}

/** Why nobody can confirm a request any more because of its author's rights. Null: nothing prevents it. */
export function whyLost(request: OperatorRequest): string | null {
  try {
    refuseLostRight(request)
    return null
  } catch (error) {
    return sayVoid(error)
  }
}

/** Why this operator cannot confirm a request. Null: they can. */
export function whyNotConfirm({ act, requestedById }: OperatorRequest, { id, role }: ProvenOperator): string | null {
  if (requestedById === id) return 'You asked for this. Another operator has to confirm it.'
  return mayCheck(role, act) ? null : 'Your role does not confirm this.'
}

function presentStop({ id, reason, detail, stoppedAt }: Suspension): Stop {
  return { id, reason, detail, stoppedAt: stoppedAt.toISOString(), byOperators: reason !== 'restored' }
}
