import type { Deps } from '#server/deps.ts'
import { attemptsKey, countAttempt } from '#server/identity/sign-in/sign-in-throttle.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/**
 * Counts one request for an email. The wait doubles each time, up to 15 minutes, so that a stranger cannot flood a
 * mailbox. It is the same with and without an account. It runs in the transaction that queues the email, so nobody
 * waits for an email that was never sent.
 *
 * @throws AppError account.code-wait with retryAfterS
 */
export async function countEmailAttempt(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys'>,
  of: string,
): Promise<void> {
  await countAttempt(tx, deps, attemptsKey(deps, `email\n${of}`), 'account.code-wait')
}
