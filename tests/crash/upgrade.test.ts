import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBackup } from '#server/platform/backups/file.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { removeStartupBlock } from '#server/platform/db/startup-block.ts'
import { contentOf, loadBackup, SECRET } from '#tests/support/backups.ts'
import { auditBooks } from '#tests/support/books.ts'
import { databaseKinds, emptyDatabase, type FreshDatabase, freshPostgres } from '#tests/support/databases.ts'
import { seededRandomBytes } from '#tests/support/ids.ts'
import { type Recording, recordDisk } from '#tests/support/lossy-disk.ts'
import { IS_NIGHTLY, sampled } from '#tests/support/nightly.ts'
import { addOneSchema, makeOldDatabase } from '#tests/support/old-schemas.ts'

/** Kills for each released schema. `UPGRADE_ROUNDS=20` for the long run; `JARA_SEED` repeats one. */
const ROUNDS = Number(process.env.UPGRADE_ROUNDS ?? 1)
/** The embedded database is opened again for each: without being asked for more, only some schemas get one. */
const EMBEDDED_ROUNDS = process.env.UPGRADE_ROUNDS === undefined ? 2 : undefined
const LONG_MS = 300_000 * ROUNDS
const SEED = Number(process.env.JARA_SEED ?? Date.now() % 1_000_000)

const migrations = readMigrations()
/** Each state the schema was ever in before the present one. */
const RELEASED = migrations.slice(0, -1).map((_, at) => at + 1)
/** The newest one, which most installations have, and a quarter of those before it, which the seed chooses. */
const WALKED = IS_NIGHTLY ? RELEASED : [...sampled(RELEASED.slice(0, -1), 4, SEED), ...RELEASED.slice(-1)]
const DECIDED_SINCE = migrations.findIndex(({ id }) => id.includes('dated_settings')) + 1
const KINDS_FOR_REFERENCE = databaseKinds.includes('postgres') ? 'postgres' : 'pglite'

const random = randomFrom(SEED)
const between = (from: number, to: number) => from + Math.floor(random() * (to - from))

/** On PostgreSQL: databases at a schema with the rows of all before it, to copy. Each is made from the nearest one below it. */
const made = new Map<number, FreshDatabase>()
async function oldDatabase(schema: number): Promise<FreshDatabase> {
  if (KINDS_FOR_REFERENCE === 'pglite') {
    const fresh = await emptyDatabase('pglite')
    await makeOldDatabase(fresh.database, schema)
    return fresh
  }
  const known = made.get(schema) ?? (await make(schema))
  return await freshPostgres(nameOf(known))
}

async function make(schema: number): Promise<FreshDatabase> {
  const below = Math.max(0, ...[...made.keys()].filter((each) => each < schema))
  const nearest = made.get(below)
  const fresh = nearest === undefined ? await emptyDatabase('postgres') : await freshPostgres(nameOf(nearest))
  for (let at = below + 1; at <= schema; at++) await addOneSchema(fresh.database, at)
  // One that somebody is connected to cannot be copied.
  await fresh.database.close()
  made.set(schema, fresh)
  return fresh
}

const nameOf = ({ url }: FreshDatabase) => new URL(url ?? '').pathname.slice(1)

/** What an upgrade makes of a schema's rows when nothing goes wrong: the same rows on either kind of database. */
const undisturbed = new Map<number, string>()
async function undisturbedFrom(schema: number): Promise<string> {
  const known = undisturbed.get(schema)
  if (known !== undefined) return known
  const { database, drop } = await oldDatabase(schema)
  await migrate(database)
  expect(await auditBooks(database)).toEqual([])
  const { sha256 } = await contentOf(database)
  undisturbed.set(schema, sha256)
  await drop()
  return sha256
}

async function expectUpgraded(database: Parameters<typeof contentOf>[0], schema: number): Promise<void> {
  expect(await auditBooks(database)).toEqual([])
  expect((await contentOf(database)).sha256).toBe(await undisturbedFrom(schema))
  expect(await migrate(database)).toEqual([])
}

beforeAll(() => {
  process.stderr.write(`upgrade: JARA_SEED=${SEED}\n`)
})

