import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesOfToday, emptyDatabase, type FreshDatabase } from '#tests/support/databases.ts'
import { seededRandomBytes } from '#tests/support/ids.ts'
import { joinAs } from '#tests/support/person.ts'
import { run, startProduct } from '#tests/support/processes.ts'

/** `CRASH_ROUNDS=100` for the long run; `JARA_SEED` repeats one. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1)
const SEED = Number(process.env.JARA_SEED ?? Date.now() % 1_000_000)
/** A first start takes about this long, ms: making the embedded database, migrating, listening. */
const FIRST_START_MS = { pglite: 4_000, postgres: 1_200 }

describe.each(databasesOfToday(1))('kill -9 during the very first start on %s', (kind) => {
  let folder: string
  let fresh: FreshDatabase | null
  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-first-'))
    fresh = kind === 'postgres' ? await emptyDatabase(kind) : null
  })
  afterEach(async () => {
    await fresh?.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it.each(Array.from({ length: ROUNDS }, (_, round) => SEED + round))(
    'leaves nothing that the next start cannot use, seed %i',
    async (seed) => {
      const databaseUrl = fresh?.url ?? null
      // Nobody waits until this one is ready: it dies wherever it is.
      const first = run('server/main.ts', {
        DATA_DIR: folder,
        PORT: '65001',
        ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      })
      const [random = 0] = seededRandomBytes(seed)(1)
      await sleep((FIRST_START_MS[kind] * random) / 256)
      first.child.kill('SIGKILL')
      await first.ended

      const product = await startProduct({ dataFolder: folder, databaseUrl, makesDatabase: true })
      const ada = await joinAs(product.url, 'Ada Obi')
      expect((await ada.wallet()).availableKobo).toBe('20000000')
      expect(await product.kill('SIGTERM')).toBe(0)
      const auditor = run('audit/main.ts', product.env)
      expect({ code: await auditor.ended, said: auditor.output() }).toMatchObject({ code: 0 })
      await product.close()
    },
  )
})
