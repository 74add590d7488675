import type { DecisionOptions } from '#contract/console/operators.ts'
import type { ClosingBody, ResumptionBody } from '#contract/console/proposals.ts'
import type { SignedBody } from '#contract/console/session.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { offer, proveDecision } from '#server/console/decide.ts'
import { readResumable, requestResume } from '#server/controls/ledger-check/operate-books.ts'
import {
  readClosing,
  requestClosing,
  type UncheckedClosing,
} from '#server/controls/reconciliation/operate-exceptions.ts'
import type { Deps } from '#server/deps.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { summaryOf } from './prospect.ts'

/** @throws RefusedError when this stop is not one that two operators lift */
export async function offerResumption(
  deps: Deps,
  session: ConsoleSession,
  body: ResumptionBody,
): Promise<DecisionOptions> {
  return await offer(deps, session, await termsOfResumption(deps, body))
}

/** @throws RefusedError as requestResume; AppError as proveDecision */
export async function askToResume(
  deps: Deps,
  session: ConsoleSession,
  of: { asked: ResumptionBody; body: SignedBody },
): Promise<OperatorRequestId> {
  const evidence = await proveDecision(deps, session, { terms: await termsOfResumption(deps, of.asked), body: of.body })
  return await requestResume(deps, session.operator, { stop: of.asked.stop, where: session.where, evidence })
}

async function termsOfResumption(deps: Deps, { stop: wanted }: ResumptionBody): Promise<string> {
  const stop = (await readResumable(deps.database)).find(({ id }) => id === wanted)
  if (stop === undefined) throw new RefusedError('this stop is lifted already, or no two operators can lift it')
  const content = { because: stop.detail }
  return `Ask for this: ${summaryOf({ act: 'resume-money', subject: stop.id, content })}\nStop: ${stop.id}`
}

/** @throws RefusedError as readClosing */
export async function offerClosing(deps: Deps, session: ConsoleSession, body: ClosingBody): Promise<DecisionOptions> {
  return await offer(deps, session, await termsOfClosing(deps, body))
}

/** @throws RefusedError as requestClosing; AppError as proveDecision */
export async function askToClose(
  deps: Deps,
  session: ConsoleSession,
  of: { asked: ClosingBody; body: SignedBody },
): Promise<OperatorRequestId> {
  const evidence = await proveDecision(deps, session, { terms: await termsOfClosing(deps, of.asked), body: of.body })
  const { operator: by, where } = session
  return await requestClosing(deps, { ...unchecked(of.asked), by, where, evidence })
}

async function termsOfClosing(deps: Deps, asked: ClosingBody): Promise<string> {
  const { subject, content } = await readClosing(deps.database, unchecked(asked))
  const sentUnder = content.sentUnder === '' ? '' : `\nSent under: ${content.sentUnder}`
  const summary = summaryOf({ act: 'close-difference', subject, content })
  return `Ask for this: ${summary}${sentUnder}\nProof: ${content.evidence}`
}

function unchecked({ number, evidence, reference }: ClosingBody): UncheckedClosing {
  return { uncheckedNumber: number, uncheckedEvidence: evidence, uncheckedReference: reference }
}
