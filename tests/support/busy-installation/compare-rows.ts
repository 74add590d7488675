import { asOneSnapshot, readContent, type Table, tablesOf } from '#server/platform/backups/content.ts'
import type { Database } from '#server/platform/db/database.ts'
import { TABLES, type TableName } from '#server/tables/tables.ts'

/** Every row of a database, by table and primary key, as the texts of its values. */
export type AllRows = ReadonlyMap<string, ReadonlyMap<string, Row>>
type Row = Readonly<Record<string, string | null>>

/** The columns that a restore changes, by table. */
const RECONSIDERED: Partial<Record<TableName, readonly string[]>> = {
  alerts: ['email_state', 'push_state', 'sms_state'],
  jobs: ['due_at', 'lease_until'],
  orders: [
    'state',
    'send_count',
    'sent_at',
    'updated_at',
    'not_found_count',
    'not_found_since',
    'absent_at',
    'maybe_elsewhere',
  ],
  payment_suspensions: ['since'],
  sessions: ['ended_at'],
  visitors: ['pass_hash', 'pass_expires_at'],
}

/** The tables to which a restore adds rows: the outcome of orders, and what operators must see. */
const ADDED: readonly TableName[] = ['alarms', 'open_alarms', 'order_attempts', 'order_steps', 'payment_suspensions']

export async function readAllRows(database: Database): Promise<AllRows> {
  return await database.transaction(async (tx) => {
    await asOneSnapshot(tx)
    const tables = new Map((await tablesOf(tx)).map((table) => [table.name, table]))
    const all = new Map<string, Map<string, Row>>()
    let current: Table | undefined
    for await (const lines of readContent(tx)) {
      for (const line of lines) {
        if (line.startsWith('{')) current = begin(all, tables.get((JSON.parse(line) as { table: string }).table))
        else if (current !== undefined) keep(all, current, JSON.parse(line))
      }
    }
    return all
  })
}

function begin(all: Map<string, Map<string, Row>>, table: Table | undefined): Table | undefined {
  if (table !== undefined) all.set(table.name, new Map())
  return table
}

function keep(all: Map<string, Map<string, Row>>, table: Table, values: readonly (string | null)[]): void {
  const row = Object.fromEntries(table.columns.map(([name], place) => [name, values[place] ?? null]))
  all.get(table.name)?.set(table.key.map((name) => row[name]).join(' '), row)
}

/** Each difference between two databases that should hold the same rows. */
export function compareRows(before: AllRows, after: AllRows): string[] {
  return [...before.keys()].flatMap((name) => differencesIn(name, before, after, { changed: [], isAddedTo: false }))
}

/** Each difference between a database and its restored backup, except the changes that a restore makes on purpose. */
export function compareRestored(before: AllRows, after: AllRows): string[] {
  return [...before.keys()].flatMap((name) => {
    const isAddedTo = ADDED.some((each) => each === name)
    switch (TABLES[name]?.afterRestore) {
      case 'emptied':
        return (after.get(name)?.size ?? 0) === 0 ? [] : [`${name} is not empty`]
      case 'reconsidered':
        return differencesIn(name, before, after, { changed: RECONSIDERED[name as TableName] ?? [], isAddedTo })
      default:
        return differencesIn(name, before, after, { changed: [], isAddedTo })
    }
  })
}

function differencesIn(
  name: string,
  before: AllRows,
  after: AllRows,
  of: { readonly changed: readonly string[]; readonly isAddedTo: boolean },
): string[] {
  const [rows, there] = [before.get(name) ?? new Map(), after.get(name) ?? new Map<string, Row>()]
  const added = [...there.keys()].filter((key) => !rows.has(key))
  return [
    ...[...rows].flatMap(([key, row]) => differencesOf(`${name} ${key}`, row, there.get(key), of.changed)),
    ...(of.isAddedTo ? [] : added.map((key) => `${name} ${key} was not there before`)),
  ]
}

function differencesOf(name: string, row: Row, there: Row | undefined, changed: readonly string[]): string[] {
  if (there === undefined) return [`${name} is missing`]
  return Object.keys({ ...row, ...there })
    .filter((column) => row[column] !== there[column] && !changed.includes(column))
    .map((column) => `${name}: ${column} was ${row[column]}, is ${there[column]}`)
}
