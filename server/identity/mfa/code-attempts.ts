import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { attemptsKey, clearAttempts, countAttempt } from '#server/identity/sign-in/sign-in-throttle.ts'

type TryDeps = Pick<Deps, 'clock' | 'database' | 'keys'>

/**
 * Counts one attempt at a code, before it is checked. The growing delay is the account's, whatever the kind of code and
 * wherever it is typed, so that no number of sign-ins or sessions makes guessing faster.
 *
 * @throws AppError session.code-wait with retryAfterS
 */
export async function countCodeAttempt(deps: TryDeps, userId: UserId): Promise<void> {
  await countAttempt(deps, keyOf(deps, userId), 'session.code-wait')
}

/** A code was right: no wait any more. */
export async function clearCodeAttempts(deps: TryDeps, userId: UserId): Promise<void> {
  await clearAttempts(deps, keyOf(deps, userId))
}

const keyOf = (deps: TryDeps, userId: UserId) => attemptsKey(deps, `code\n${userId}`)
