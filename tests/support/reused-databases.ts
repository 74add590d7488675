import type { Database } from '#server/platform/db/database.ts'
import { type DatabaseKind, type FreshDatabase, freshDatabase, freshPostgres, TEMPLATE } from './databases.ts'
import { deleteRows, schemaOf } from './emptying.ts'

/** Distinguishes sessions of this worker's own pools from those of a process that a test has started. */
const OWN_SESSIONS = 'jara_test_worker'
/** Deleted rows stay in a table's files: a database above this size is not worth emptying. */
const TABLES_MAX_BYTES = 4 * 1024 ** 2

/** A PostgreSQL database with its pools, whose connections have already parsed and planned statements. */
type Pooled = { readonly made: FreshDatabase; readonly working: Database; readonly schema: string }

/** Databases that this worker's tests have returned, still with their rows. */
const idle: Pooled[] = []

/**
 * A migrated, empty database that an earlier test of this worker may have used. On PostgreSQL a new one costs more than
 * most tests do, because each connection starts without plans. A database whose schema a test changed is not reused.
 */
export async function reusedDatabase(kind: DatabaseKind): Promise<FreshDatabase> {
  if (kind !== 'postgres') return await freshDatabase(kind)
  const pooled = (await emptyIdle()) ?? (await makePooled())
  const owner = lend(pooled.made.database)
  const working = lend(pooled.working)
  return {
    database: owner.handle,
    url: pooled.made.url,
    openAsApp: async () => working.handle,
    async drop() {
      owner.end()
      working.end()
      if (await isAsItWas(pooled)) idle.push(pooled)
      else await remove(pooled)
    },
  }
}

async function makePooled(): Promise<Pooled> {
  const made = await freshPostgres(TEMPLATE, OWN_SESSIONS)
  return { made, working: await made.openAsApp(), schema: await schemaOf(made.database) }
}

async function remove({ made, working }: Pooled): Promise<void> {
  await working.close()
  await made.drop()
}

async function emptyIdle(): Promise<Pooled | null> {
  const pooled = idle.pop()
  if (pooled === undefined) return null
  try {
    await deleteRows(pooled.made.database)
    return pooled
  } catch {
    await remove(pooled)
    return null
  }
}

/** Whether the schema is unchanged, nobody else is connected, nothing runs, and the database has not grown. */
async function isAsItWas({ made: { database }, schema }: Pooled): Promise<boolean> {
  const [now] = await database.query<{ busy: boolean; bytes: bigint }>(
    `select
       exists (select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
               and backend_type = 'client backend' and (application_name <> $1 or state <> 'idle')) as busy,
       (select sum(pg_relation_size(oid))::bigint from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r') as bytes`,
    [OWN_SESSIONS],
  )
  return now?.busy === false && now.bytes < TABLES_MAX_BYTES && (await schemaOf(database)) === schema
}

/** A handle for one test: work the test forgot to await cannot reach the next test's rows. */
function lend(database: Database): { handle: Database; end(): void } {
  let isOver = false
  const lent = (): Database => {
    if (isOver) throw new Error('this database has been given back')
    return database
  }
  return {
    handle: {
      kind: database.kind,
      query: async <Row>(text: string, params?: readonly unknown[]) => await lent().query<Row>(text, params),
      transaction: async (work) => await lent().transaction(work),
      connection: async (work) => await lent().connection(work),
      exec: async (sql) => await lent().exec(sql),
      listen: async (channel, onMessage, onGap) => await lent().listen(channel, onMessage, onGap),
      ...(database.poolUse === undefined
        ? {}
        : { poolUse: () => lent().poolUse?.() ?? { open: 0, idle: 0, waiting: 0 } }),
      // The next test may already use it.
      close: async () => undefined,
    },
    end() {
      isOver = true
    },
  }
}
