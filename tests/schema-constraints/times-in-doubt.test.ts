import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { CLOCK_FIXES, cutTimesAhead } from '#server/controls/clock/times-ahead.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import type { Time } from '#server/tables/table.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { insertSpecimens } from './insert-specimens.ts'
import { AT, LATER } from './specimen.ts'

/** Every stored time, as written by a clock that was a day off: docs/why/decisions/0078-times-written-in-doubt.md. */

const DAY_MS = LATER.getTime() - AT.getTime()
const COLUMNS = EVERY_TABLE.flatMap(({ name: table, times = {} }) =>
  Object.entries(times).map(([column, time]) => ({ table, column, ...time })),
)
/** What a clock a day ahead of AT has written there, ms after AT; null if the value stays whatever it was. */
function aheadMs({ whenAhead }: Time, column: string): number | null {
  if (whenAhead === 'waits again') return DAY_MS + HOUR_MS
  // Ending the session is enough: server/controls/clock/times-ahead.test.ts.
  if (whenAhead === 'stays' || whenAhead === 'ends the session') return null
  if (typeof whenAhead === 'string') return DAY_MS
  // The specimen's list was approved.
  if ('stays' in whenAhead || ('unless' in whenAhead && whenAhead.unless !== undefined)) return null
  if ('lastsMs' in whenAhead) return DAY_MS + whenAhead.lastsMs
  return DAY_MS + (column === 'touched_at' || column === 'created_at' ? 0 : whenAhead.rowLastsMs)
}

/** The latest allowed value after a correct clock has checked, ms after AT. */
function afterMs({ whenAhead }: Time): number {
  if (whenAhead === 'waits again') return HOUR_MS
  return typeof whenAhead === 'object' && 'lastsMs' in whenAhead ? whenAhead.lastsMs : 0
}

describe.each(databaseKinds)('a row of every table, on %s', (kind) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    await insertSpecimens(fresh.database)
  })
  afterAll(() => fresh.drop())

  const rowsOf = async (table: string) =>
    (await fresh.database.query<{ row: unknown }>(`select to_jsonb(t) as row from ${table} t`)).map(({ row }) => row)
  const everyRow = async () =>
    Object.fromEntries(await Promise.all(EVERY_TABLE.map(async ({ name }) => [name, await rowsOf(name)])))

  it('stays as it is where a clock a day behind wrote it', async () => {
    const before = await everyRow()
    await cutTimesAhead(fresh.database, LATER)
    expect(await everyRow()).toEqual(before)
  })

  it('keeps nobody waiting where a clock a day ahead wrote it, once a right one has looked', async () => {
    await writeAhead(fresh)
    const before = await everyRow()
    await cutTimesAhead(fresh.database, AT)
    const after = await everyRow()
    for (const { table, column, ...time } of COLUMNS) {
      const name = `${table}.${column}`
      const ms = aheadMs(time, column)
      const written = valuesOf(before[table], column)
      const left = valuesOf(after[table], column)
      if (ms === null) {
        // If it was null, the row was locked or ended just now.
        if (written.length > 0) expect({ name, left }).toEqual({ name, left: written.slice(0, left.length) })
        continue
      }
      expect({ name, count: written.length > 0 }).toEqual({ name, count: true })
      const latest = AT.getTime() + afterMs(time) + CLOCK_BOUND_MS
      for (const at of left) expect({ name, isLate: at > latest }).toEqual({ name, isLate: false })
    }
    expect(await everyRow()).toEqual(after)
  })
})

/** Writes every time that has an effect, as a clock a day ahead of AT does. Only rules about updates apply here. */
async function writeAhead({ database }: FreshDatabase): Promise<void> {
  const checks = await database.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as "table", conname as name from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of checks) await database.query(`alter table ${table} drop constraint ${name}`)
  await database.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    for (const { table, column, ...time } of COLUMNS) {
      const ms = aheadMs(time, column)
      if (ms === null) continue
      const value = time.whenAhead === 'each becomes now' ? 'array[$1::timestamptz]' : '$1::timestamptz'
      await tx.query(`update ${table} set ${column} = ${value}`, [new Date(AT.getTime() + ms)])
    }
  })
}

function valuesOf(rows: unknown, column: string): number[] {
  return (rows as Record<string, string | string[] | null>[]).flatMap((row) => {
    const value = row[column] ?? []
    return (typeof value === 'string' ? [value] : value).map((text) => new Date(text).getTime())
  })
}

it('the program’s role may do to each table what a right clock does', () => {
  const needs = CLOCK_FIXES.map(({ table, statement }) => `${table}: ${statement.slice(0, 6)}`)
  const may = EVERY_TABLE.flatMap(({ name, app }) => app.map((privilege) => `${name}: ${privilege}`))
  expect(needs.filter((each) => !may.includes(each))).toEqual([])
})
