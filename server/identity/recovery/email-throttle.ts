import type { Deps } from '#server/deps.ts'
import { attemptsKey, countAttempt } from '#server/identity/sign-in/sign-in-throttle.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/**
 * Takes one try at having an email sent: the wait doubles with each, up to 15 minutes, so that nobody's mailbox is
 * filled by a stranger who names it. The same for an email with and without an account. In the transaction that queues the email,
 * so that nobody waits for one that was never sent.
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
