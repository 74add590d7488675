import type { Deps } from '#server/deps.ts'
import { sharedAnswer } from '#server/platform/shared-answer.ts'

/** How long the database's answer is reused, ms. */
const ANSWER_KEPT_MS = 1_000

/**
 * Whether the database responds and has room for more, for callers without a session. One query at a time serves all
 * waiting callers, and its answer, good or bad, those who ask soon after. Rejects with the reason on failure.
 */
export function createReadiness({ clock, database }: Pick<Deps, 'clock' | 'database'>): () => Promise<unknown> {
  const ask = async () => {
    const answered = await database.query('select 1')
    database.requireRoom?.()
    return answered
  }
  return sharedAnswer(clock, { ask, keptMs: () => ANSWER_KEPT_MS })
}
