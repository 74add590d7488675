import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { databaseKinds, emptyDatabase, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { testLedger } from '#tests/support/ledger.ts'
import { programEnvironment } from '#tests/support/program-environment.ts'
import { auditCommand } from '../../audit/command.ts'

const root = path.join(import.meta.dirname, '..', '..')
/** Ends a program that hangs. A start takes two seconds, and many times that on a busy machine. */
const RUN_TIMEOUT_MS = 240_000

type Run = { code: number | null; out: string; err: string }

let temporary: string
beforeEach(() => {
  temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-audit-test-'))
})
afterEach(() => {
  const left = fs.readdirSync(temporary)
  fs.rmSync(temporary, { recursive: true, force: true })
  expect(left).toEqual([])
})

/** Runs `npm run audit` inside the test process, with a temporary folder that must be empty afterwards. */
async function runAudit(env: Record<string, string>, args: readonly string[] = []): Promise<Run> {
  let [out, err] = ['', '']
  const code = await auditCommand({
    args,
    env,
    temporaryFolder: temporary,
    print(line) {
      out += `${line}\n`
    },
    printError(line) {
      err += `${line}\n`
    },
  })
  return { code, out, err }
}

/** Runs the same in its own process. */
async function startAudit(env: Record<string, string>, args: readonly string[] = []): Promise<Run> {
  return await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(root, 'audit', 'main.ts'), ...args],
      { env: { ...programEnvironment(), TMPDIR: temporary, ...env }, timeout: RUN_TIMEOUT_MS },
      (_, out, err) => resolve({ code: child.exitCode, out, err }),
    )
  })
}

const lastLine = (text: string) => text.trim().split('\n').at(-1)

async function changeBehindTheBack(database: Database): Promise<void> {
  await database.exec(`
    alter table ledger_accounts disable trigger user;
    update ledger_accounts set balance = balance + 1;
    alter table ledger_accounts enable trigger user`)
}

describe.runIf(databaseKinds.includes('postgres'))('npm run audit on PostgreSQL', () => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    const ledger = testLedger(fresh.database)
    await ledger.userWith(1_000)
  })
  afterAll(() => fresh.drop())

  it('ends with 0 and counts when the books are clean, while the app is connected', async () => {
    const { code, out, err } = await startAudit({ DATABASE_URL: fresh.url ?? '' })
    expect(err).toBe('')
    expect(lastLine(out)).toBe('audit: clean, 1 transfers, 2 entries')
    expect(out).toMatch(/^I2 {2}every kept balance is the sum of its entries.* 1 accounts +ok$/m)
    expect(code).toBe(0)
  })

  it('ends with 1 and names the row when they are not', async () => {
    const changed = await freshDatabase('postgres')
    const user = await testLedger(changed.database).userWith(1_000)
    await changeBehindTheBack(changed.database)
    const { code, out } = await startAudit({ DATABASE_URL: changed.url ?? '' })
    expect(out).toContain(`account user:${user}:available: balance 1001, its entries sum to 1000`)
    expect(lastLine(out)).toMatch(/^audit: \d+ problems$/)
    expect(code).toBe(1)
    await changed.drop()
  })

  it('ends with 2 on a database without a ledger', async () => {
    const empty = await emptyDatabase('postgres')
    const { code, err } = await runAudit({ DATABASE_URL: empty.url ?? '' })
    expect(err).toMatch(/could not run: there is no ledger in PostgreSQL database test_\w+/)
    expect(code).toBe(2)
    await empty.drop()
  })

  it('reads as a user who may do nothing but read', async () => {
    const role = `reader_${path.basename(new URL(fresh.url ?? '').pathname)}`
    await fresh.database.exec(`create role ${role} login; grant select on all tables in schema public to ${role}`)
    const url = new URL(fresh.url ?? '')
    url.username = role
    const { code, out } = await runAudit({ DATABASE_URL: url.href })
    expect(lastLine(out)).toBe('audit: clean, 1 transfers, 2 entries')
    expect(code).toBe(0)
    await fresh.database.exec(`drop owned by ${role}; drop role ${role}`)
  })
})

describe('npm run audit on a data folder', () => {
  let dataFolder: string
  let pglite: string
  beforeAll(async () => {
    dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-audit-data-'))
    pglite = path.join(dataFolder, 'pglite')
    await withDatabase(async (database) => {
      await migrate(database)
      await testLedger(database).userWith(1_000)
    })
  })
  afterAll(() => fs.rmSync(dataFolder, { recursive: true, force: true }))

  async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
    const database = await openPglite(pglite)
    try {
      await work(database)
    } finally {
      await database.close()
    }
  }

  it('ends with 0 and leaves every byte of the folder as it was', async () => {
    const before = fingerprint(pglite)
    const { code, out } = await runAudit({ DATA_DIR: dataFolder })
    expect(lastLine(out)).toBe('audit: clean, 1 transfers, 2 entries')
    expect(code).toBe(0)
    expect(fingerprint(pglite)).toEqual(before)
  })

  it('ends with 2 and says what to do while the app is running', async () => {
    await withDatabase(async () => {
      const { code, err } = await runAudit({ DATA_DIR: dataFolder })
      expect(err).toContain('is in use: stop the app first, or audit a copy of the folder')
      expect(code).toBe(2)
    })
  })

  it('ends with 1 when the books are not clean', async () => {
    const changed = path.join(os.tmpdir(), `${path.basename(dataFolder)}-changed`)
    fs.cpSync(dataFolder, changed, { recursive: true })
    const database = await openPglite(path.join(changed, 'pglite'))
    await changeBehindTheBack(database)
    await database.close()
    const { code, out } = await startAudit({ DATA_DIR: changed })
    expect(out).toContain(': balance 1001, its entries sum to 1000')
    expect(code).toBe(1)
    fs.rmSync(changed, { recursive: true })
  })

  it('ends with 2 where there is no database, and makes none', async () => {
    const nowhere = path.join(dataFolder, 'nowhere')
    const { code, err } = await runAudit({ DATA_DIR: nowhere })
    expect(err).toContain(`there is no database in ${path.join(nowhere, 'pglite')}`)
    expect(code).toBe(2)
    expect(fs.existsSync(nowhere)).toBe(false)
  })
})

describe('npm run audit', () => {
  it('ends with 2 when the server cannot be reached', async () => {
    const { code, err } = await startAudit({ DATABASE_URL: 'postgres://nobody@localhost/none?host=/nowhere' })
    expect(err).toContain('audit: could not run')
    expect(code).toBe(2)
  })

  it('explains itself, and does not guess at words it does not know', async () => {
    expect(await startAudit({}, ['--help'])).toMatchObject({ code: 0, err: '' })
    expect(await runAudit({}, ['--fix'])).toMatchObject({ code: 2 })
  })

  it('shares no code with what it audits', () => {
    const folder = path.join(root, 'audit')
    const imports = fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => [
        ...fs.readFileSync(path.join(folder, name), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g),
      ])
      .map((match) => match[1] ?? '')
    const foreign = imports.filter((each) => !/^(\.\/[a-z-]+\.ts|node:[a-z/]+|pg|@electric-sql\/pglite)$/.test(each))
    expect(imports.length).toBeGreaterThan(10)
    expect(foreign).toEqual([])
  })
})

/** Every file of a folder with its size, time and content. */
function fingerprint(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const { mtimeMs } = fs.statSync(file)
      return `${file} ${mtimeMs} ${createHash('sha256').update(fs.readFileSync(file)).digest('hex')}`
    })
    .sort()
}
