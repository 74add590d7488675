import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeBackup } from '#server/platform/backups/file.ts'
import { keepSecretCheck } from '#server/platform/crypto/secret-check.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { id } from '#tests/schema-constraints/specimen.ts'
import { SECRET } from '#tests/support/backups.ts'
import { runCommand } from '#tests/support/commands.ts'
import { emptyDatabase, type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { testLedger } from '#tests/support/ledger.ts'
import { hasItsTurn } from '#tests/support/nightly.ts'
import { joinAs } from '#tests/support/person.ts'
import { type Product, run, startProduct } from '#tests/support/processes.ts'

/** The commands as operators type them, on a real installation: docs/operate/backup.md. */

let folder: string
let product: Product | null
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-commands-'))
  product = null
})
afterEach(async () => {
  await product?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const command = (name: 'backup' | 'restore' | 'move', env: Record<string, string>, ...words: string[]) =>
  runCommand(name, env, words)

it('backs up, restores elsewhere, moves to PostgreSQL, and what was moved away does not start', async () => {
  const started = await startProduct({ dataFolder: path.join(folder, 'data'), databaseUrl: null })
  product = started
  const { env } = started
  const ada = await joinAs(started.url, 'Ada Obi')
  const to = path.join(folder, 'backups')
  const running = await command('backup', env, '--to', `${to}/`)
  expect(running).toMatchObject({ code: 2, said: expect.stringContaining('Jara is running on') })
  expect(await started.kill('SIGTERM')).toBe(0)

  const file = path.join(to, 'ada.backup')
  expect(await command('backup', env, '--to', file)).toMatchObject({
    code: 0,
    said: expect.stringContaining('the secret is not in it'),
  })

  // On PostgreSQL if installed: creating an embedded database takes ten times as long.
  const target = featureDatabases.includes('postgres') ? await emptyDatabase('postgres') : null
  const elsewhere = {
    ...env,
    DATA_DIR: path.join(folder, 'elsewhere'),
    ...(target?.url ? { DATABASE_URL: target.url } : {}),
  }
  const secret = path.join(env.DATA_DIR ?? '', 'secret.key')
  const restored = await command('restore', elsewhere, '--from', file, '--secret', secret)
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('money is stopped') })
  expect(restored.said).toContain('audit: clean')
  expect(fs.readFileSync(path.join(elsewhere.DATA_DIR, 'secret.key'))).toEqual(fs.readFileSync(secret))
  const books = target?.database ?? (await openPglite(path.join(elsewhere.DATA_DIR, 'pglite')))
  expect(await books.query('select reason from payment_suspensions where lifted_at is null')).toEqual([
    { reason: 'restored' },
  ])
  await (target === null ? books.close() : target.drop())

  await moveToPostgres(async (fresh) => {
    const moved = await command('move', env, '--to', fresh.url ?? '')
    expect(moved).toMatchObject({ code: 0, said: expect.stringContaining('refuses to start from now on') })
    const old = run('server/main.ts', env)
    expect(await old.ended).toBe(1)
    expect(old.output()).toMatch(/^this database was moved to the PostgreSQL database test_\w+ on localhost on /)
    Object.assign(env, { DATABASE_URL: fresh.url })
    await started.startApp()
    // The same person, the same device, the same PIN: the secret is the one she joined under.
    expect((await ada.unlock()).status).toBe(204)
    expect((await ada.wallet()).availableKobo).toBe('20000000')
    expect(await started.kill('SIGTERM')).toBe(0)
  })
})

it('restores no backup from the future unseen: the clock that made it, or this one, is wrong', async () => {
  const made = await freshDatabase('pglite')
  await fixMode(made.database, 'sandbox', new Date())
  const [file, secret, data] = ['future.backup', 'secret', 'elsewhere'].map((name) => path.join(folder, name))
  fs.writeFileSync(secret ?? '', SECRET.toString('hex'))
  const threeDays = new Date(Date.now() + 3 * 24 * 60 * 60_000)
  await keepSecretCheck(made.database, SECRET, new Date())
  await writeBackup({ database: made.database, file: file ?? '', secret: SECRET, now: threeDays })
  await made.drop()

  const words = ['--from', file ?? '', '--secret', secret ?? '']
  // On PostgreSQL if installed: creating an embedded database takes ten times as long.
  const target = featureDatabases.includes('postgres') ? await emptyDatabase('postgres') : null
  const env = { DATA_DIR: data ?? '', ...(target?.url ? { DATABASE_URL: target.url } : {}) }
  const refused = await command('restore', env, ...words)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('which is in the future') })
  const madeAt = '2026-11-21T10:00:00Z'
  expect((await command('restore', env, ...words, '--made-at', madeAt)).code).toBe(0)
  const books = target?.database ?? (await openPglite(path.join(data ?? '', 'pglite')))
  expect(await books.query('select since from payment_suspensions')).toEqual([{ since: new Date(madeAt) }])
  await (target === null ? books.close() : target.drop())
})

