import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { forgetTries, keyOfTries, takeTry } from '#server/identity/sign-in/sign-in-throttle.ts'

type TryDeps = Pick<Deps, 'clock' | 'database' | 'keys'>

/**
 * Takes one try at a code, before it is looked at. The growing wait is the account's, whatever kind of code it is and
 * wherever it is typed, so that no number of sign-ins or sessions makes guessing faster.
 *
 * @throws AppError session.code-wait with retryAfterS
 */
export async function takeCodeTry(deps: TryDeps, userId: UserId): Promise<void> {
  await takeTry(deps, keyOf(deps, userId), 'session.code-wait')
}

/** A code was right: no wait any more. */
export async function forgetCodeTries(deps: TryDeps, userId: UserId): Promise<void> {
  await forgetTries(deps, keyOf(deps, userId))
}

const keyOf = (deps: TryDeps, userId: UserId) => keyOfTries(deps, `code\n${userId}`)
