import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPglite } from '#server/platform/db/pglite.ts'
import { type Recording, recordDisk } from '#tests/support/lossy-disk.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'
import { randomFrom } from '#tests/support/random.ts'

/** Each claim cuts the power as often as fits into this time, and at least twice. `JARA_POWER_LOSS_S=600` for the long run. */
const SECONDS = Number(process.env.JARA_POWER_LOSS_S ?? (IS_NIGHTLY ? 5 : 0))
const ROUNDS_MIN = 2
const TIMEOUT_MS = SECONDS * 1_000 + 300_000
const SEED = Number(process.env.JARA_SEED ?? Date.now() % 1_000_000)
const COMMITS = 240
const COMMITS_PER_CHECKPOINT = 70

const random = randomFrom(SEED)
const between = (from: number, to: number) => from + Math.floor(random() * (to - from))
const onlyWhatWasFlushed = () => false

let scratch: string
let recording: Recording
let openedAt: number
/** When each commit was acknowledged: its transfer must survive any later power loss. */
const acknowledgedAt: number[] = []

beforeAll(async () => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-power-'))
  const disk = path.join(scratch, 'disk')
  fs.mkdirSync(disk)
  recording = recordDisk(disk)
  const database = await openPglite(path.join(disk, 'pglite'))
  openedAt = recording.length()
  try {
    await database.exec(SCHEMA)
    for (let id = 0; id < COMMITS; id++) {
      await database.transaction(async (tx) => {
        await tx.query('update balances set amount = amount - $1 where id = $2', [BigInt(id), id % 5])
        await tx.query('update balances set amount = amount + $1 where id = $2', [BigInt(id), (id + 1) % 5])
        await tx.query('insert into legs values ($1, 0, -$2::bigint), ($1, 1, $2)', [id, BigInt(id)])
      })
      acknowledgedAt.push(recording.length())
      if (id % COMMITS_PER_CHECKPOINT === COMMITS_PER_CHECKPOINT - 1) await database.exec('checkpoint')
    }
  } finally {
    recording.stop()
    await database.close()
  }
  process.stderr.write(`power loss: JARA_SEED=${SEED}\n`)
})
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

const SCHEMA = `
  create table balances (id int primary key, amount bigint not null);
  insert into balances select n, 0 from generate_series(0, 4) as n;
  create table legs (transfer int, leg int, amount bigint not null, primary key (transfer, leg));`

async function again(round: (number: number) => Promise<void>): Promise<void> {
  const end = performance.now() + SECONDS * 1_000
  for (let number = 0; number < ROUNDS_MIN || performance.now() < end; number++) await round(number)
}

/** Opens what the disk held at that moment and compares it with what had been acknowledged. */
async function expectNothingLost(operationCount: number, survives: () => boolean): Promise<void> {
  const folder = path.join(scratch, 'after')
  recording.afterPowerLoss(operationCount, survives, folder)
  const database = await openPglite(path.join(folder, 'pglite'))
  try {
    // The copied files were readable by everybody.
    expect(openToOthers(folder)).toEqual([])
    const acknowledged = acknowledgedAt.filter((at) => at <= operationCount).length
    if (acknowledged === 0) return
    const rows = await database.query<{ transfer: number; legs: bigint; total: bigint }>(
      'select transfer, count(*) as legs, sum(amount)::bigint as total from legs group by transfer order by transfer',
    )
    expect(rows.slice(0, acknowledged).map((row) => row.transfer)).toEqual([...Array(acknowledged).keys()])
    expect(rows.filter((row) => row.legs !== 2n || row.total !== 0n)).toEqual([])
    const balances = await database.query<{ amount: bigint }>('select amount from balances order by id')
    expect(balances.map((row) => row.amount)).toEqual(balancesAfter(rows.length))
  } finally {
    await database.close()
    fs.rmSync(folder, { recursive: true })
  }
}

/** A database's files and folders that other users may read or write. */
function openToOthers(folder: string): string[] {
  const names = fs.readdirSync(path.join(folder, 'pglite'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => (fs.statSync(path.join(folder, 'pglite', name)).mode & 0o077) !== 0)
}

function balancesAfter(transfers: number): bigint[] {
  const balances = Array.from({ length: 5 }, () => 0n)
  for (let id = 0; id < transfers; id++) {
    balances[id % 5] = (balances[id % 5] ?? 0n) - BigInt(id)
    balances[(id + 1) % 5] = (balances[(id + 1) % 5] ?? 0n) + BigInt(id)
  }
  return balances
}

it('keeps every file that it makes from everybody else', () => {
  expect(openToOthers(path.join(scratch, 'disk'))).toEqual([])
})

it('flushes at least once for every commit', () => {
  expect(acknowledgedAt).toHaveLength(COMMITS)
  const flushes = acknowledgedAt.map((at, id) => recording.flushesBetween(acknowledgedAt[id - 1] ?? openedAt, at))
  expect(flushes.filter((count) => count < 1)).toEqual([])
})

it(
  'loses no acknowledged commit when everything that was not flushed is gone',
  async () => {
    await again(() => expectNothingLost(between(openedAt, recording.length()), onlyWhatWasFlushed))
  },
  TIMEOUT_MS,
)

it(
  'loses no acknowledged commit when a random part of what was not flushed is there',
  async () => {
    await again(() => {
      const share = random()
      return expectNothingLost(between(openedAt, recording.length()), () => random() < share)
    })
  },
  TIMEOUT_MS,
)

it(
  'opens after a power loss during its very first start',
  async () => {
    await again((round) => {
      const share = round % 2 === 0 ? 0 : random()
      return expectNothingLost(between(0, openedAt), () => random() < share)
    })
  },
  TIMEOUT_MS,
)

it('would lose commits without the flushes: the embedded database as shipped does', async () => {
  const disk = path.join(scratch, 'unsafe')
  fs.mkdirSync(disk)
  const unsafe = recordDisk(disk)
  const lite = await PGlite.create(path.join(disk, 'pglite'))
  await lite.exec('create table legs (id int); insert into legs select n from generate_series(1, 100) as n')
  unsafe.stop()
  await lite.close()
  const folder = path.join(scratch, 'unsafe-after')
  unsafe.afterPowerLoss(unsafe.length(), onlyWhatWasFlushed, folder)
  expect(fs.existsSync(path.join(folder, 'pglite', 'PG_VERSION'))).toBe(false)
})
