import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds, emptyDatabase, type FreshDatabase } from '#tests/support/databases.ts'
import { type Migration, migrate, readMigrations, requireCurrentSchema } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const step = (id: string, sql: string): Migration => ({ id, sql, checksum: `checksum of ${sql}` })
const FIRST = step('0001_first', 'create table first (id int)')
const SECOND = step('0002_second', 'create table second (id int); insert into second values (1), (2)')

it('reads a migration as it was written from a clone whose lines end as on Windows', () => {
  const clone = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-clone-'))
  const [first] = readMigrations()
  if (first === undefined) throw new Error('there are no migrations')
  fs.writeFileSync(path.join(clone, `${first.id}.sql`), first.sql.replaceAll('\n', '\r\n'))
  expect(readMigrations(clone)).toEqual([first])
  fs.rmSync(clone, { recursive: true })
})

describe.each(databaseKinds)('on %s', (kind) => {
  let fresh: FreshDatabase
  afterEach(() => fresh.drop())
  const tables = async () =>
    (
      await fresh.database.query<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
      )
    ).map((row) => row.name)

  it('brings an empty database forward, and does nothing the second time', async () => {
    fresh = await emptyDatabase(kind)
    expect(await migrate(fresh.database, [FIRST])).toEqual(['0001_first'])
    expect(await migrate(fresh.database, [FIRST, SECOND])).toEqual(['0002_second'])
    expect(await migrate(fresh.database, [FIRST, SECOND])).toEqual([])
    expect(await tables()).toEqual(['first', 'schema_migrations', 'second'])
  })

  it('runs the real migrations, each once', async () => {
    fresh = await emptyDatabase(kind)
    const ran = await migrate(fresh.database)
    expect(ran).toEqual(readMigrations().map((each) => each.id))
    expect(await migrate(fresh.database)).toEqual([])
  })

  it('leaves a new database without anybody who could sign in', async () => {
    fresh = await emptyDatabase(kind)
    await migrate(fresh.database)
    const anybody = ['users', 'sessions', 'devices', 'passkeys'].map((table) => `select 1 from ${table}`)
    expect(await fresh.database.query(anybody.join(' union all '))).toEqual([])
  })

  it('refuses a migration that was changed after it ran', async () => {
    fresh = await emptyDatabase(kind)
    await migrate(fresh.database, [FIRST])
    const changed = step('0001_first', 'create table first (id bigint)')
    await expect(migrate(fresh.database, [changed])).rejects.toThrow(/0001_first was changed after it ran/)
  })

  it('refuses a database that a newer program wrote', async () => {
    fresh = await emptyDatabase(kind)
    await migrate(fresh.database, [FIRST, SECOND])
    await expect(migrate(fresh.database, [FIRST])).rejects.toThrow(/newer version of Jara \(0002_second\)/)
  })

  it('refuses a database from before the first version, and changes nothing in it', async () => {
    fresh = await emptyDatabase(kind)
    await migrate(fresh.database, [step('0001_ledger', 'create table old (id int)')])
    await expect(migrate(fresh.database)).rejects.toThrow(/development version of Jara from before 0.1.0/)
    await expect(requireCurrentSchema(fresh.database)).rejects.toThrow(/Nothing was changed/)
    expect(await tables()).toEqual(['old', 'schema_migrations'])
  })

  it('changes nothing in a database that a newer program wrote', async () => {
    fresh = await emptyDatabase(kind)
    const newer = step('0009_newer', 'create table newer (id int)')
    await migrate(fresh.database, [FIRST, newer])
    await expect(migrate(fresh.database, [FIRST, SECOND])).rejects.toThrow(/newer version/)
    expect(await tables()).toEqual(['first', 'newer', 'schema_migrations'])
  })

  it('leaves nothing of a migration that fails half-way, keeps the ones before it, and can be run again', async () => {
    fresh = await emptyDatabase(kind)
    const failing = step('0002_second', `${SECOND.sql}; select 1 / 0; create table third (id int)`)
    await expect(migrate(fresh.database, [FIRST, failing])).rejects.toThrow(/0002_second failed: division by zero/)
    expect(await tables()).toEqual(['first', 'schema_migrations'])
    expect(await migrate(fresh.database, [FIRST, SECOND])).toEqual(['0002_second'])
  })
})

describe.runIf(databaseKinds.includes('postgres'))('several nodes at once on PostgreSQL', () => {
  it('run each migration exactly once between them', async () => {
    const fresh = await emptyDatabase('postgres')
    const nodes = await Promise.all(Array.from({ length: 6 }, () => openPostgres({ url: fresh.url ?? '', poolMax: 1 })))
    try {
      const ran = await Promise.all(nodes.map((node) => migrate(node, [FIRST, SECOND])))
      expect(ran.flat().sort()).toEqual(['0001_first', '0002_second'])
      const [rows] = await fresh.database.query<{ n: bigint }>('select count(*) as n from second')
      expect(rows?.n).toBe(2n)
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
      await fresh.drop()
    }
  })
})
