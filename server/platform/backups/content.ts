import { createHash } from 'node:crypto'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'

/** A table as the database describes it. */
export type Table = {
  readonly name: string
  /** Name and type of each column, in table order. */
  readonly columns: readonly (readonly [name: string, type: string])[]
  /** The columns of its primary key. */
  readonly key: readonly string[]
}

/** How many rows each table has, by name. */
export type RowCounts = Readonly<Record<string, number>>

/** Row counts and a hash of the content: equal for equal rows on every kind of database. */
export type ContentFacts = { readonly rows: RowCounts; readonly sha256: string }

/** Rows read at once. Some are pictures of a quarter of a megabyte. */
const ROWS_PER_FETCH = 500

/**
 * The whole content as lines of JSON, a table's own line before its rows. Each value is PostgreSQL's own text, so both
 * kinds of database write the same lines for the same rows, to the last microsecond and byte.
 *
 * A transaction is one snapshot only if it is repeatable read: call `asOneSnapshot` first.
 */
export async function* readContent(tx: Transaction): AsyncGenerator<string[]> {
  for (const table of await tablesOf(tx)) {
    yield [JSON.stringify({ table: table.name, columns: table.columns })]
    const values = table.columns.map(([name]) => `${quoted(name)}::text`).join(', ')
    // Ordered by the key's bytes, whatever the database's collation.
    const order = table.key.map((name) => `${quoted(name)}${isText(table, name) ? ' collate "C"' : ''}`).join(', ')
    await tx.query(
      `declare backup_rows no scroll cursor for
       select json_build_array(${values})::text as line from ${quoted(table.name)} order by ${order}`,
    )
    for (;;) {
      const rows = await tx.query<{ line: string }>(`fetch ${ROWS_PER_FETCH} from backup_rows`)
      if (rows.length === 0) break
      yield rows.map((row) => row.line)
    }
    await tx.query('close backup_rows')
  }
}

/** Call it first in a transaction that reads everything: all reads then see one snapshot, however long they take. */
export async function asOneSnapshot(tx: Transaction): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only')
  await prepareSession(tx)
}

/** Gives every value one text form and lifts the timeouts, which are meant for requests. */
export async function prepareSession(tx: Transaction): Promise<void> {
  for (const setting of [
    "timezone to 'UTC'",
    "datestyle to 'ISO'",
    "bytea_output to 'hex'",
    'extra_float_digits to 1',
    'statement_timeout to 0',
    'idle_in_transaction_session_timeout to 0',
  ]) {
    await tx.query(`set local ${setting}`)
  }
}

/** Counts and hashes lines as they go by. */
export function contentDigest() {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let table = ''
  return {
    add(lines: readonly string[]): void {
      for (const line of lines) {
        hash.update(line).update('\n')
        if (line.startsWith('{')) {
          table = (JSON.parse(line) as { table: string }).table
          rows[table] = 0
        } else rows[table] = (rows[table] ?? 0) + 1
      }
    },
    facts: (): ContentFacts => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** The facts of the database's current content, read in the given transaction. */
export async function contentFacts(tx: Transaction): Promise<ContentFacts> {
  const digest = contentDigest()
  for await (const lines of readContent(tx)) digest.add(lines)
  return digest.facts()
}

/** The tables that migrations made, each after those it refers to. */
export async function tablesOf(sql: Sql): Promise<Table[]> {
  const made = new Set(readMigrations().flatMap(({ sql: text }) => [...text.matchAll(MADE)].map(([, name]) => name)))
  const tables = await sql.query<Table & { refersTo: string[] }>(
    `select c.relname as name,
       (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select json_agg(a.attname order by array_position(k.conkey, a.attnum))
        from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
        where k.conrelid = c.oid and k.contype = 'p') as key,
       (select coalesce(json_agg(distinct f.confrelid::regclass::text), '[]') from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname collate "C"`,
  )
  return referredFirst(tables.filter(({ name }) => made.has(name)))
}

/** Matches the name a table is created under or renamed to. */
const MADE = /^(?:create table|alter table \w+ rename to) (\w+)/gm

function referredFirst(tables: readonly (Table & { refersTo: string[] })[]): Table[] {
  const placed: Table[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ refersTo }) => !refersTo.some((each) => names.has(each)))
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...names].join(', ')}`)
    placed.push(...ready.map(({ name, columns, key }) => ({ name, columns, key })))
    waiting = waiting.filter((each) => !ready.includes(each))
  }
  return placed
}

function isText(table: Table, column: string): boolean {
  return table.columns.some(([name, type]) => name === column && type === 'text')
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
