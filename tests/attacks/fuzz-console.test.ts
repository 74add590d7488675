import { expect, it } from 'vitest'
import { auditBooks } from '#tests/support/books.ts'
import { fuzzConsole } from './fuzz-console.ts'
import { startWithRoutes } from './router.ts'

/** `npm run attack -- console --requests 100000` is the long run; `JARA_SEED` repeats one. */
const SEED = process.env.JARA_SEED ?? String(Date.now() % 1_000_000)
const REQUESTS = 2_000

it(`${REQUESTS} requests of operators of each role are never answered with a fault of ours, seed ${SEED}`, async () => {
  const started = await startWithRoutes('pglite')
  const { requests, offence, neverDone } = await fuzzConsole(started, { requests: REQUESTS, seed: SEED })
  expect(offence).toBeNull()
  expect(requests).toBeGreaterThanOrEqual(REQUESTS)
  expect(neverDone).toEqual([])
  expect(await auditBooks(started.jara.database)).toEqual([])
  await started.jara.close()
}, 600_000)
