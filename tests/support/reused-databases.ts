import type { Database } from '#server/platform/db/database.ts'
import { type DatabaseKind, type FreshDatabase, freshDatabase, freshPostgres, TEMPLATE } from './databases.ts'
import { deleteRows, schemaOf } from './emptying.ts'

/** How sessions of this worker's own pools are known from those of a process that a test has started. */
const OWN_SESSIONS = 'jara_test_worker'
/** Rows that are deleted stay in the files of a table: a database that has grown to this is not worth emptying. */
const TABLES_MAX_BYTES = 4 * 1024 ** 2

/** A database on PostgreSQL with its pools, whose connections have parsed and planned already. */
type Pooled = { readonly made: FreshDatabase; readonly working: Database; readonly schema: string }

/** Those that a test of this worker has given back, with its rows still in them. */
const idle: Pooled[] = []

/**
 * A migrated, empty database, which may have served an earlier test of this worker: on PostgreSQL a new one costs more than most tests
 * do in it, because each connection begins without a plan. One whose schema a test changed is not used again.
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

/** Whether the schema is the one it was made with, nobody else is connected, nothing runs, and it has not grown. */
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

/** A handle for one test: what the test forgot to wait for does not reach the next one's rows. */
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
      // The next test has it.
      close: async () => undefined,
    },
    end() {
      isOver = true
    },
  }
}
