import { afterEach, expect, it, vi } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import { runCommand } from '#tests/support/commands.ts'
import { databaseKinds, freshDatabase } from '#tests/support/databases.ts'

const SET = ['set-limits', '--daily', '300000', '--by', 'Ngozi Eze']

afterEach(() => {
  vi.useRealTimers()
})

it.runIf(databaseKinds.includes('postgres'))(
  'an operator writes nothing from a machine whose clock the database contradicts, and may still look',
  async () => {
    const fresh = await freshDatabase('postgres')
    const env = { DATABASE_URL: fresh.url ?? '', JARA_SECRET: 'ab'.repeat(32) }
    const now = Date.now()
    for (const ms of [DAY_MS, -DAY_MS]) {
      vi.useFakeTimers({ toFake: ['Date'], now: now + ms })
      expect(await runCommand('settings', env, SET)).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /this machine's clock says \S+Z and the database's says \S+Z: set the wrong one right\n$/,
        ),
      })
      expect((await runCommand('books', env, ['status'])).code).toBe(0)
      // Two operators may decide about a clock while other clocks disagree.
      expect((await runCommand('books', env, ['resume', '--by', 'Ngozi Eze'])).err).not.toContain('clock')
    }
    vi.useFakeTimers({ toFake: ['Date'], now: now + CLOCK_BOUND_MS / 2 })
    expect((await runCommand('settings', env, SET)).err).not.toContain('clock')
    await fresh.drop()
  },
)
