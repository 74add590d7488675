import type { Database } from '#server/platform/db/database.ts'

/** Something that a test left running may hold a lock: then another database is created. */
const LOCK_TIMEOUT = '2s'

/** Every change of the schema or its privileges writes or deletes a row in one of these. */
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

/** A fingerprint that changes with the schema: the row counts of its catalogues, and the newest writer. */
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

/** Deletes every row except the migrations' own, as a replica: append-only triggers and foreign keys do not fire. */
export async function deleteRows(database: Database): Promise<void> {
  const full = await fullTables(database)
  if (full.length === 0) return
  await database.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await tx.query('set local session_replication_role = replica')
    // All queued at once, so they are sent at once.
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
