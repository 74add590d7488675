import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { attemptsKey, clearAttempts, countAttempt } from '#server/identity/sign-in/sign-in-throttle.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/**
 * Counts one attempt at a code and makes it, in the transaction of what the code is for: a wrong one is false, never an exception,
 * so that its count commits; and nobody learns the result before that. If the transaction fails, nothing was counted and nothing
 * is known of the code. The growing delay is the account's, whatever the kind of code and wherever it is typed, so that no number
 * of sign-ins or sessions makes guessing faster.
 *
 * @throws AppError session.code-wait with retryAfterS
 */
export async function tryCode(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys'>,
  { userId, spend }: { readonly userId: UserId; readonly spend: () => Promise<boolean> },
): Promise<boolean> {
  const key = attemptsKey(deps, `code\n${userId}`)
  await countAttempt(tx, deps, key, 'session.code-wait')
  const isRight = await spend()
  if (isRight) await clearAttempts(tx, key)
  return isRight
}
