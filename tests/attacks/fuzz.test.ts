import { expect, it } from 'vitest'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'
import { fuzz } from './fuzz.ts'
import { startWithRoutes } from './router.ts'

/** `npm run attack -- fuzz --requests 100000` is the long run; `JARA_SEED` repeats one. */
const SEED = process.env.JARA_SEED ?? String(Date.now() % 1_000_000)
const REQUESTS = IS_NIGHTLY ? 3_000 : 1_500

it(`${REQUESTS} requests with anything in them are never answered with a fault of ours, seed ${SEED}`, async () => {
  const started = await startWithRoutes('pglite')
  const { requests, offence } = await fuzz(started, { requests: REQUESTS, seed: SEED })
  expect(offence).toBeNull()
  expect(requests).toBe(REQUESTS)
  // Closing checks that the books balance.
  await started.jara.close()
}, 600_000)
