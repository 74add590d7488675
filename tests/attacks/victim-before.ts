import { afterAll, beforeAll } from 'vitest'
import type { Attack } from './ask.ts'
import { startWithRoutes } from './router.ts'
import { makeVictim } from './victim.ts'

/** For the tests next to this call: the product with an attacked person in it, removed afterwards. */
export function makeVictimBefore(give: (attack: Attack) => void): void {
  let attack: Attack
  beforeAll(async () => {
    const { jara } = await startWithRoutes('pglite')
    attack = { jara, victim: await makeVictim(jara), made: new Set() }
    give(attack)
  }, 240_000)
  afterAll(() => attack.jara.close())
}
