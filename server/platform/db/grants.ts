import { APP_CALLS, APP_MAY } from './app-role.ts'
import type { Database, Sql } from './database.ts'
import { migrate, ONE_AT_A_TIME, requireCurrentSchema, SchemaMismatchError } from './migrate.ts'

/** The app's role has more privileges than it needs, and they could not be revoked. */
export class WrongRoleError extends Error {
  override readonly name = 'WrongRoleError'
}

/** The role of a connection. */
export async function roleOf(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ role: string }>('select current_user::text as role')
  if (row === undefined) throw new Error('the database did not say who is connected')
  return row.role
}

/** Whether this connection may migrate: it owns the tables, or may create them in an empty database. */
export async function mayMigrate(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ may: boolean }>(
    `select coalesce(
       (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('schema_migrations')),
       has_schema_privilege('public', 'create')) as may`,
  )
  return row?.may === true
}

/**
 * Migrates as the tables' owner, and grants the app's role what it needs and nothing else. Returns the ids of the
 * migrations that ran.
 *
 * @throws WrongRoleError when that role could still do more: it is the owner, a superuser, or inherits privileges
 * @throws SchemaMismatchError as `migrate` does
 */
export async function migrateFor(owner: Database, role: string): Promise<string[]> {
  if (!(await mayMigrate(owner))) {
    throw new WrongRoleError('DATABASE_OWNER_URL: this role does not own the tables of the database')
  }
  const ran = await migrate(owner)
  if ((await excessOf(owner, role)).length + (await lackOf(owner, role)).length > 0) await grant(owner, role)
  const excess = await excessOf(owner, role)
  if (excess.length === 0) return ran
  throw new WrongRoleError(
    `DATABASE_URL: the role ${role} may do more than the program needs (${excess.slice(0, NAMED_MAX).join(', ')}): it is to own nothing, to be in no other role, and the owner is to own the database; see docs/operate/live-mode.md`,
  )
}

/**
 * Makes sure that this connection's role can work with the current schema.
 *
 * @throws SchemaMismatchError when the schema is older, or the role lacks privileges
 */
export async function requireUsable(database: Database): Promise<void> {
  const role = await roleOf(database)
  const lack = await lackOf(database, role)
  if (lack.length === 0) return await requireCurrentSchema(database)
  throw new SchemaMismatchError(
    `the role ${role} may not do all that the program needs (${lack.slice(0, NAMED_MAX).join(', ')}): run npm run migrate, or start with DATABASE_OWNER_URL`,
  )
}

const NAMED_MAX = 5
/** All table privileges. */
const PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']

/** In one transaction, so that a running process never lacks a privilege. */
async function grant(owner: Database, role: string): Promise<void> {
  const [names] = await owner.query<{ database: string; name: string; tables: string[]; functions: string[] }>(
    `select quote_ident(current_database()) as database, quote_ident($1) as name,
       (select json_agg(quote_ident(relname)) from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_has_role(relowner, 'usage')) as tables,
       (select json_agg(oid::regprocedure::text) from pg_proc
        where pronamespace = 'public'::regnamespace and pg_has_role(proowner, 'usage')) as functions`,
    [role],
  )
  if (names === undefined) throw new Error('the database did not say what is in it')
  const { database, name, tables, functions } = names
  await owner.exec(`
    ${ONE_AT_A_TIME}
    revoke create on schema public from public, ${name};
    revoke create, temporary on database ${database} from public, ${name};
    revoke all on table ${tables.join(', ')} from public, ${name};
    revoke all on function ${functions.join(', ')} from public, ${name};
    grant usage on schema public to ${name};
    ${Object.entries(APP_MAY)
      .map(([table, privileges]) => `grant ${privileges.join(', ')} on table ${table} to ${name};`)
      .join('\n')}
    ${APP_CALLS.map((each) => `grant execute on function ${each} to ${name};`).join('\n')}`)
}

/**
 * Privileges that the role has and does not need, as PostgreSQL counts them: its own, another role's that it inherits,
 * or everybody's.
 */
async function excessOf(sql: Sql, role: string): Promise<string[]> {
  const rows = await sql.query<{ what: string }>(
    `select privilege || ' on ' || relname as what
       from pg_class cross join unnest($2::text[]) as privilege
       where relnamespace = 'public'::regnamespace and relkind = 'r'
         and has_table_privilege($1, pg_class.oid, privilege) and not privilege || ' ' || relname = any($3)
     union all select 'create on ' || nspname from pg_namespace
       where nspname = 'public' and has_schema_privilege($1, oid, 'create')
     union all select privilege || ' on the database' from unnest(array['create', 'temporary']) as privilege
       where has_database_privilege($1, current_database(), privilege)
     union all select 'what ' || rolname || ' may' from pg_roles
       where pg_has_role($1, oid, 'member') and (
         rolsuper or rolcreaterole or rolreplication or rolname like 'pg\\_%' or rolname = current_user
         or exists (select from pg_class where relnamespace = 'public'::regnamespace and relowner = pg_roles.oid))`,
    [role, PRIVILEGES, allowed()],
  )
  return rows.map(({ what }) => what)
}

/** Privileges that the role needs and lacks. */
async function lackOf(sql: Sql, role: string): Promise<string[]> {
  const rows = await sql.query<{ what: string }>(
    `select needed as what from unnest($2::text[]) as needed
     where not coalesce(has_table_privilege($1, to_regclass(split_part(needed, ' ', 2)), split_part(needed, ' ', 1)), false)
     union all select 'execute ' || needed from unnest($3::text[]) as needed
     where not coalesce(has_function_privilege($1, to_regproc(needed), 'execute'), false)`,
    [role, allowed(), APP_CALLS],
  )
  return rows.map(({ what }) => what)
}

/** `select orders`, for each privilege that the program needs. */
function allowed(): string[] {
  return Object.entries(APP_MAY).flatMap(([table, privileges]) => privileges.map((each) => `${each} ${table}`))
}
