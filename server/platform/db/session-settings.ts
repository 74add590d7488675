import type { Sql } from './database.ts'

/** The database or our role has settings under which the program would read or write something other than intended. */
export class WrongSettingsError extends Error {
  override readonly name = 'WrongSettingsError'
}

/**
 * Settings that the program relies on, whatever the server, database or role sets: how values become text, what SQL
 * text means, and what a transaction sees and may do.
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
/**
 * Also checked, though only a superuser can set it: without it, the triggers that keep the books append-only do not
 * fire.
 */
const CHECKED = { ...SETTINGS, session_replication_role: 'origin' }
/** Times carry their offset, so any zone reads correctly; UTC makes them uniform. */
const SET = { ...SETTINGS, TimeZone: 'UTC' }

/** Sets them in a new connection. Behind a pooler, which lends connections, the role has to have them. */
export const SET_SETTINGS = `select ${Object.entries(SET)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}`

/**
 * Checks these settings.
 *
 * @throws WrongSettingsError with the statements that fix them
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

/** For DateStyle only the output format counts: dates are only ever sent in ISO form. */
function isAs(name: string, setting: string, value: string): boolean {
  return name === 'DateStyle' ? setting.startsWith('ISO') : setting === value
}
