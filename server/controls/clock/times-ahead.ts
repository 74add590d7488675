import { SESSION_FRESH_MS } from '#contract/constants.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { RESTART_WAITS } from '#server/platform/jobs/queue.ts'
import type { WhenAhead } from '#server/tables/table.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'

/*
 * A clock that was ahead leaves rows dated ahead of a right clock. Left alone, someone would stay signed in, or wait,
 * for as long as the clock was ahead. Each table's descriptor says for every time column whether it is ended, cut or
 * kept.
 */

type ClockFix = {
  readonly table: string
  /** `$1` is the current time. */
  readonly statement: string
}
type Rules = readonly (readonly [column: string, rule: WhenAhead])[]

const ahead = (column: string, ms = 0) => `${column} > $1::timestamptz + interval '${ms + CLOCK_BOUND_MS} milliseconds'`
const from = (ms: number) => `$1::timestamptz + interval '${ms} milliseconds'`
/** Not `least`, which ignores null: null must stay null. */
const notAfter = (column: string, at = '$1::timestamptz') => `case when ${column} > ${at} then ${at} else ${column} end`
const columnsOf = (rules: Rules, rule: WhenAhead) => rules.filter(([, each]) => each === rule).map(([column]) => column)

/** All statements that end or cut times ahead. */
export const CLOCK_FIXES: readonly ClockFix[] = EVERY_TABLE.flatMap(({ name, times = {} }) => {
  const rules = Object.entries(times).map(([column, { whenAhead }]) => [column, whenAhead] as const)
  const statements = [
    ...rules.flatMap(([column, rule]) => statementsOf(name, column, rule)),
    ...becomeNow(name, columnsOf(rules, 'becomes now')),
    ...locksSession(name, columnsOf(rules, 'locks the session')),
  ]
  return statements.map((statement) => ({ table: name, statement }))
})

/** The statements of a column whose rule is not batched with other columns. */
function statementsOf(table: string, column: string, rule: WhenAhead): string[] {
  if (typeof rule === 'object' && 'rowLastsMs' in rule) {
    const { rowLastsMs, unless = 'false' } = rule
    return [`delete from ${table} t where ${ahead(column, rowLastsMs)} and not (${unless})`]
  }
  if (typeof rule === 'object' && 'lastsMs' in rule) {
    return [`update ${table} set ${column} = ${from(rule.lastsMs)} where ${ahead(column, rule.lastsMs)}`]
  }
  if (rule === 'each becomes now') {
    return [
      `update ${table} set ${column} = array(select least(each_time, $1) from unnest(${column}) each_time)
      where exists (select from unnest(${column}) each_time where ${ahead('each_time')})`,
    ]
  }
  if (rule === 'waits again') return [RESTART_WAITS]
  if (rule === 'ends the session') {
    return [`update ${table} set ended_at = $1 where ended_at is null and ${ahead(column)}`]
  }
  return []
}

function becomeNow(table: string, columns: readonly string[]): string[] {
  if (columns.length === 0) return []
  return [
    `update ${table} set ${columns.map((column) => `${column} = ${notAfter(column)}`).join(', ')}
    where ${columns.map((column) => ahead(column)).join(' or ')}`,
  ]
}

/** When the owner was last there is unknown, and nobody has proved the password lately. */
function locksSession(table: string, columns: readonly string[]): string[] {
  if (columns.length === 0) return []
  const set = columns.map((column) =>
    column === 'password_at'
      ? `${column} = ${notAfter(column, `(${from(-SESSION_FRESH_MS - 1)})`)}`
      : `${column} = ${notAfter(column)}`,
  )
  return [
    `update ${table} set locked_at = coalesce(locked_at, $1), ${set.join(', ')}
      where ended_at is null and (${columns.map((each) => ahead(each)).join(' or ')})`,
  ]
}

/** Ends and cuts whatever a clock that was ahead has written. `now` must come from a right clock. Safe to repeat. */
export async function cutTimesAhead(database: Database, now: Date): Promise<void> {
  for (const { statement } of CLOCK_FIXES) await database.query(statement, [now])
}
