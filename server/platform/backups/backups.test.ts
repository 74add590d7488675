import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { removeStartupBlock } from '#server/platform/db/startup-block.ts'
import { contentOf, fillWithLife, loadBackup, SECRET } from '#tests/support/backups.ts'
import { auditBooks } from '#tests/support/books.ts'
import { databaseKinds, emptyDatabase, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { type VerifiedBackup, verifyBackup, writeBackup } from './file.ts'
import { moveContent } from './move.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const MOVE = { toName: 'the new place', now: NOW }

describe.each(databaseKinds)('a backup of a database on %s', (kind) => {
  let folder: string
  let jara: TestJara
  let backup: VerifiedBackup
  const opened: FreshDatabase[] = []
  const other = databaseKinds.find((each) => each !== kind) ?? kind
  const empty = async (of = kind) => {
    const fresh = await emptyDatabase(of)
    opened.push(fresh)
    return fresh
  }
  const write = (name: string) =>
    writeBackup({ database: jara.database, file: path.join(folder, name), secret: SECRET, now: NOW })

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-backup-'))
    jara = await startJara(kind)
    await fillWithLife(jara)
    backup = await write('one.backup')
  })
  afterEach(async () => {
    for (const fresh of opened.splice(0)) await fresh.drop()
  })
  afterAll(async () => {
    await jara.close()
    fs.rmSync(folder, { recursive: true })
  })

  it('holds every row of every table that migrations make, and nothing readable but when and by what it was made', async () => {
    const tables = await jara.database.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and relname not in ('schema_migrations', 'durability_probe') order by relname collate "C"`,
    )
    expect(Object.keys(backup.rows).sort()).toEqual(tables.map(({ name }) => name))
    for (const { name } of tables) {
      const [row] = await jara.database.query<{ count: bigint }>(`select count(*) as count from ${name}`)
      expect([name, backup.rows[name]]).toEqual([name, Number(row?.count)])
    }
    const bytes = fs.readFileSync(backup.file)
    for (const readable of ['Ṣadé', 'example.ng', 'ledger_entries', SECRET.toString('hex')]) {
      expect(bytes.includes(readable)).toBe(false)
    }
    expect(bytes.includes(SECRET)).toBe(false)
  })

  it('can be read and written by its owner only, and leaves nothing half-written behind', () => {
    expect(fs.statSync(backup.file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  it.each(['file', 'name that leads nowhere'])('replaces no %s that was made while it was written', async (made) => {
    const file = path.join(folder, `meanwhile-${made.length}.backup`)
    const make = () => (made === 'file' ? fs.writeFileSync(file, 'mine') : fs.symlinkSync('/nowhere/at/all', file))
    const database: Database = {
      ...jara.database,
      transaction: async (work) => await jara.database.transaction(work).finally(make),
    }
    await expect(writeBackup({ database, file, secret: SECRET, now: NOW })).rejects.toThrow(
      `${file} exists: a backup never replaces another file`,
    )
    expect(made === 'file' ? fs.readFileSync(file, 'utf8') : fs.readlinkSync(file)).toMatch(/^mine$|^\/nowhere/)
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([])
    fs.rmSync(file)
  })

  it('replaces no other file', async () => {
    await expect(write('one.backup')).rejects.toThrow('a backup never replaces another file')
  })

  it('has other bytes and the same hash when it is made again', async () => {
    const again = await write('two.backup')
    expect(again.sha256).toBe(backup.sha256)
    expect(fs.readFileSync(again.file).equals(fs.readFileSync(backup.file))).toBe(false)
  })

  it('is refused with one byte changed anywhere, cut short, with another secret, and when it is something else', async () => {
    const bytes = fs.readFileSync(backup.file)
    const damaged = path.join(folder, 'damaged.backup')
    const body = bytes.indexOf('\n') + 1
    for (const at of [body, body + 100, Math.floor(bytes.length / 2), bytes.length - 17, bytes.length - 1]) {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      fs.writeFileSync(damaged, copy)
      await expect(verifyBackup(damaged, SECRET)).rejects.toThrow('is damaged or cut short: it cannot be used')
    }
    for (const length of [0, 1, body - 1, body, body + 16, body + 17, bytes.length - 1]) {
      fs.writeFileSync(damaged, bytes.subarray(0, length))
      await expect(verifyBackup(damaged, SECRET)).rejects.toThrow(/cut short/)
    }
    // The seal covers the header's time too: a restore relies on it.
    fs.writeFileSync(damaged, Buffer.from(bytes.toString('latin1').replace('2026-11-21T12', '2026-11-21T13'), 'latin1'))
    await expect(verifyBackup(damaged, SECRET)).rejects.toThrow('is damaged')
    await expect(verifyBackup(backup.file, Buffer.alloc(32, 7))).rejects.toThrow('was made with another secret')
    fs.writeFileSync(damaged, '{"format":"something-else"}\nhello there, this is no backup at all')
    await expect(verifyBackup(damaged, SECRET)).rejects.toThrow('is no backup of Jara')
    await expect(verifyBackup(path.join(folder, 'none'), SECRET)).rejects.toThrow('there is no file')
    await expect(verifyBackup(folder, SECRET)).rejects.toThrow('is a folder or a device, not a backup')
  })

  it('makes the same database again, on the other kind too, and only in an empty one that nobody can start yet', async () => {
    const { database } = await empty(other)
    expect(await loadBackup(database, backup)).toMatchObject({ rows: backup.rows, sha256: backup.sha256 })
    expect((await contentOf(database)).sha256).toBe(backup.sha256)
    expect(await auditBooks(database)).toEqual([])
    await expect(migrate(database)).rejects.toThrow('being filled')
    await expect(loadBackup(database, backup)).rejects.toThrow('the database is not empty')
    await removeStartupBlock(database)
    await expect(loadBackup(database, backup)).rejects.toThrow('the database is not empty')
    expect(await migrate(database)).toEqual([])
  })

  it('is what a move is, which breaks off without a trace, and after which the old database never starts again', async () => {
    const from = await sourceOf(backup)
    const target = await empty(other)
    const breaking = moveContent({ from: breakingOff(from, 40), to: target.database, ...MOVE })
    await expect(breaking).rejects.toThrow('the connection is gone')
    expect(await migrate(from)).toEqual([])

    const facts = await moveContent({ from, to: target.database, ...MOVE })
    expect(facts).toMatchObject({ rows: backup.rows, sha256: backup.sha256 })
    expect((await contentOf(target.database)).sha256).toBe(backup.sha256)
    expect(await migrate(target.database)).toEqual([])
    expect(await target.database.query('select 1 from payment_suspensions')).toEqual([])
    await expect(migrate(from)).rejects.toThrow('this database was moved to the new place on 2026-11-21')
    // A moved database cannot be moved again.
    await expect(moveContent({ from, to: target.database, ...MOVE })).rejects.toThrow('was moved to the new place')
    // A program older than the mark takes it for a newer schema and refuses it.
    const [row] = await from.query<{ id: string }>('select max(id) as id from schema_migrations')
    expect(row?.id).toBe('9999_closed')
    if (kind === 'postgres') await from.close()
  })

  it('is finished by the next try when a move ends before its last step', async () => {
    const from = await sourceOf(backup)
    const { database: to } = await empty(other)
    const dying = moveContent({ from, to: dyingBeforeOpening(to), ...MOVE })
    await expect(dying).rejects.toThrow('the power is gone')
    // Neither database can be started.
    await expect(migrate(from)).rejects.toThrow('was moved')
    await expect(migrate(to)).rejects.toThrow('being filled')
    expect((await moveContent({ from, to, ...MOVE })).sha256).toBe(backup.sha256)
    expect(await migrate(to)).toEqual([])
    await expect(migrate(from)).rejects.toThrow('was moved')
    if (kind === 'postgres') await from.close()
  })

  /** A database with the backup's content. This test may close it; on PostgreSQL it has no other connections. */
  async function sourceOf(of: VerifiedBackup): Promise<Database> {
    const fresh = await emptyDatabase(kind)
    await loadBackup(fresh.database, of)
    await removeStartupBlock(fresh.database)
    if (fresh.url === null) {
      opened.push(fresh)
      return fresh.database
    }
    await fresh.database.close()
    return await openPostgres({ url: fresh.url, poolMax: 1 })
  }
})

it.runIf(databaseKinds.includes('postgres'))('is one moment of a database that others write to meanwhile', async () => {
  const fresh = await freshDatabase('postgres')
  const others = await openPostgres({ url: fresh.url ?? '', poolMax: 1 })
  // Adds a row to the first and last tables after the first was read: a backup holds both or neither.
  const database = interrupted(fresh.database, () =>
    others.exec(`insert into alarms values ('pair', '1', '', now());
      insert into jobs (kind, subject_id, due_at, created_at) values ('pair', '1', now(), now())`),
  )
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-backup-'))
  const { rows } = await writeBackup({ database, file: path.join(folder, 'one'), secret: SECRET, now: NOW })
  expect(Object.keys(rows).indexOf('alarms')).toBeLessThan(Object.keys(rows).indexOf('jobs'))
  expect([rows.alarms, rows.jobs]).toEqual([0, 0])
  expect(await others.query('select 1 from alarms')).toHaveLength(1)
  await others.close()
  await fresh.drop()
  fs.rmSync(folder, { recursive: true })
})

it.runIf(databaseKinds.includes('postgres'))('does not move a database that somebody is connected to', async () => {
  const [source, target] = [await emptyDatabase('postgres'), await emptyDatabase('postgres')]
  await migrate(source.database)
  const from = await openPostgres({ url: source.url ?? '', poolMax: 1 })
  await expect(moveContent({ from, to: target.database, ...MOVE })).rejects.toThrow('other connections are open')
  // The old database is unchanged.
  expect(await migrate(source.database)).toEqual([])
  await from.close()
  await source.drop()
  await target.drop()
})

/** A database whose connection breaks after `after` statements of one transaction. */
function breakingOff(database: Database, after: number): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) => {
        let count = 0
        return work({
          ...tx,
          query: (text, params) => {
            if (++count > after) throw new Error('the connection is gone')
            return tx.query(text, params)
          },
        })
      }),
  }
}

/** A database whose machine dies just before it is opened. */
function dyingBeforeOpening(database: Database): Database {
  return {
    ...database,
    async query(text, params) {
      if (text.startsWith('delete from schema_migrations')) throw new Error('the power is gone')
      return await database.query(text, params)
    },
  }
}

/** A database that runs `somethingElse` once the first table was read. */
function interrupted(database: Database, somethingElse: () => Promise<unknown>): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) => {
        let tables = 0
        return work({
          ...tx,
          async query(text, params) {
            if (text.startsWith('declare') && ++tables === 2) await somethingElse()
            return await tx.query(text, params)
          },
        })
      }),
  }
}
