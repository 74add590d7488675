import type { Sql } from './database.ts'

/** The database, or our role in it, is set up so that this program would read or write something else than it means. */
export class WrongSettingsError extends Error {
  override readonly name = 'WrongSettingsError'
}

/**
 * What the program relies on in a connection, whatever the server, the database or the role says: how values are written as text,
 * what a text in SQL means, and what a transaction sees and may do.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  row_security: 'on',
  lock_timeout: '0',
}
/** Beside them, what only a superuser may set: triggers that keep the books append-only do not fire otherwise. */
const CHECKED = { ...SETTINGS, session_replication_role: 'origin' }
/** Times carry their offset, so any zone is read right; this one is the same everywhere. */
const SET = { ...SETTINGS, TimeZone: 'UTC' }

/** Sets them in a new connection. Behind a pooler, which lends connections, the role has to have them. */
export const SET_SETTINGS = `select ${Object.entries(SET)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}`

/**
 * Makes sure of them.
 *
 * @throws WrongSettingsError with the statements that set it right
 */
export async function requireSettings(sql: Sql): Promise<void> {
  const [session] = await sql.query<{ schema: string | null; role: string; database: string }>(
    'select current_schema() as schema, current_user as role, current_database() as database',
  )
  const found = await sql.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1::text[]) order by name',
    [Object.keys(CHECKED)],
  )
  const wrong = found.flatMap(({ name, setting }) => {
    const value = Reflect.get(CHECKED, name) as string
    return isAs(name, setting, value) ? [] : [{ name, is: setting, value }]
  })
  if (session?.schema !== 'public') wrong.push({ name: 'search_path', is: `${session?.schema} first`, value: 'public' })
  if (wrong.length === 0) return
  const { role, database } = session ?? { role: '', database: '' }
  throw new WrongSettingsError(
    [
      `PostgreSQL is set up so that Jara would read or write something else than it means: ${wrong.map(({ name, is }) => `${name} is ${is}`).join(', ')}. Set it right and start again:`,
      ...wrong.map(({ name, value }) => `  alter role "${role}" in database "${database}" set ${name} = '${value}';`),
    ].join('\n'),
  )
}

/** Of the style of dates only how they are written counts: none is read in another form than ISO. */
function isAs(name: string, setting: string, value: string): boolean {
  return name === 'DateStyle' ? setting.startsWith('ISO') : setting === value
}
