import type { Database } from '#server/platform/db/database.ts'

/** What the books held for one user at one moment, read directly from the database. */
export type Mark = {
  readonly entries: ReadonlyMap<string, bigint>
  /** The transfers of each of their orders, by kind. */
  readonly posted: ReadonlyMap<string, ReadonlySet<string>>
}

export async function markOf(database: Database, userId: string): Promise<Mark> {
  const accounts = await database.query<{ id: string; count: bigint }>(
    'select id, entry_count as count from ledger_accounts where user_id = $1',
    [userId],
  )
  const posted = await database.query<{ id: string; kinds: string }>(
    `select subject_id as id, string_agg(kind, ' ') as kinds from ledger_transfers
     where user_id = $1 and subject_id is not null group by 1`,
    [userId],
  )
  return {
    entries: new Map(accounts.map((row) => [row.id, row.count])),
    posted: new Map(posted.map((row) => [row.id, new Set(row.kinds.split(' '))])),
  }
}

/** Every balance that an account has had since a mark, kobo. */
export async function balancesSince(
  database: Database,
  of: { userId: string; accountId: string; mark: Mark },
): Promise<ReadonlySet<string>> {
  const from = of.mark.entries.get(of.accountId) ?? 0n
  const rows = await database.query<{ balance: bigint }>(
    `select balance_after as balance from ledger_entries
     where user_id = $1 and account_id = $2 and seq is not null and seq >= $3`,
    [of.userId, of.accountId, from],
  )
  return new Set([...rows.map((row) => row.balance.toString()), ...(from === 0n ? ['0'] : [])])
}
