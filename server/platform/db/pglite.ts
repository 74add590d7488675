import fs from 'node:fs'
import path from 'node:path'
import { PGlite, type Transaction as PGliteTransaction, types } from '@electric-sql/pglite'
import { type Database, FailedTransactionError, type Sql, type Transaction } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { DurableNodeFS, fsyncPath, fsyncTree } from './pglite-durable-fs.ts'
import { refuseHalfCharacters } from './storable.ts'
import { transactionGuard } from './transaction-guard.ts'

const parsers = { [types.INT8]: BigInt, [types.DATE]: (text: string) => text, [types.NUMERIC]: (text: string) => text }

/** The embedded database with what the tests of its durability need to see. */
export type EmbeddedDatabase = Database & { readonly fsyncCount: () => number }

/**
 * Opens the embedded database in a folder: takes the folder's exclusive lock, switches real fsync on, and proves
 * with one commit that it works before anything else may run.
 *
 * @throws FolderInUseError when another process has the folder
 */
export async function openPglite(folder: string): Promise<EmbeddedDatabase> {
  fs.mkdirSync(folder, { recursive: true })
  const unlock = await lockFolder(folder)
  try {
    if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) await createCluster(folder)
    const durable = new DurableNodeFS(folder)
    const lite = await start(durable)
    await proveDurable(lite, durable)
    return { ...wrap(lite, unlock), fsyncCount: () => durable.fsyncCount }
  } catch (error) {
    await unlock()
    throw error
  }
}

function start(durable: DurableNodeFS): Promise<PGlite> {
  return PGlite.create({
    fs: durable,
    parsers,
    startParams: [...PGlite.defaultStartParams.filter((each) => each !== '-F'), '-c', 'wal_sync_method=fsync'],
  })
}

/**
 * Makes a new cluster beside its place, flushes all of it, and only then renames it there: a process or a machine that
 * dies half-way leaves no half a database behind that would not open.
 */
async function createCluster(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished)
  const lite = await start(new DurableNodeFS(unfinished))
  await lite.exec('create table durability_probe (at timestamptz not null); checkpoint')
  await lite.close()
  fsyncTree(unfinished)
  fs.renameSync(unfinished, folder)
  fsyncPath(path.dirname(folder))
}

/** An embedded database in memory, for tests. Nothing of it survives the process. `snapshot`: a `dumpDataDir` to start from. */
export async function openPgliteInMemory(snapshot?: Blob): Promise<Database> {
  const lite = await PGlite.create({ parsers, ...(snapshot === undefined ? {} : { loadDataDir: snapshot }) })
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
  const database: Database = {
    kind: 'pglite',
    async query<Row>(text: string, params: readonly unknown[] = []) {
      transactionGuard.refuseInside(database)
      refuseHalfCharacters(params)
      return (await lite.query<Row>(text, [...params])).rows
    },
    async transaction<T>(work: (tx: Transaction) => Promise<T>) {
      transactionGuard.refuseInside(database)
      return await lite.transaction(async (inner) => {
        const tx = transactionOver(inner)
        const result = await transactionGuard.run(database, () => work(tx))
        if (tx.hasFailed()) throw new FailedTransactionError()
        return result
      })
    },
    async connection<T>(work: (sql: Sql) => Promise<T>) {
      return await work(database)
    },
    async exec(sql) {
      transactionGuard.refuseInside(database)
      await lite.exec(sql)
    },
    listen: (channel, onMessage) => lite.listen(channel, onMessage),
    async close() {
      await lite.close()
      await release()
    },
  }
  return database
}

function transactionOver(inner: PGliteTransaction): Transaction & { hasFailed(): boolean } {
  let failed = false
  return {
    inTransaction: true,
    async query<Row>(text: string, params: readonly unknown[] = []) {
      try {
        refuseHalfCharacters(params)
        return (await inner.query<Row>(text, [...params])).rows
      } catch (error) {
        failed = true
        throw error
      }
    },
    hasFailed: () => failed,
  }
}
