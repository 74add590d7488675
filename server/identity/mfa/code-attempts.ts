import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { attemptsKey, clearAttempts, countAttempt } from '#server/identity/sign-in/sign-in-throttle.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/**
 * Counts one attempt at a code and makes it, in the transaction that the code is for. A wrong code returns false
 * instead of throwing, so that its count commits, and nobody learns the result before that. If the transaction fails,
 * nothing was counted and nothing is revealed.
 *
 * The growing delay is per account, for all kinds of codes and wherever they are typed: more sign-ins or sessions do
 * not make guessing faster.
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
