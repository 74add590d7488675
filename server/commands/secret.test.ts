import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { scheduleReEncryption } from '#server/installation/re-encrypt-secrets.ts'
import { writeBackup } from '#server/platform/backups/file.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { ensureInstallationSecret } from '#server/platform/crypto/secret-change.ts'
import { keepSecretCheck } from '#server/platform/crypto/secret-check.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { newPerson, startAccounts } from '#tests/support/accounts.ts'
import { type CommandName, runCommand } from '#tests/support/commands.ts'
import { emptyDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { sampled } from '#tests/support/nightly.ts'
import { joinAs } from '#tests/support/person.ts'
import { run, startProduct } from '#tests/support/processes.ts'

/** The secret of an installation, at a start and in commands, and how it gets to a live database. */

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-secret-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

async function ends(file: 'audit/main.ts' | 'server/main.ts', env: Record<string, string>, ...words: string[]) {
  const running = run(file, env, words)
  return { code: await running.ended, said: running.output() }
}

const command = (name: CommandName, env: Record<string, string>, ...words: string[]) => runCommand(name, env, words)

it('does not start without its secret or with another one, makes none, and starts when it is back', async () => {
  // On PostgreSQL if installed, because each start on it takes a fraction of the time.
  const fresh = featureDatabases.includes('postgres') ? await freshDatabase('postgres') : null
  const product = await startProduct({ dataFolder: folder, databaseUrl: fresh?.url ?? null })
  try {
    const ada = await joinAs(product.url, 'Ada Obi')
    expect(await product.kill('SIGTERM')).toBe(0)
    const file = path.join(folder, 'secret.key')
    const secret = fs.readFileSync(file)

    fs.rmSync(file)
    expect(await ends('server/main.ts', product.env)).toEqual({
      code: 1,
      said: 'the secret of this database is missing, and with a new one no password, PIN or code would be right: put secret.key back into DATA_DIR, or set JARA_SECRET\n',
    })
    expect(fs.existsSync(file)).toBe(false)

    fs.writeFileSync(file, randomBytes(32).toString('hex'))
    const other = await ends('server/main.ts', product.env)
    expect(other).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^JARA_SECRET or secret.key is not the secret/),
    })
    const wrong = await command('backup', product.env, '--to', path.join(folder, 'a.backup'))
    expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('is not the secret that this database') })
    expect(fs.existsSync(path.join(folder, 'a.backup'))).toBe(false)
    const moved = await command('move', product.env, '--to', path.join(folder, 'new'))
    expect(moved).toMatchObject({ code: 1, said: expect.stringContaining('is not the secret that this database') })
    expect(fs.existsSync(path.join(folder, 'new'))).toBe(false)

    fs.writeFileSync(file, secret)
    await product.startApp()
    expect((await ada.unlock()).status).toBe(204)

    expect(await product.kill('SIGTERM')).toBe(0)
    fs.writeFileSync(file, randomBytes(32).toString('hex'))
    product.env.JARA_SECRET_BEFORE = secret.toString()
    await product.startApp()
    expect((await ada.unlock()).status).toBe(204)
  } finally {
    await product.close()
    await fresh?.drop()
  }
})

it.runIf(featureDatabases.includes('postgres'))(
  'never opens a backup whose rows were made with another secret than it was sealed with',
  async () => {
    const [fresh, target] = [await freshDatabase('postgres'), await emptyDatabase('postgres')]
    const sealedWith = randomBytes(32)
    await keepSecretCheck(fresh.database, randomBytes(32), new Date())
    const file = path.join(folder, 'a.backup')
    await writeBackup({ database: fresh.database, file, secret: sealedWith, now: new Date() })
    const env = { DATA_DIR: folder, JARA_SECRET: sealedWith.toString('hex'), DATABASE_URL: target.url ?? '' }
    const restored = await command('restore', env, '--from', file)
    expect(restored).toMatchObject({ code: 1, said: expect.stringContaining('is not the secret that this database') })
    await expect(migrate(target.database)).rejects.toThrow('empty it and begin again')
    await fresh.drop()
    await target.drop()
  },
)

/** With two hosts the driver may use either, so the check does not take it for a local address. */
function saidTwice(url: string | null): string {
  const twice = new URL(url ?? '')
  twice.searchParams.append('host', twice.searchParams.get('host') ?? '')
  return twice.href
}

const AWAY = 'postgres://jara:word@192.0.2.1/jara'
const COMMANDS: [name: 'audit' | CommandName, ...words: string[]][] = [
  ['audit'],
  ['backup', '--to', '/nowhere/a.backup'],
  ['books', 'status'],
  ['cases', 'list'],
  ['move', '--to', '/nowhere'],
  ['reconcile', 'exceptions'],
  ['restore', '--done-until', '2026-11-22T03:00:00Z'],
]
const auditOr = (name: 'audit' | CommandName, env: Record<string, string>, words: string[]) =>
  name === 'audit' ? ends('audit/main.ts', env, ...words) : command(name, env, ...words)

it.each(sampled(COMMANDS, 2))(
  'in live mode %s sends nothing to another machine whose certificate nobody checks',
  async (name, ...words) => {
    const env = {
      DATA_DIR: folder,
      JARA_MODE: 'live',
      DATABASE_URL: AWAY,
      JARA_SECRET: randomBytes(32).toString('hex'),
    }
    const { code, said } = await auditOr(name, env, words)
    expect(code).not.toBe(0)
    expect(said).toContain('the address of a live database on another machine needs sslmode=verify-full')
  },
)

