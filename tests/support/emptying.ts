import type { Database } from '#server/platform/db/database.ts'

/** What a test has forgotten may hold a lock: then another database is made. */
const LOCK_TIMEOUT = '2s'

/** Whatever changes the schema, or a right in it, writes or deletes a row of one of these. */
const CATALOGUES = [
  'class',
  'attribute',
  'attrdef',
  'constraint',
  'trigger',
  'proc',
  'index',
  'rewrite',
  'type',
  'namespace',
]

/** A text that is another one once the schema has changed: how many rows its catalogues have, and who wrote the newest. */
export async function schemaOf(database: Database): Promise<string> {
  const parts = [
    ...CATALOGUES.map((name) => `(select count(*) || ':' || max(xmin::text::bigint) from pg_${name})`),
    '(select count(*) from pg_db_role_setting)',
    "(select string_agg(id || checksum, ' ' order by id) from schema_migrations)",
  ]
  const [row] = await database
    .query<{ schema: string }>(`select concat_ws(' ', ${parts.join(', ')}) as schema`)
    .catch(() => [])
  return row?.schema ?? ''
}

/** Deletes every row but those that say which migrations ran, as a replica: neither append-only triggers nor foreign keys have a say. */
export async function deleteRows(database: Database): Promise<void> {
  const full = await fullTables(database)
  if (full.length === 0) return
  await database.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await tx.query('set local session_replication_role = replica')
    // Given at once, sent at once.
    await Promise.all(full.map((name) => tx.query(`delete from ${name}`)))
  })
}

/** The tables that have rows, by name, apart from the migrations'. */
export async function fullTables(database: Database): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations' order by relname`,
  )
  if (tables.length === 0) return []
  const withRows = tables.map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`)
  return (await database.query<{ name: string }>(withRows.join(' union all '))).map(({ name }) => name)
}
