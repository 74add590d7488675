import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { whileLocked } from './folder-lock.ts'
import type { Query, Row } from './rows.ts'

/** A database opened for reading, with everything that must be closed and cleared away afterwards. */
export type OpenBooks = { readonly where: string; readonly query: Query; readonly close: () => Promise<void> }

/** There is nothing to audit at the named place. */
export class NoBooksError extends Error {
  override readonly name = 'NoBooksError'
}

/** Less than PostgreSQL's 128 MB, which the process would keep; the file system's cache serves what does not fit. */
const BUFFERS = ['-c', 'shared_buffers=32MB']
const CONNECT_TIMEOUT_MS = 10_000

/** Opens a PostgreSQL database. The audit is one snapshot in one connection, so the app may keep running. */
export async function openServer(url: string): Promise<OpenBooks> {
  // Pipeline: statements are sent without waiting for earlier ones.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, pipeline: true })
  // A lost connection makes the running statement fail; without a listener it would end the process first.
  client.on('error', () => undefined)
  await client.connect()
  const { host, database } = client
  return {
    where: `PostgreSQL database ${database} on ${host}`,
    query: async (text, params = []) => (await client.query<Row>(text, [...params])).rows,
    close: () => client.end(),
  }
}

/**
 * Opens the embedded database of a data folder as a copy in the temporary folder: opening a database writes to it, and
 * the audited books must not change. The folder is locked during the copy.
 *
 * @throws FolderInUseError when the app is running on it
 * @throws NoBooksError when there is no database in it
 */
export async function openFolder(
  dataFolder: string,
  { temporaryFolder }: { readonly temporaryFolder: string },
): Promise<OpenBooks> {
  const folder = path.join(dataFolder, 'pglite')
  if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) throw new NoBooksError(`there is no database in ${folder}`)
  const copy = fs.mkdtempSync(path.join(temporaryFolder, 'jara-audit-'))
  const clear = () => {
    fs.rmSync(copy, { recursive: true, force: true })
    process.off('exit', clear)
  }
  // Also if the process is stopped halfway: the copy contains everyone's balances.
  process.once('exit', clear)
  try {
    await whileLocked(folder, () =>
      fs.promises.cp(folder, copy, { recursive: true, mode: fs.constants.COPYFILE_FICLONE }),
    )
    const lite = await PGlite.create(copy, { startParams: [...PGlite.defaultStartParams, ...BUFFERS] })
    return {
      where: `a copy of the embedded database in ${folder}`,
      query: async (text, params = []) => (await lite.query<Row>(text, [...params])).rows,
      async close() {
        await lite.close()
        clear()
      },
    }
  } catch (error) {
    clear()
    throw error
  }
}
