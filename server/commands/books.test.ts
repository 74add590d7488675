import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSandbox } from '#sandbox/server.ts'
import { createWorld } from '#sandbox/world.ts'
import { testClock } from '#tests/support/clock.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'

const RUN_TIMEOUT_MS = 60_000
const TWO = ['--by', 'Ada Obi', '--confirmed-by', 'Bayo Ade']

type Run = { code: number | null; out: string; err: string }

// The embedded database has one user at a time; what the commands do there is the same.
describe.runIf(databaseKinds.includes('postgres'))('the commands of operators about the books', () => {
  let fresh: FreshDatabase
  let sandbox: ReturnType<typeof buildSandbox>
  let env: Record<string, string>
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    sandbox = buildSandbox(createWorld({ clock: testClock(), randomBytes, stateFile: null, webhookUrl: null }))
    const url = await sandbox.listen({ port: 0, host: 'localhost' })
    env = {
      DATABASE_URL: fresh.url ?? '',
      PAYSTACK_BASE_URL: `${url}/paystack`,
      VTPASS_BASE_URL: `${url}/vtpass/api`,
    }
    await fresh.database.query(
      `insert into money_stops (id, reason, detail, stopped_at) values ('stp_1', 'books', 'I2: one kobo', now())`,
    )
  })
  afterAll(async () => {
    await sandbox.close()
    await fresh.drop()
  })

  async function run(name: 'books' | 'reconcile', ...args: string[]): Promise<Run> {
    return await new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [path.join(import.meta.dirname, `${name}.ts`), ...args],
        { env: { PATH: process.env.PATH ?? '', ...env }, timeout: RUN_TIMEOUT_MS },
        (_, out, err) => resolve({ code: child.exitCode, out, err }),
      )
    })
  }

  it('say what is stopped, check every row, and let money out again for two people', async () => {
    const status = await run('books', 'status')
    expect([status.code, status.out]).toEqual([
      0,
      expect.stringMatching(/stopped \(books\) since .* stp_1: I2: one kobo/),
    ])
    expect(await run('books', 'check')).toMatchObject({ code: 0, out: 'the books add up\n' })
    const alone = await run('books', 'resume', '--by', 'Ada Obi')
    expect([alone.code, alone.err]).toEqual([1, expect.stringContaining('refused: who does this?')])
    expect(await run('books', 'resume', ...TWO)).toMatchObject({ code: 0, out: 'money out goes on\n' })
  })

  it('compare with the providers, list what differs, and close it for two people', async () => {
    const first = await run('reconcile')
    expect([first.code, first.out]).toEqual([0, '0 lines: 0 matched, 0 on their way, 0 differ, 0 of them new\n'])
    await fresh.database.query('update provider_own_money set own_kobo = own_kobo + 1')
    expect((await run('reconcile')).code).toBe(1)
    const { out } = await run('reconcile', 'exceptions')
    expect(out).toContain('balance-differs  paystack')
    expect(out).toContain('2 open')
    const number = out.split(' ')[0] ?? ''
    expect((await run('reconcile', 'close', number, '--by', 'Ada Obi', 'the statement')).code).toBe(1)
    expect((await run('reconcile', 'close', number, ...TWO, 'the statement')).code).toBe(0)
  })
})
