import type { UserId } from '#contract/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/**
 * Whether the owner has closed the account. Closing and this transaction wait for each other, so money never moves for
 * a user who is just closing. The caller has already locked the user's available money.
 */
export async function isClosedAccount(tx: Transaction, userId: UserId): Promise<boolean> {
  const [owner] = await tx.query<{ closed: boolean }>(
    'select closed_at is not null as closed from users where id = $1 for share',
    [userId],
  )
  return owner?.closed === true
}
