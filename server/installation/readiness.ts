import type { Deps } from '#server/deps.ts'

/** What the database answered is said again for this long, ms. */
const ANSWER_KEPT_MS = 1_000

/**
 * Whether the database responds, for callers without a session: one query at a time, shared by all waiting callers,
 * and its answer, good or bad, serves those who ask soon after. Rejects with the reason when it does not answer.
 */
export function createReadiness(deps: Pick<Deps, 'clock' | 'database'>): () => Promise<unknown> {
  let answer: Promise<unknown> | null = null
  let goodUntilMs = 0

  return async () => {
    if (answer !== null && deps.clock.now().getTime() < goodUntilMs) return await answer
    goodUntilMs = Number.POSITIVE_INFINITY
    answer = deps.database.query('select 1').finally(() => {
      goodUntilMs = deps.clock.now().getTime() + ANSWER_KEPT_MS
    })
    return await answer
  }
}
