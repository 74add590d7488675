import { type DailyLimits, FIRST_LIMITS } from '#contract/daily-limits.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** A version of the limits that two operators agreed to. */
export type LimitVersion = {
  readonly number: number
  readonly startsAt: Date
  readonly setAt: Date
  readonly setBy: string
  readonly confirmedBy: string
  readonly limits: DailyLimits
}

type Row = Omit<LimitVersion, 'limits'> & DailyLimits

const SELECT = `select number, starts_at as "startsAt", set_at as "setAt", set_by as "setBy", confirmed_by as "confirmedBy",
  daily_kobo as "dailyKobo", per_bpc_kobo as "perBpcKobo", max_kobo as "maxKobo" from limit_versions`

/** SQL query: the limits in force at `at`, one row, or none before the first version. */
export const limitsAt = (at: string): string =>
  `select daily_kobo as "dailyKobo", per_bpc_kobo as "perBpcKobo", max_kobo as "maxKobo"
   from limit_versions where starts_at <= ${at} order by number desc limit 1`

/** The newest versions, latest first. */
export async function readLimitVersions(sql: Sql, max: number): Promise<LimitVersion[]> {
  return (await sql.query<Row>(`${SELECT} order by number desc limit $1`, [max])).map(versionOf)
}

/** The newest version that has begun; null before the first. */
export async function readLimitsAt(sql: Sql, at: Date): Promise<LimitVersion | null> {
  const [row] = await sql.query<Row>(`${SELECT} where starts_at <= $1 order by number desc limit 1`, [at])
  return row === undefined ? null : versionOf(row)
}

/** The limits in force now, as pages show them. Approvals read them in their own statement. */
export async function limitsInForce({ database, clock }: Pick<Deps, 'clock' | 'database'>): Promise<DailyLimits> {
  return (await readLimitsAt(database, clock.now()))?.limits ?? FIRST_LIMITS
}

function versionOf({ dailyKobo, perBpcKobo, maxKobo, ...version }: Row): LimitVersion {
  return { ...version, limits: { dailyKobo, perBpcKobo, maxKobo } }
}
