import type { ActName } from '#contract/acts/acts.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import type { ForeseeDeps, Prospect } from './act.ts'
import { ACTS } from './acts.ts'

export const ALL_ACTS = Object.keys(ACTS) as readonly ActName[]

/**
 * Previews what confirming this request would do now.
 *
 * @throws RefusedError when it can no longer be confirmed
 */
export async function foresee(deps: ForeseeDeps, request: OperatorRequest): Promise<Prospect> {
  const foreseen = await ACTS[request.act].foresee(deps, request)
  return { ...sayRequest(request), effects: [], postings: [], details: [], ...foreseen }
}

/** The request in words, whether or not it is still possible. */
export function sayRequest(request: OperatorRequest): Pick<Prospect, 'summary' | 'reason'> {
  const { reason, evidence } = request.content
  return { summary: summaryOf(request), reason: reason ?? evidence ?? null }
}

/** What a request does, in one sentence. */
export function summaryOf({ act, subject, content }: Pick<OperatorRequest, 'act' | 'subject' | 'content'>): string {
  return ACTS[act].summary({ subject, content })
}
