import type { UserId } from '#contract/ids.ts'
import { CLOSED_ACCOUNT_NAME } from '#contract/privacy.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import type { Stays } from '#server/tables/table.ts'
import { REFERRING_FIRST } from '#server/tables/tables.ts'

/** Longer than any request takes. */
export const REMOVE_AGAIN_AFTER_MS = 60 * 60_000

/** Removes the rows of a closed account that need not be kept as records. Repeating it changes nothing. */
export async function removePersonalRows(tx: Transaction, userId: UserId): Promise<void> {
  for (const table of REFERRING_FIRST) {
    if (table.owner === 'user_id') await removeFrom(tx, table.name, table.onClosing, userId)
  }
}

async function removeFrom(tx: Transaction, table: string, onClosing: 'removed' | Stays, userId: UserId): Promise<void> {
  if (onClosing === 'removed') {
    await tx.query(`delete from ${table} where user_id = $1`, [userId])
    return
  }
  if (onClosing.if !== undefined) {
    await tx.query(`delete from ${table} t where user_id = $1 and not (${onClosing.if})`, [userId])
  }
  if (onClosing.nameReplaced !== undefined) {
    const column = onClosing.nameReplaced
    await tx.query(`update ${table} set ${column} = $2 where user_id = $1 and ${column} is not null`, [
      userId,
      CLOSED_ACCOUNT_NAME,
    ])
  }
}

/** Removes, later, what requests under way still wrote for an account closed meanwhile. */
export async function eraseUser(database: Database, userId: UserId): Promise<void> {
  await database.transaction(async (tx) => {
    const closed = await tx.query('select 1 from users where id = $1 and closed_at is not null for update', [userId])
    if (closed.length > 0) await removePersonalRows(tx, userId)
  })
}
