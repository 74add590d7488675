import { WITHDRAWAL_MAX_KOBO } from '#contract/constants.ts'
import { DAILY_LIMIT_LEAST_KOBO, type DailyLimits, FIRST_LIMITS } from '#contract/daily-limits.ts'
import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import type { RequestContent } from '#server/identity/operators/requests.ts'
import { readLimitsAt } from '#server/payments/limits/limits-in-force.ts'
import { readWholeNaira } from '#server/payments/limits/read-whole-naira.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { sayAffected } from './affected-by-limits.ts'
import { actsOf, previewVersion, readVersion, type SettingDeps, type VersionedSetting } from './versioned-setting.ts'

export type UncheckedLimits = {
  /** Naira as typed. */
  readonly uncheckedDaily: string
  readonly uncheckedPerBpc: string
  readonly uncheckedMax: string
  /** Day and time in Lagos; empty: when it is confirmed. */
  readonly uncheckedFrom: string
}

const NAMES = {
  dailyKobo: 'Daily limit',
  perBpcKobo: 'What each bought BPC adds',
  maxKobo: 'Maximum with BPCs',
} as const satisfies Readonly<Record<keyof DailyLimits, string>>

const LIMITS: VersionedSetting<DailyLimits> = {
  name: 'the limits',
  act: 'set-limits',
  prefix: 'lmv',
  table: 'limit_versions',
  readAt: async ({ database }, at) => (await readLimitsAt(database, at))?.limits ?? FIRST_LIMITS,
  changesOf: (before, content) => changesOf(before, limitsIn(content)),
  insert: async (tx, { id, number, startsAt, content, at, setBy, confirmedBy }) => {
    const { dailyKobo, perBpcKobo, maxKobo } = limitsIn(content)
    await tx.query(
      `insert into limit_versions
         (id, number, starts_at, daily_kobo, per_bpc_kobo, max_kobo, set_at, set_by, confirmed_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, number, startsAt, dailyKobo, perBpcKobo, maxKobo, at, setBy, confirmedBy],
    )
  },
}

/**
 * The exact content of a new version of the limits, from what was typed.
 *
 * @throws RefusedError for amounts out of their bounds, when nothing changes, and for a time that has passed
 */
export async function readLimits(deps: SettingDeps, of: UncheckedLimits): Promise<RequestContent> {
  const { dailyKobo, perBpcKobo, maxKobo } = parseLimits(of)
  const content = { daily: `${dailyKobo}`, perBpc: `${perBpcKobo}`, max: `${maxKobo}` }
  return await readVersion(deps, LIMITS, { content, uncheckedFrom: of.uncheckedFrom })
}

function parseLimits({ uncheckedDaily, uncheckedPerBpc, uncheckedMax }: UncheckedLimits): DailyLimits {
  const limits = {
    dailyKobo: boundedNaira(NAMES.dailyKobo, uncheckedDaily),
    perBpcKobo: boundedNaira(NAMES.perBpcKobo, uncheckedPerBpc),
    maxKobo: boundedNaira(NAMES.maxKobo, uncheckedMax),
  }
  const withOne = limits.dailyKobo + limits.perBpcKobo
  if (withOne > limits.maxKobo)
    throw new RefusedError(
      `the maximum is below the limit with one BPC, ${formatNairaShort(withOne)}: a BPC would not add what is promised`,
    )
  return limits
}

function boundedNaira(what: string, uncheckedText: string): Kobo {
  return readWholeNaira(uncheckedText, { what, leastKobo: DAILY_LIMIT_LEAST_KOBO, mostKobo: WITHDRAWAL_MAX_KOBO })
}

function limitsIn({ daily = '', perBpc = '', max = '' }: RequestContent): DailyLimits {
  return { dailyKobo: kobo(BigInt(daily)), perBpcKobo: kobo(BigInt(perBpc)), maxKobo: kobo(BigInt(max)) }
}

function changesOf(before: DailyLimits, after: DailyLimits): string[] {
  const [old, fresh] = [linesOfLimits(before), linesOfLimits(after)]
  return fresh.flatMap(({ what, price }, at) =>
    old[at]?.price === price ? [] : [`${what}: ${old[at]?.price} → ${price}`],
  )
}

/** The limits for operators, a line each. */
export function linesOfLimits(limits: DailyLimits): { what: string; price: string }[] {
  const names = Object.keys(NAMES) as (keyof DailyLimits)[]
  return names.map((name) => ({ what: NAMES[name], price: formatNairaShort(limits[name]) }))
}

export const { request: requestLimits, set: setLimits } = actsOf(LIMITS, readLimits)

/**
 * Each limit that changes, from when, and how many customers spent more last week, as both operators read it.
 *
 * @throws RefusedError when another version was agreed to in the meantime
 */
export async function previewLimits(deps: SettingDeps, content: RequestContent): Promise<string[]> {
  const { changes, start, now, overtaken } = await previewVersion(deps, LIMITS, content)
  return [
    ...changes,
    `It begins ${start}. Each approval from then on is checked against it, also of an existing quote, and with BPCs bought before.`,
    ...overtaken,
    await sayAffected(deps.database, limitsIn(content), now),
  ]
}