describe.runIf(databaseKinds.includes('postgres'))('an upgrade on PostgreSQL', () => {
  it.each(WALKED)(
    'from schema %i, whose connection is lost at a random statement, is finished by the next start',
    async (schema) => {
      for (let round = 0; round < ROUNDS; round++) {
        const fresh = await oldDatabase(schema)
        const dying = await openPostgres({ url: fresh.url ?? '', poolMax: 1 })
        await dying.exec(dieAt(between(1, statementsAfter(schema) + 1)))
        await expect(migrate(dying)).rejects.toThrow(/terminat/)
        await dying.close()
        await fresh.database.exec('drop event trigger test_die; drop function test_die')
        await migrate(fresh.database)
        await expectUpgraded(fresh.database, schema)
        await fresh.drop()
      }
    },
    LONG_MS,
  )
})

/** Those in which two operators decided something, which loading decides about no more, and others that the seed chooses. */
const RESTORED = IS_NIGHTLY ? RELEASED : [between(1, DECIDED_SINCE), between(DECIDED_SINCE, RELEASED.length + 1)]

it.each(RESTORED)('a backup of schema %i is restored under it and then brought forward', async (schema) => {
  const [old, fresh] = [await oldDatabase(schema), await emptyDatabase(KINDS_FOR_REFERENCE)]
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-upgrade-'))
  const file = path.join(folder, 'old.backup')
  await writeBackup({ database: old.database, file, secret: SECRET, now: new Date() })
  await loadBackup(fresh.database, file)
  await removeStartupBlock(fresh.database)
  await expectUpgraded(fresh.database, schema)
  await old.drop()
  await fresh.drop()
  fs.rmSync(folder, { recursive: true })
})

/** Ends the server's process of this connection at its so-manieth change of the schema. */
function dieAt(statement: number): string {
  return `
    create function test_die() returns event_trigger language plpgsql as $$ begin
      perform set_config('test.statements', (coalesce(nullif(current_setting('test.statements', true), ''), '0')::int + 1)::text, false);
      if current_setting('test.statements')::int >= ${statement} then perform pg_terminate_backend(pg_backend_pid()); end if;
    end $$;
    create event trigger test_die on ddl_command_end execute function test_die();`
}

function statementsAfter(schema: number): number {
  const sql = migrations.slice(schema).map((each) => each.sql)
  return [...sql.join('\n').matchAll(/^(?:create|alter|drop) /gm)].length
}

describe('an upgrade of the embedded database', () => {
  let scratch: string
  let recording: Recording
  /** For each schema the moments between which it was upgraded to the next one. */
  const upgrades: { schema: number; from: number; to: number }[] = []

  beforeAll(async () => {
    scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-upgrade-'))
    const disk = path.join(scratch, 'disk')
    fs.mkdirSync(disk)
    recording = recordDisk(disk)
    const database = await openPglite(path.join(disk, 'pglite'))
    try {
      await addOneSchema(database, 1)
      for (const schema of RELEASED) {
        const from = recording.length()
        await migrate(database, migrations.slice(0, schema + 1))
        upgrades.push({ schema, from, to: recording.length() })
        await addOneSchema(database, schema + 1)
      }
      // Every schema with the rows of those before it was brought forward once.
      expect(await auditBooks(database)).toEqual([])
    } finally {
      recording.stop()
      await database.close()
    }
  })
  afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

  it(
    'is finished by the next start after the power was cut in the middle',
    async () => {
      for (let round = 0; round < (EMBEDDED_ROUNDS ?? ROUNDS * RELEASED.length); round++) {
        const at = EMBEDDED_ROUNDS === undefined ? round % RELEASED.length : between(0, RELEASED.length)
        const { schema, from, to } = upgrades[at] ?? { schema: 0, from: 0, to: 0 }
        const share = random()
        const folder = path.join(scratch, 'after')
        recording.afterPowerLoss(between(from, to + 1), () => random() < share, folder)
        const database = await openPglite(path.join(folder, 'pglite'))
        await migrate(database)
        await expectUpgraded(database, schema)
        await database.close()
        fs.rmSync(folder, { recursive: true })
      }
    },
    LONG_MS,
  )
})

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  const bytes = seededRandomBytes(seed)
  return () => Buffer.from(bytes(4)).readUInt32BE() / 2 ** 32
}
