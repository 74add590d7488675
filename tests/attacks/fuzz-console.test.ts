import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { auditBooks } from '#tests/support/books.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { foundIn } from './canaries.ts'
import { type ConsoleFuzzRun, fuzzConsole } from './fuzz-console.ts'
import { startWithRoutes } from './router.ts'

/** `npm run attack -- console --requests 100000` is the long run; `JARA_SEED` repeats one. */
const SEED = process.env.JARA_SEED ?? String(Date.now() % 1_000_000)
const REQUESTS = 2_000

describe(`${REQUESTS} requests of operators of each role with arbitrary content, seed ${SEED}`, () => {
  const lines: string[] = []
  let jara: TestJara
  let run: ConsoleFuzzRun

  beforeAll(async () => {
    const log = createLog('debug', { write: (line: string) => void lines.push(line) })
    const started = await startWithRoutes('pglite', { log })
    jara = started.jara
    run = await fuzzConsole(started, { requests: REQUESTS, seed: SEED })
  }, 600_000)
  afterAll(() => jara.close())

  it('never get a fault of ours, a secret, unclean text or a formula in response', () => {
    expect(run.offence).toBeNull()
    expect(run.requests).toBeGreaterThanOrEqual(REQUESTS)
  })

  it('got a result from nine routes out of ten', () => expect(run.isEnough ? [] : run.neverDone).toEqual([]))

  it('leave the books balanced, and the record of operators one chain', async () => {
    expect(await auditBooks(jara.database)).toEqual([])
  })

  it('leave nothing secret or personal in the log', () => {
    expect(lines.length).toBeGreaterThan(1_000)
    expect(foundIn(lines.join('\n'), { ...run.secret, ...run.personal })).toEqual([])
  })

  it('leave nothing secret or personal in the record of operators, nor in their requests', async () => {
    const rows = await jara.database.query<{ row: string }>(
      `select to_jsonb(a)::text as row from operator_audit a union all select to_jsonb(r)::text from operator_requests r`,
    )
    expect(rows.length).toBeGreaterThan(200)
    expect(foundIn(rows.map(({ row }) => row).join('\n'), { ...run.secret, ...run.personal })).toEqual([])
  })
})
