import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { alarmFailedBackups } from '#server/outbox/alarms/alarm-failed-backups.ts'
import { id } from '#tests/schema-constraints/specimen.ts'
import { SECRET } from '#tests/support/backups.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { hasItsTurn } from '#tests/support/nightly.ts'
import { programEnvironment } from '#tests/support/program-environment.ts'
import { verifyBackup } from './file.ts'
import { backUpOnce, isVerificationDue, keepVerdict, newestOwn, timeInName } from './own-backups.ts'
import { verifyInProcess } from './verify-own.ts'

const HOUR_MS = 60 * 60_000
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

let folder: string
let fresh: FreshDatabase
let clock: TestClock
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-own-'))
  fresh = await freshDatabase(databaseKinds.at(-1) ?? 'pglite')
  clock = testClock()
})
afterEach(async () => {
  await fresh.drop()
  fs.rmSync(folder, { recursive: true })
})
const depsOf = () => {
  const deps = { database: fresh.database, clock, log: silent }
  return { ...deps, alarm: alarmFailedBackups(deps) }
}
const backUp = () => backUpOnce(depsOf(), { folder, secret: SECRET })
const alarms = () => fresh.database.query('select kind, subject_id as day from alarms')

it('keeps the newest twelve and the newest of each of the last seven days, and touches nothing else there', async () => {
  fs.writeFileSync(path.join(folder, 'jara-by-hand.backup'), '')
  for (let n = 1; n < 9 * 4; n++) {
    fs.writeFileSync(path.join(folder, `jara-auto-${timeInName(clock.now())}.backup`), '')
    clock.advance(6 * HOUR_MS)
  }
  await backUp()
  const names = fs.readdirSync(folder).filter((name) => name !== 'jara-by-hand.backup')
  expect(fs.existsSync(path.join(folder, 'jara-by-hand.backup'))).toBe(true)
  const days = names.map((name) => name.slice('jara-auto-'.length, 'jara-auto-2026-11-21'.length))
  expect(new Set(days).size).toBe(7)
  // The newest twelve are from the last four days; each of the three days before has one.
  expect(names).toHaveLength(15)
  const newest = newestOwn(folder, clock.now())?.file ?? ''
  expect(newest).toBe(path.join(folder, names.sort().at(-1) ?? ''))
  expect((await verifyBackup(newest, SECRET)).header.madeAt).toBe(clock.now().toISOString())
})

it('raises one alarm a day while it fails, and leaves nothing half-written', async () => {
  fs.writeFileSync(path.join(folder, 'in-the-way'), '')
  const blocked = { folder: path.join(folder, 'in-the-way'), secret: SECRET }
  for (let n = 0; n < 2; n++) await backUpOnce(depsOf(), blocked)
  expect(await alarms()).toEqual([{ kind: 'backup-failed', day: '2026-11-21' }])
  expect(fs.readdirSync(folder)).toEqual(['in-the-way'])
  await backUp()
  expect(newestOwn(folder, clock.now())).not.toBeNull()
})

it('keeps what it has just made, whatever a clock that was ahead has made before', async () => {
  const now = clock.now()
  clock.advance(30 * 24 * HOUR_MS)
  const future = Array.from({ length: 20 }, () => {
    clock.advance(24 * HOUR_MS)
    return `jara-auto-${timeInName(clock.now())}.backup`
  })
  for (const name of future) fs.writeFileSync(path.join(folder, name), '')
  clock.set(now)
  for (let n = 0; n < 3; n++) {
    await backUp()
    clock.advance(HOUR_MS)
  }
  const names = fs.readdirSync(folder)
  // The newest counts by the clock: a name from the future is ignored until its time comes.
  clock.advance(-HOUR_MS)
  expect(newestOwn(folder, clock.now())?.madeAt).toEqual(clock.now())
  expect(names.filter((name) => !future.includes(name))).toHaveLength(3)
  expect(names).toEqual(expect.arrayContaining(future))
})

it('is verified again once no backup of the last day was, and counts none of a clock that was ahead', async () => {
  expect(isVerificationDue(folder, clock.now())).toBe(true)
  const ofAnHour = async (verdict: 'good' | 'stopped') => {
    clock.advance(HOUR_MS)
    const file = (await backUp()) ?? ''
    await keepVerdict(depsOf(), { file, verdict: Promise.resolve(verdict), stop: () => undefined })
    return isVerificationDue(folder, clock.now())
  }
  expect(await ofAnHour('stopped')).toBe(true)
  expect(await ofAnHour('good')).toBe(false)
  clock.advance(24 * HOUR_MS - 1)
  expect(isVerificationDue(folder, clock.now())).toBe(false)
  clock.advance(1)
  expect(isVerificationDue(folder, clock.now())).toBe(true)
  clock.advance(-25 * HOUR_MS)
  expect(isVerificationDue(folder, clock.now())).toBe(true)
})

// Alternates with the command's test of the same: server/commands/backup.test.ts.
if (hasItsTurn(0, 2)) {
  it('raises an alarm the day a backup cannot be restored, though it is whole, and leaves nothing of it behind', async () => {
    const { database } = fresh
    await database.exec(
      `alter table visitors drop constraint visitors_email_check;
       insert into visitors (id, email, created_at) values ('${id('vis')}', 'ADA@EXAMPLE.NG', now())`,
    )
    const file = (await backUp()) ?? ''
    const env = { ...programEnvironment(), DATA_DIR: folder, JARA_SECRET: SECRET.toString('hex') }
    const verification = verifyInProcess({ dataFolder: folder, env })(file)
    expect(fs.statSync(path.join(folder, 'verifying')).mode & 0o777).toBe(0o700)
    await keepVerdict(depsOf(), verification)
    expect(await database.query('select kind, subject_id as subject, detail from alarms')).toEqual([
      {
        kind: 'backup-failed',
        subject: '2026-11-21 verified',
        detail: expect.stringMatching(
          /^jara-auto-\S+ was made, and restoring it failed: backup: refused: .*visitors_email_check/,
        ),
      },
    ])
    expect(fs.readdirSync(folder)).toEqual([path.basename(file)])
    expect(isVerificationDue(folder, clock.now())).toBe(true)
  })
}

it('that cannot run says nothing against the backup', async () => {
  const file = (await backUp()) ?? ''
  const env = { ...programEnvironment(), DATA_DIR: folder, JARA_SECRET: SECRET.toString('hex') }
  // Ends like a verification that found no disk space: not refused, just not run.
  const verification = verifyInProcess({ dataFolder: folder, env: { ...env, JARA_SECRET: 'no secret' } })(file)
  expect(await verification.verdict).toEqual({ unverified: expect.stringContaining('backup: could not run: ') })
  await keepVerdict(depsOf(), verification)
  const details = await fresh.database.query<{ detail: string }>('select detail from alarms')
  expect(details).toEqual([{ detail: expect.stringContaining(' was made, and could not be verified: ') }])
})

it('that is stopped in the middle says nothing of the backup, and leaves nothing behind', async () => {
  const file = (await backUp()) ?? ''
  const env = { ...programEnvironment(), DATA_DIR: folder, JARA_SECRET: SECRET.toString('hex') }
  const verification = verifyInProcess({ dataFolder: folder, env })(file)
  verification.stop()
  expect(await verification.verdict).toBe('stopped')
  await keepVerdict(depsOf(), verification)
  expect(await alarms()).toEqual([])
  expect(fs.readdirSync(folder)).toEqual([path.basename(file)])
})
