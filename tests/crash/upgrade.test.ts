import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBackup } from '#server/platform/backups/file.ts'
import { type Migration, migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { removeStartupBlock } from '#server/platform/db/startup-block.ts'
import { contentOf, loadBackup, SECRET } from '#tests/support/backups.ts'
import { auditBooks } from '#tests/support/books.ts'
import { databaseKinds, emptyDatabase, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { exampleRows } from '#tests/support/example-rows.ts'
import { seededRandomBytes } from '#tests/support/ids.ts'
import { type Recording, recordDisk } from '#tests/support/lossy-disk.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'

/** Interrupted upgrades on each database. `UPGRADE_ROUNDS=20` for the long run; `JARA_SEED` repeats one. */
const ROUNDS = Number(process.env.UPGRADE_ROUNDS ?? (IS_NIGHTLY ? 10 : 3))
const LONG_MS = 300_000 * ROUNDS
const SEED = Number(process.env.JARA_SEED ?? Date.now() % 1_000_000)

const baseline = readMigrations()
/** Like later migrations: a column that is filled and then required, a table made from rows, and a trigger. */
const next: Migration[] = [
  later(
    '9001_test_notes',
    `alter table orders add column test_note text;
update orders set test_note = id || ' of ' || kind;
alter table orders alter column test_note set not null;
create index test_notes on orders (test_note);`,
  ),
  later(
    '9002_test_owners',
    `create table test_owners (id text primary key, orders bigint not null);
insert into test_owners select user_id, count(*) from orders group by user_id;
create function test_stays() returns trigger language plpgsql as $$ begin raise exception 'it stays'; end $$;
create trigger test_owners_stay before update or delete on test_owners for each row execute function test_stays();
alter table jobs add column test_owner text;
update jobs set test_owner = user_id;`,
  ),
]
const upgraded = [...baseline, ...next]

function later(id: string, sql: string): Migration {
  return { id, sql, checksum: `checksum of ${id}` }
}

const random = randomFrom(SEED)
const between = (from: number, to: number) => from + Math.floor(random() * (to - from))

/** A database of this version with rows in it, before the upgrade. */
async function oldDatabase(kind: 'pglite' | 'postgres'): Promise<FreshDatabase> {
  const fresh = await freshDatabase(kind)
  await fresh.database.exec(exampleRows())
  return fresh
}

/** The rows after an undisturbed upgrade: the same on either kind of database. */
let undisturbed = ''

async function expectUpgraded(database: FreshDatabase['database']): Promise<void> {
  expect(await auditBooks(database)).toEqual([])
  expect((await contentOf(database)).sha256).toBe(undisturbed)
  expect(await database.query('select orders from test_owners')).toEqual([{ orders: 3n }])
  expect(await migrate(database, upgraded)).toEqual([])
}

beforeAll(async () => {
  process.stderr.write(`upgrade: JARA_SEED=${SEED}\n`)
  const { database, drop } = await oldDatabase(databaseKinds.at(-1) ?? 'pglite')
  const before = await contentOf(database)
  expect(await migrate(database, upgraded)).toEqual(next.map(({ id }) => id))
  undisturbed = (await contentOf(database)).sha256
  expect(undisturbed).not.toBe(before.sha256)
  await drop()
})

it.runIf(databaseKinds.includes('postgres'))(
  'an upgrade whose connection is lost at a random statement is finished by the next start',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const fresh = await oldDatabase('postgres')
      const dying = await openPostgres({ url: fresh.url ?? '', poolMax: 1 })
      await dying.exec(dieAt(between(1, STATEMENTS + 1)))
      await expect(migrate(dying, upgraded)).rejects.toThrow(/terminat/)
      await dying.close()
      await fresh.database.exec('drop event trigger test_die; drop function test_die')
      await migrate(fresh.database, upgraded)
      await expectUpgraded(fresh.database)
      await fresh.drop()
    }
  },
  LONG_MS,
)

it.each(databaseKinds)('a backup of the version before is restored and then brought forward, on %s', async (kind) => {
  const [old, fresh] = [await oldDatabase(kind), await emptyDatabase(kind)]
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-upgrade-'))
  const file = path.join(folder, 'old.backup')
  await writeBackup({ database: old.database, file, secret: SECRET, now: new Date() })
  await loadBackup(fresh.database, file, upgraded)
  await removeStartupBlock(fresh.database)
  await expectUpgraded(fresh.database)
  await old.drop()
  await fresh.drop()
  fs.rmSync(folder, { recursive: true })
})

/** The schema changes at which the upgrade can die. */
const STATEMENTS = [
  ...next
    .map(({ sql }) => sql)
    .join('\n')
    .matchAll(/^(?:create|alter) /gm),
].length

/** Ends this connection's server process at the given schema change. */
function dieAt(statement: number): string {
  return `
    create function test_die() returns event_trigger language plpgsql as $$ begin
      perform set_config('test.statements', (coalesce(nullif(current_setting('test.statements', true), ''), '0')::int + 1)::text, false);
      if current_setting('test.statements')::int >= ${statement} then perform pg_terminate_backend(pg_backend_pid()); end if;
    end $$;
    create event trigger test_die on ddl_command_end execute function test_die();`
}

describe('an upgrade of the embedded database', () => {
  let scratch: string
  let recording: Recording
  /** When the upgrade started and ended. */
  let [from, to] = [0, 0]

  beforeAll(async () => {
    scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-upgrade-'))
    const disk = path.join(scratch, 'disk')
    fs.mkdirSync(disk)
    recording = recordDisk(disk)
    const database = await openPglite(path.join(disk, 'pglite'))
    try {
      await migrate(database)
      await database.exec(exampleRows())
      from = recording.length()
      await migrate(database, upgraded)
      to = recording.length()
      await expectUpgraded(database)
    } finally {
      recording.stop()
      await database.close()
    }
  })
  afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

  it(
    'is finished by the next start after the power was cut in the middle',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const share = random()
        const folder = path.join(scratch, 'after')
        recording.afterPowerLoss(between(from, to + 1), () => random() < share, folder)
        const database = await openPglite(path.join(folder, 'pglite'))
        await migrate(database, upgraded)
        await expectUpgraded(database)
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
