import { afterAll, beforeAll } from 'vitest'
import type { Attack } from './ask.ts'
import { startWithRoutes } from './router.ts'
import { makeVictim } from './victim.ts'

/** Before the tests that stand beside this call: the product, with somebody in it who is attacked. Gone after them. */
export function makeVictimBefore(give: (attack: Attack) => void): void {
  let attack: Attack
  beforeAll(async () => {
    const { jara } = await startWithRoutes('pglite')
    attack = { jara, victim: await makeVictim(jara), made: new Set() }
    give(attack)
  }, 240_000)
  afterAll(() => attack.jara.close())
}