it.runIf(featureDatabases.includes('postgres')).each(sampled(COMMANDS, 2, 1))(
  'without being told of live mode %s leaves a live database that it reaches like that',
  async (name, ...words) => {
    const fresh = await freshDatabase('postgres')
    const secret = randomBytes(32)
    await fixMode(fresh.database, 'live', new Date())
    await keepSecretCheck(fresh.database, secret, new Date())
    const env = { DATA_DIR: folder, JARA_SECRET: secret.toString('hex') }
    const { code, said } = await auditOr(name, { ...env, DATABASE_URL: saidTwice(fresh.url) }, words)
    expect(code).not.toBe(0)
    expect(said).toContain('the address of a live database on another machine needs sslmode=verify-full')
    await fresh.drop()
  },
)

it.runIf(featureDatabases.includes('postgres'))(
  'moves and restores a live installation over a checked way only',
  async () => {
    const [fresh, target] = [await freshDatabase('postgres'), await emptyDatabase('postgres')]
    const secret = randomBytes(32)
    await fixMode(fresh.database, 'live', new Date())
    await keepSecretCheck(fresh.database, secret, new Date())
    const env = { DATA_DIR: folder, JARA_SECRET: secret.toString('hex'), DATABASE_URL: fresh.url ?? '' }
    const unsafe = saidTwice(target.url)
    const file = path.join(folder, 'live.backup')
    expect((await command('backup', env, '--to', file)).code).toBe(0)

    const refused = { code: 1, said: expect.stringContaining('needs sslmode=verify-full') }
    expect(await command('move', env, '--to', unsafe)).toMatchObject(refused)
    const restored = await command('restore', { ...env, DATABASE_URL: unsafe }, '--from', file)
    expect(restored).toMatchObject(refused)
    const [row] = await target.database.query<{ tables: number }>(
      "select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace",
    )
    expect(row?.tables).toBe(0)

    const safe = await command('move', env, '--to', target.url ?? '')
    expect(safe.said).toContain('1 other connections are open to the old database')
    await fresh.drop()
    await target.drop()
  },
)

it.runIf(featureDatabases.includes('postgres'))(
  'says that it is due when it is older than a year, and not before',
  async () => {
    const { database, url, drop } = await freshDatabase('postgres')
    const secret = randomBytes(32)
    const env = { DATABASE_URL: url ?? '', JARA_SECRET: secret.toString('hex') }
    const day = 24 * 60 * 60_000
    await keepSecretCheck(database, secret, new Date(Date.now() - 364 * day))
    expect((await command('secret', env, 'status')).said).not.toContain('more than a year')
    await database.query('update secret_check set kept_at = $1', [new Date(Date.now() - 366 * day)])
    expect((await command('secret', env, 'status')).said).toMatch(
      /The secret has not changed since \d{4}-\d\d-\d\d \d\d:\d\d, for more than a year: change it\.\n$/,
    )
    await drop()
  },
)

it('says in one sentence that this Node has no Argon2', async () => {
  const script =
    'import c from "node:crypto"; import { syncBuiltinESMExports as sync } from "node:module"; delete c.argon2; sync()'
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(script)}`
  const { code, said } = await ends('server/main.ts', { DATA_DIR: folder, NODE_OPTIONS })
  expect(code).toBe(1)
  expect(said).toMatch(
    /^Jara needs Node 24\.7 or newer; this is v\S+ Install it from https:\/\/nodejs\.org and start again\.\n$/,
  )
  expect(fs.readdirSync(folder)).toEqual([])
})

it.runIf(featureDatabases.includes('postgres'))('says how much still rests on a former secret', async () => {
  const fresh = await freshDatabase('postgres')
  const [before, secret] = [randomBytes(32), randomBytes(32)]
  const accounts = await startAccounts(fresh.database, {}, keysFrom(before))
  await ensureInstallationSecret(fresh.database, accounts.deps.log, {
    secret: before,
    before: null,
    keys: keysFrom(before),
    now: new Date(),
  })
  await newPerson(accounts)
  const env = { DATA_DIR: folder, DATABASE_URL: fresh.url ?? '', JARA_SECRET: before.toString('hex') }
  const present = await command('secret', env, 'status')
  expect(present).toMatchObject({
    code: 0,
    said: expect.stringContaining('Nothing depends on a former secret: JARA_SECRET_BEFORE is not needed.'),
  })
  expect(present.said).toMatch(
    /^the current secret \([0-9a-f]{8}\): 1 passwords, 1 PINs, 0 unused recovery codes, 2 sealed codes/,
  )

  const keys = keysFrom(secret, before)
  await ensureInstallationSecret(fresh.database, accounts.deps.log, { secret, before, keys, now: new Date() })
  expect(await command('secret', env)).toMatchObject({ code: 1 })
  const afterwards = { ...env, JARA_SECRET: secret.toString('hex') }
  const changed = await command('secret', afterwards)
  expect(changed.said).toMatch(
    /^a former secret \([0-9a-f]{8}\): 1 passwords, 1 PINs, 0 unused recovery codes, 2 sealed/,
  )
  expect(changed.said).toContain('JARA_SECRET_BEFORE is needed: Jara does not start without it.')

  const restarted = await startAccounts(fresh.database, {}, keys)
  await scheduleReEncryption(fresh.database, restarted.clock.now())
  await restarted.worker.runDue()
  expect((await command('secret', afterwards)).said).toContain(
    'Without JARA_SECRET_BEFORE 1 people must reset their password by email, 1 must set a new PIN after a full sign-in',
  )
  await fresh.drop()
})
