import { AGES, type Age, type BreakType, type ExceptionKind, kindsOf } from '#contract/console/breaks.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { EXCEPTION_COLUMNS, type ListedException } from './open-difference.ts'

/** Filters for differences; an absent filter matches all. */
export type ExceptionFilter = {
  readonly provider?: string | undefined
  readonly type?: BreakType | undefined
  /** Age at `now`. */
  readonly age?: Age | undefined
  readonly now: Date
  /** Null or absent: no limit. */
  readonly limit?: number | null
}

/** The open differences, or all of them, oldest first. */
export async function listExceptions(sql: Sql, all: boolean, filter?: ExceptionFilter): Promise<ListedException[]> {
  const { provider, type, from, until } = readFilter(filter)
  return await sql.query<ListedException>(
    `select ${EXCEPTION_COLUMNS} from reconciliation_exceptions
     where ($1 or closed_at is null) and provider = coalesce($3, provider)
       and ($4::text[] is null or (kind = any($4) and not came_late) or ($5 and came_late))
       and ($6::timestamptz is null or found_at > $6) and ($7::timestamptz is null or found_at <= $7)
     order by number limit $2`,
    [all, filter?.limit ?? null, provider, type === undefined ? null : kindsOf(type), type === 'late', from, until],
  )
}

function readFilter(filter: ExceptionFilter | undefined) {
  const { provider = null, type, age, now = new Date(0) } = filter ?? {}
  const days: { readonly from: number; readonly to: number | null } =
    age === undefined ? { from: 0, to: null } : AGES[age]
  const before = (count: number) => new Date(now.getTime() - count * DAY_MS)
  return {
    provider,
    type,
    from: days.to === null ? null : before(days.to + 1),
    until: days.from === 0 ? null : before(days.from),
  }
}

/** Open differences of one kind, found this many full days ago. Kobo. */
export type CountedExceptions = {
  readonly kind: ExceptionKind
  readonly days: number
  readonly count: number
  readonly sumKobo: bigint
  /** How many have no known amount; they are not in the sum. */
  readonly unknown: number
}

/** All open differences, of one provider or of all, by kind and age. */
export async function countOpen(sql: Sql, provider: string | undefined, now: Date): Promise<CountedExceptions[]> {
  return await sql.query<CountedExceptions>(
    `select kind, days, count(*)::int as count, coalesce(sum(difference_kobo), 0)::bigint as "sumKobo",
       count(*) filter (where difference_kobo is null)::int as unknown
     from (
       select kind, difference_kobo, least(9, greatest(0, floor(extract(epoch from $1::timestamptz - found_at) / 86400)))::int as days
       from reconciliation_exceptions where closed_at is null and provider = coalesce($2, provider)
     ) as open group by kind, days order by kind, days`,
    [now, provider ?? null],
  )
}

const LATE_SHOWN_MS = 30 * DAY_MS

/** What the provider listed later than expected in the last 30 days, latest first. */
export async function listLate(
  sql: Sql,
  provider: string | undefined,
  now: Date,
  limit: number | null = null,
): Promise<ListedException[]> {
  return await sql.query<ListedException>(
    `select ${EXCEPTION_COLUMNS} from reconciliation_exceptions
     where came_late and closed_at > $1 and provider = coalesce($2, provider) order by closed_at desc, number limit $3`,
    [new Date(now.getTime() - LATE_SHOWN_MS), provider ?? null, limit],
  )
}
