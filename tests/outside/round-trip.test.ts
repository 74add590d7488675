import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBackup } from '#server/platform/backups/file.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { SECRET } from '#tests/support/backups.ts'
import { auditBooks } from '#tests/support/books.ts'
import { busyInstallation } from '#tests/support/busy-installation/busy-installation.ts'
import {
  type AllRows,
  compareRestored,
  compareRows,
  readAllRows,
} from '#tests/support/busy-installation/compare-rows.ts'
import { missingIn } from '#tests/support/busy-installation/missing.ts'
import { runCommand } from '#tests/support/commands.ts'
import { type DatabaseKind, databaseKinds, databasesOfToday, emptyDatabase } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'

/**
 * A backup of an installation in which everything has happened is verified, restored and moved as in
 * docs/operate/backup.md, and every row is compared. The nightly run goes from and to both databases, other runs one
 * way, alternating daily.
 */

/** An installation's location, and the setting that names it. */
type Place = { readonly kind: DatabaseKind; readonly env: Record<string, string>; open(): Promise<Database> }

describe.each(databasesOfToday(0))('an installation in which everything has happened, on %s', (kind) => {
  let folder: string
  let jara: TestJara
  let before: AllRows
  let file: string

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-round-trip-'))
    jara = await busyInstallation(kind, SECRET)
    before = await readAllRows(jara.database)
    file = path.join(folder, 'busy.backup')
    await writeBackup({ database: jara.database, file, secret: SECRET, now: new Date() })
  })
  afterAll(async () => {
    await jara.close()
    fs.rmSync(folder, { recursive: true })
  })

  const command = async (name: 'backup' | 'restore' | 'move', env: Record<string, string>, ...words: string[]) =>
    await runCommand(name, { DATA_DIR: folder, JARA_SECRET: SECRET.toString('hex'), ...env }, words)

  async function emptyPlace(of: DatabaseKind, name: string): Promise<Place> {
    const dataFolder = path.join(folder, name)
    if (of === 'pglite')
      return { kind: of, env: { DATA_DIR: dataFolder }, open: () => openPglite(path.join(dataFolder, 'pglite')) }
    const { database, url } = await emptyDatabase(of)
    // A move is refused while anybody is connected.
    await database.close()
    return { kind: of, env: { DATABASE_URL: url ?? '' }, open: () => openPostgres({ url: url ?? '' }) }
  }

  async function rowsIn(place: Place): Promise<AllRows> {
    const database = await place.open()
    try {
      expect(await auditBooks(database)).toEqual([])
      return await readAllRows(database)
    } finally {
      await database.close()
    }
  }

  it('has left nothing out', async () => {
    expect(await missingIn(jara)).toEqual([])
  })

  it('is restored into a temporary database by the verification of its backup, which leaves nothing behind', async () => {
    const { code, said } = await command('backup', {}, '--verify', file)
    expect([code, said]).toEqual([0, expect.stringContaining('audit: clean')])
    expect(said).toContain(': whole, as of ')
    const rows = [...before.values()].reduce((sum, each) => sum + each.size, 0)
    expect(said).toContain(`restored into a temporary database: ${rows} rows in ${before.size} tables`)
  })

  describe.each(databasesOfToday(1))('restored on %s', (target) => {
    let restored: Place
    let rows: AllRows

    it('has every row that it had, but for what a restore changes, and clean books', async () => {
      restored = await emptyPlace(target, 'restored')
      const { code, said } = await command('restore', restored.env, '--from', file)
      expect([code, said]).toEqual([0, expect.stringContaining('audit: clean')])
      rows = await rowsIn(restored)
      expect(compareRestored(before, rows)).toEqual([])
    })

    it('has every row when it is moved to the other kind of database', async () => {
      const moved = await emptyPlace(databaseKinds.find((each) => each !== target) ?? target, 'moved')
      const to = moved.env.DATABASE_URL ?? moved.env.DATA_DIR ?? ''
      expect(await command('move', restored.env, '--to', to)).toMatchObject({ code: 0 })
      expect(compareRows(rows, await rowsIn(moved))).toEqual([])
    })
  })
})
