import type { UserId } from '#contract/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/**
 * Whether its owner has closed the account. Closing waits until this transaction has ended, or this one for closing: money
 * is never moved for a user who is just closing their account. The caller has locked the user's available money before.
 */
export async function isClosedAccount(tx: Transaction, userId: UserId): Promise<boolean> {
  const [owner] = await tx.query<{ closed: boolean }>(
    'select closed_at is not null as closed from users where id = $1 for share',
    [userId],
  )
  return owner?.closed === true
}
