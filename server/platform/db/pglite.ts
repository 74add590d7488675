import fs from 'node:fs'
import path from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { FolderError, keepAllPrivate, makePrivateFolder, toFolderError } from '#server/platform/private-folder.ts'
import { type Database, FailedTransactionError, type Sql, type Transaction } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { DurableNodeFS, fsyncPath, fsyncTree } from './pglite-durable-fs.ts'
import { prepareStatements, type Statements } from './pglite-statements.ts'
import { isOutOfRoom, requireRoomIn } from './room.ts'
import { refuseHalfCharacters } from './storable.ts'
import { transactionGuard } from './transaction-guard.ts'

const parsers = { [types.INT8]: BigInt, [types.DATE]: (text: string) => text, [types.NUMERIC]: (text: string) => text }

/**
 * PostgreSQL's default of 128 MB is zeroed at every start and stays in the process's memory. The file system's cache
 * serves the rest.
 */
const BUFFERS = ['-c', 'shared_buffers=32MB']

/** The embedded database, with what its durability tests inspect. */
export type EmbeddedDatabase = Database & { readonly fsyncCount: () => number }

/**
 * Opens the embedded database in a folder: takes the folder's exclusive lock, enables real fsync, and proves with one
 * commit that it works before anything else runs.
 *
 * @throws FolderInUseError when another process has the folder
 * @throws FolderError when this user cannot keep the folder private
 * @throws an error that isOutOfRoom recognises when the disk is full
 */
export async function openPglite(folder: string): Promise<EmbeddedDatabase> {
  makePrivateFolder(folder)
  const unlock = await lockFolder(folder)
  try {
    if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) await createCluster(folder)
    // Also covers files of an older version or copied here.
    keepAllPrivate(folder)
    const durable = new DurableNodeFS(folder)
    const lite = await start(durable)
    await proveDurable(lite, durable)
    const requireRoom = () => requireRoomIn(folder)
    return { ...wrap(lite, unlock), requireRoom, fsyncCount: () => durable.fsyncCount }
  } catch (error) {
    await unlock()
    throw toOpenError(folder, error)
  }
}

function start(durable: DurableNodeFS): Promise<PGlite> {
  return PGlite.create({
    fs: durable,
    parsers,
    startParams: [
      ...PGlite.defaultStartParams.filter((each) => each !== '-F'),
      '-c',
      'wal_sync_method=fsync',
      ...BUFFERS,
    ],
  })
}

/**
 * Creates a new cluster beside its final place, flushes all of it, then renames it: a crash half-way never leaves a
 * database that cannot open.
 */
async function createCluster(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { mode: 0o700 })
  const lite = await start(new DurableNodeFS(unfinished))
  await lite.exec('create table durability_probe (at timestamptz not null); checkpoint')
  await lite.close()
  fsyncTree(unfinished)
  fs.renameSync(unfinished, folder)
  fsyncPath(path.dirname(folder))
}

/**
 * An embedded database in an empty folder, for one process that removes the folder afterwards. Nothing is flushed, so
 * it does not survive a power cut.
 */
export async function openPgliteForOnce(folder: string): Promise<Database> {
  const options = { parsers, startParams: [...PGlite.defaultStartParams, ...BUFFERS] }
  try {
    // Creating a cluster takes 300 MB more than opening one and holds them until it closes.
    await (await PGlite.create(folder, options)).close()
    return wrap(await PGlite.create(folder, options), async () => undefined)
  } catch (error) {
    throw toOpenError(folder, error)
  }
}

/** Explains a failed opening. The engine throws bare `{ errno }` objects, and aborts when it finds no room. */
function toOpenError(folder: string, error: unknown): unknown {
  if (error instanceof FolderError) return error
  try {
    requireRoomIn(path.dirname(folder))
  } catch (full) {
    if (isOutOfRoom((full as Error).cause)) return full
  }
  if (error instanceof Error) return toFolderError(folder, error)
  return new Error(`the embedded database cannot be opened in ${folder}: ${JSON.stringify(error)}`)
}

/** An in-memory embedded database for tests. `snapshot`: a `dumpDataDir` to start from. */
export async function openPgliteInMemory(snapshot?: Blob): Promise<Database> {
  const lite = await PGlite.create({
    parsers,
    startParams: [...PGlite.defaultStartParams, ...BUFFERS],
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  })
  return wrap(lite, async () => undefined)
}

async function proveDurable(lite: PGlite, durable: DurableNodeFS): Promise<void> {
  const { rows } = await lite.query<{ fsync: string; method: string }>(
    "select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method",
  )
  const before = durable.fsyncCount
  await lite.exec('delete from durability_probe; insert into durability_probe values (now())')
  const flushed = durable.fsyncCount > before
  if (rows[0]?.fsync !== 'on' || rows[0].method !== 'fsync' || !flushed) {
    throw new Error('the embedded database does not flush commits to the disk here: refusing to keep money in it')
  }
}

function wrap(lite: PGlite, release: () => Promise<void>): Database {
  const statements = prepareStatements(lite)
  const database: Database = {
    kind: 'pglite',
    async query<Row>(text: string, params: readonly unknown[] = []) {
      transactionGuard.refuseInside(database)
      refuseHalfCharacters(params)
      await lite._checkReady()
      const rows = await lite._runExclusiveTransaction(() => statements.run<Row>(text, params))
      await lite.syncToFs()
      return rows
    },
    async transaction<T>(work: (tx: Transaction) => Promise<T>) {
      transactionGuard.refuseInside(database)
      return await lite.transaction(async () => {
        const tx = openTransaction(statements)
        try {
          const result = await transactionGuard.run(database, () => work(tx))
          if (tx.hasFailed()) throw new FailedTransactionError()
          return result
        } finally {
          tx.end()
        }
      })
    },
    async connection<T>(work: (sql: Sql) => Promise<T>) {
      return await work(database)
    },
    async exec(sql) {
      transactionGuard.refuseInside(database)
      await lite.exec(sql).finally(statements.forget)
    },
    listen: (channel, onMessage) => lite.listen(channel, onMessage),
    async close() {
      await lite.close()
      await release()
    },
  }
  return database
}

function openTransaction(statements: Statements): Transaction & { hasFailed(): boolean; end(): void } {
  let [failed, isOver] = [false, false]
  return {
    inTransaction: true,
    async query<Row>(text: string, params: readonly unknown[] = []) {
      if (isOver) throw new Error('a statement was given to a transaction that is over')
      try {
        refuseHalfCharacters(params)
        return await statements.run<Row>(text, params)
      } catch (error) {
        failed = true
        throw error
      }
    },
    hasFailed: () => failed,
    end() {
      isOver = true
    },
  }
}
