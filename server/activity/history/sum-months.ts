import { LAGOS_OFFSET_MS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { lagosDay } from '#contract/time.ts'
import type { MonthsAnswer } from '#contract/transactions.ts'
import type { Deps } from '#server/deps.ts'
import { transferIdsSince } from '#server/ledger/posted-since.ts'

type MonthRow = { readonly month: string; readonly inKobo: bigint; readonly outKobo: bigint }

/**
 * Money in and out by Lagos month, kobo, oldest first: the last `count` months without a gap.
 *
 * Counts what each ledger transfer changed in all of the user's own accounts together (available, held, debt, and what
 * was paid in for a purchase). So in less out is the month's change of the balance, and the sum over all months is
 * available + held − debt. Reserving money, or giving it back, changes nothing in sum. A payment counts as out in the
 * month it was proved; a pending one not yet; a failed one never, nor its refund. A payment that came back counts
 * twice: out when it left, in when it returned.
 */
export async function sumMonths(
  deps: Pick<Deps, 'database' | 'clock'>,
  userId: UserId,
  count: number,
): Promise<MonthsAnswer['months']> {
  const months = lastMonths(deps.clock.now(), count)
  const since = new Date(Date.parse(`${months[0]}-01T00:00:00Z`) - LAGOS_OFFSET_MS)
  const rows = await deps.database.query<MonthRow>(
    `select to_char(at at time zone 'Africa/Lagos', 'YYYY-MM') as month,
       coalesce(sum(net) filter (where net > 0), 0)::bigint as "inKobo",
       coalesce(-sum(net) filter (where net < 0), 0)::bigint as "outKobo"
     from (
       select min(posted_at) as at, sum(amount) as net from ledger_entries
       where user_id = $1 and transfer_id >= $2 and posted_at >= $3 and seq is not null
       group by transfer_id
     ) as moved
     group by 1`,
    [userId, transferIdsSince(since), since],
  )
  const known = new Map(rows.map((row) => [row.month, row]))
  return months.map((month) => ({
    month,
    inKobo: (known.get(month)?.inKobo ?? 0n).toString(),
    outKobo: (known.get(month)?.outKobo ?? 0n).toString(),
  }))
}

/** The last `count` months in Lagos, such as `2026-11`, oldest first. */
function lastMonths(now: Date, count: number): string[] {
  const [year = 0, month = 0] = lagosDay(now).split('-').map(Number)
  return Array.from({ length: count }, (_, place) =>
    new Date(Date.UTC(year, month - count + place, 1)).toISOString().slice(0, 7),
  )
}