async function moveToPostgres(use: (fresh: FreshDatabase) => Promise<void>): Promise<void> {
  if (!featureDatabases.includes('postgres')) return
  const fresh = await emptyDatabase('postgres')
  try {
    await use(fresh)
  } finally {
    await fresh.drop()
  }
}

it.runIf(featureDatabases.includes('postgres'))(
  'sets the stop on a database that other tools have restored',
  async () => {
    const fresh = await freshDatabase('postgres')
    const env = { DATA_DIR: folder, DATABASE_URL: fresh.url ?? '' }
    expect((await command('restore', env, '--done-until', 'yesterday')).code).toBe(2)
    expect((await command('restore', env, '--done-until', '2026-11-21T10:00:00Z')).code).toBe(0)
    const stops = await fresh.database.query('select reason, since from payment_suspensions where lifted_at is null')
    expect(stops).toEqual([{ reason: 'restored', since: new Date('2026-11-21T10:00:00Z') }])
    await fresh.drop()
  },
)

it.runIf(featureDatabases.includes('postgres'))(
  'finds a backup whose books are not clean, and says not to start it',
  async () => {
    const [fresh, target] = [await freshDatabase('postgres'), await emptyDatabase('postgres')]
    await testLedger(fresh.database).userWith(1_000)
    // A stored balance one kobo higher than the sum of its entries.
    await fresh.database.exec('update ledger_accounts set balance = balance + 1')
    const env = { DATA_DIR: folder, DATABASE_URL: fresh.url ?? '', JARA_SECRET: 'ab'.repeat(32) }
    const file = path.join(folder, 'tampered.backup')
    expect((await command('backup', env, '--to', file)).code).toBe(0)
    const verified = await command('backup', env, '--verify', file)
    expect(verified.code).toBe(1)
    expect(verified.said).toContain('balance 1001, its entries sum to 1000')
    expect(verified.said).toContain('the books of this backup are not clean: do not restore it')
    const restored = await command('restore', { ...env, DATABASE_URL: target.url ?? '' }, '--from', file)
    expect(restored.code).toBe(1)
    expect(restored.said).toContain('balance 1001, its entries sum to 1000')
    expect(restored.said).toContain('the books of this backup are not clean: do not start it')
    await fresh.drop()
    await target.drop()
  },
)

describe('the verification of a backup', () => {
  const env = () => ({ DATA_DIR: folder, JARA_SECRET: SECRET.toString('hex') })
  /** An intact backup of a database after these changes. */
  async function backupAfter(...changes: string[]): Promise<string> {
    const made = await freshDatabase(featureDatabases[0] ?? 'pglite')
    const file = path.join(folder, 'made.backup')
    for (const change of changes) await made.database.exec(change)
    await writeBackup({ database: made.database, file, secret: SECRET, now: new Date() })
    await made.drop()
    return file
  }

  // Takes turns with the verification by a running app: server/platform/backups/own-backups.test.ts.
  if (hasItsTurn(1, 2)) {
    it('refuses one that is whole and cannot be restored, and says why', async () => {
      const file = await backupAfter(
        'alter table visitors drop constraint visitors_email_check',
        `insert into visitors (id, email, created_at) values ('${id('vis')}', 'ADA@EXAMPLE.NG', now())`,
      )
      const { code, err } = await command('backup', env(), '--verify', file)
      expect([code, err]).toEqual([
        1,
        `backup: refused: ${file} cannot be restored: new row for relation "visitors" violates check constraint "visitors_email_check"\n`,
      ])
    })
  }

  it('leaves nothing of it behind when a signal ends it in the middle', async () => {
    const file = await backupAfter()
    const TMPDIR = path.join(folder, 'temporary')
    fs.mkdirSync(TMPDIR)
    const watcher = fs.watch(TMPDIR)
    const begun = once(watcher, 'change')
    const running = run('server/commands/backup.ts', { ...env(), TMPDIR }, ['--verify', file])
    await begun
    watcher.close()
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(2)
    expect(fs.readdirSync(TMPDIR)).toEqual([])
  })
})
