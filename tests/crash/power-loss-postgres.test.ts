import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { flushesIn, writeAfterPowerLoss } from '#tests/support/disk-image.ts'
import { makeCluster, startCluster } from '#tests/support/postgres.ts'
import { randomFrom } from '#tests/support/random.ts'
import { canTrace, readTrace, type Traced, traceInto } from '#tests/support/traced-disk.ts'

/** How often each claim cuts the power. `JARA_POWER_LOSS_ROUNDS=100` for the long run; `JARA_SEED` repeats one. */
const ROUNDS = Number(process.env.JARA_POWER_LOSS_ROUNDS ?? 2)
const TIMEOUT_MS = 180_000 + ROUNDS * 20_000
const SEED = Number(process.env.JARA_SEED ?? Date.now() % 1_000_000)
const COMMITS = 90
const COMMITS_PER_CHECKPOINT = 40

const random = randomFrom(SEED)
const onlyWhatWasFlushed = () => false

/** strace may write after the server's reply: reads again until the trace shows the last commit's acknowledgement. */
async function readWhole(read: () => Traced, commits: number): Promise<Traced> {
  for (;;) {
    const traced = read()
    if (traced.acknowledgedAt.length >= commits) return traced
    await delay(50)
  }
}

/** Needs strace and the right to trace; `npm test` installs it and prints when it is missing. */
const traced = databaseKinds.includes('postgres') && canTrace() ? ['postgres'] : []

describe.each(traced)('the power going out under %s', () => {
  let scratch: string
  let run: Traced
  let firstAt: number
  beforeAll(async () => {
    scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-power-pg-'))
    fs.chmodSync(scratch, 0o755)
    run = await traceCommits(COMMITS, {})
    firstAt = run.acknowledgedAt[0] ?? 0
    process.stderr.write(`power loss on PostgreSQL: JARA_SEED=${SEED}, ${run.operations.length} operations\n`)
  }, TIMEOUT_MS)
  afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

  /** Runs commits in sequence, over one connection, on a traced server. */
  async function traceCommits(count: number, settings: Record<string, string>): Promise<Traced> {
    const base = fs.mkdtempSync(path.join(scratch, 'base-'))
    fs.chmodSync(base, 0o777)
    makeCluster(path.join(base, 'data'), ['--wal-segsize=1'])
    const trace = path.join(base, 'trace')
    let data = ''
    const cluster = await startCluster({
      fsync: true,
      settings: { shared_buffers: '1MB', ...settings },
      fill: (target) => {
        fs.cpSync(path.join(base, 'data'), target, { recursive: true })
        data = target
      },
      under: traceInto(trace),
    })
    try {
      const database = await openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
      await database.exec(
        'create table legs (transfer int, leg int, amount bigint not null, primary key (transfer, leg))',
      )
      for (let id = 0; id < count; id++) {
        await database.transaction((tx) =>
          tx.query('insert into legs values ($1, 0, -$2::bigint), ($1, 1, $2)', [id, BigInt(id)]),
        )
        if (id % COMMITS_PER_CHECKPOINT === COMMITS_PER_CHECKPOINT - 1) await database.exec('checkpoint')
      }
      await database.close()
      return await readWhole(() => readTrace(fs.readFileSync(trace, 'latin1'), data, path.join(base, 'data')), count)
    } finally {
      await cluster.stop()
    }
  }

  /** Starts a server on what the disk held, and returns which transfers acknowledged by then are lost. */
  async function lostAfter(of: Traced, operationCount: number, survives: () => boolean): Promise<number[]> {
    const cluster = await startCluster({
      fsync: false,
      fill(target) {
        writeAfterPowerLoss(of.operations.slice(0, operationCount), survives, target)
        // The process in this file is gone with the machine.
        fs.rmSync(path.join(target, 'postmaster.pid'), { force: true })
      },
    })
    try {
      const database = await openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
      const rows = await database
        .query<{ transfer: number; legs: bigint; total: bigint }>(
          'select transfer, count(*) as legs, sum(amount)::bigint as total from legs group by transfer',
        )
        .catch(() => [])
      await database.close()
      expect(rows.filter((row) => row.legs !== 2n || row.total !== 0n)).toEqual([])
      const there = new Set(rows.map((row) => row.transfer))
      const acknowledged = of.acknowledgedAt.filter((at) => at <= operationCount).length
      return [...Array(acknowledged).keys()].filter((id) => !there.has(id))
    } finally {
      await cluster.stop()
    }
  }

  const someInstant = () => firstAt + Math.floor(random() * (run.operations.length - firstAt + 1))

  it('flushes at least once between a commit and its acknowledgement', () => {
    expect(run.acknowledgedAt).toHaveLength(COMMITS)
    const flushes = run.acknowledgedAt.map((at, n) =>
      flushesIn(run.operations.slice(run.acknowledgedAt[n - 1] ?? 0, at)),
    )
    expect(flushes.filter((count) => count < 1)).toEqual([])
  })

  it(
    'loses no acknowledged commit when everything that was not flushed is gone',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        expect(await lostAfter(run, someInstant(), onlyWhatWasFlushed)).toEqual([])
      }
    },
    TIMEOUT_MS,
  )

  it(
    'loses no acknowledged commit when a random part of what was not flushed is there',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const share = random()
        expect(await lostAfter(run, someInstant(), () => random() < share)).toEqual([])
      }
    },
    TIMEOUT_MS,
  )

  it(
    'would lose commits with synchronous_commit switched off, and this is seen',
    async () => {
      const unsafe = await traceCommits(20, { synchronous_commit: 'off', wal_writer_delay: '10s' })
      const lastAt = unsafe.acknowledgedAt.at(-1) ?? 0
      expect(flushesIn(unsafe.operations.slice(unsafe.acknowledgedAt[0], lastAt))).toBeLessThan(19)
      expect(await lostAfter(unsafe, lastAt, onlyWhatWasFlushed)).not.toEqual([])
    },
    TIMEOUT_MS,
  )
})
