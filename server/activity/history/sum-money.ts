import type { UserId } from '#contract/ids.ts'
import { transferIdsSince } from '#server/ledger/posted-since.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** Money in and out since a moment, kobo, by the rules of sumMonths. */
export async function sumMoney(
  sql: Sql,
  userId: UserId,
  since: Date,
): Promise<{ readonly inKobo: bigint; readonly outKobo: bigint }> {
  const [row] = await sql.query<{ inKobo: bigint; outKobo: bigint }>(
    `select coalesce(sum(net) filter (where net > 0), 0)::bigint as "inKobo",
       coalesce(-sum(net) filter (where net < 0), 0)::bigint as "outKobo"
     from (
       select sum(amount) as net from ledger_entries
       where user_id = $1 and transfer_id >= $2 and posted_at >= $3 and seq is not null
       group by transfer_id
     ) as moved`,
    [userId, transferIdsSince(since), since],
  )
  return row ?? { inKobo: 0n, outKobo: 0n }
}
