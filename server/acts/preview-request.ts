import type { ActName } from '#contract/acts/acts.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import type { Preview, PreviewDeps } from './act.ts'
import { ACTS } from './acts.ts'

export const ALL_ACTS = Object.keys(ACTS) as readonly ActName[]

/**
 * Previews what confirming this request would do now.
 *
 * @throws RefusedError when it can no longer be confirmed
 */
export async function previewRequest(deps: PreviewDeps, request: OperatorRequest): Promise<Preview> {
  const parts = await ACTS[request.act].preview(deps, request)
  return { ...sayRequest(request), effects: [], postings: [], details: [], ...parts }
}

/** The request in words, whether or not it is still possible. */
export function sayRequest(request: OperatorRequest): Pick<Preview, 'summary' | 'reason'> {
  const { reason, evidence } = request.content
  return { summary: summaryOf(request), reason: reason ?? evidence ?? null }
}

/** What a request does, in one sentence. */
export function summaryOf({ act, subject, content }: Pick<OperatorRequest, 'act' | 'subject' | 'content'>): string {
  return ACTS[act].summary({ subject, content })
}
