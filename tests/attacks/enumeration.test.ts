import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD_COST } from '#server/platform/crypto/password-cost.ts'
import { newDevice, type TestDevice } from '#tests/support/device.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { ask, bestAccuracy, comparable, PROBES, withNotes } from './enumeration.ts'

const NOBODY = 'nobody@example.ng'

type Started = { readonly jara: TestJara; readonly ada: Person; readonly device: TestDevice }

/** For the tests next to this call: the product, a person with an account, and a device without one. */
function startBefore(give: (started: Started) => void): void {
  let jara: TestJara
  beforeAll(async () => {
    jara = await startJara('pglite', { passwordCost: PASSWORD_COST })
    give({ jara, ada: await jara.person(), device: await newDevice() })
  })
  afterAll(() => jara.close())
}

describe.each(PROBES)('$name', (probe) => {
  let jara: TestJara
  let ada: Person
  let device: TestDevice
  startBefore((started) => {
    ;({ jara, ada, device } = started)
  })

  it('gets the same response with and without an account: status, headers and body, again and again', async () => {
    for (const pauseMs of [0, 0, 1_000, 1_000, 500, 60_000]) {
      jara.clock.advance(pauseMs)
      const [known, unknown] = [await ask(jara, probe, ada.email, device), await ask(jara, probe, NOBODY, device)]
      expect(comparable(known)).toEqual(comparable(unknown))
    }
  })

  it('asks the database the same, in the same order, with and without an account', async () => {
    const { product, noted } = await withNotes(jara)
    for (let round = 0; round < 3; round++) {
      jara.clock.advance(60_000)
      noted()
      await ask(product, probe, ada.email, device)
      const known = noted()
      await ask(product, probe, NOBODY, device)
      expect(noted()).toEqual(known)
      expect(known.length).toBeGreaterThan(0)
    }
    await product.app.close()
  })
})

describe.each(PROBES.filter((probe) => probe.hashes))('$name', (probe) => {
  let jara: TestJara
  let ada: Person
  let device: TestDevice
  startBefore((started) => {
    ;({ jara, ada, device } = started)
  })

  it('hashes as much with and without an account', async () => {
    const hashMs = async (email: string) => {
      jara.clock.advance(25 * 60 * 60_000)
      const before = process.cpuUsage()
      await ask(jara, probe, email, device)
      const { user } = process.cpuUsage(before)
      return user / 1_000
    }
    await hashMs(NOBODY)
    // One hash takes about 25 ms of CPU; a call without one takes about 2 ms.
    expect(await hashMs(NOBODY)).toBeGreaterThan(10)
    expect(await hashMs(ada.email)).toBeGreaterThan(10)
  })
})

describe('the rule that tells times apart', () => {
  const around = (ms: number) => Array.from({ length: 200 }, (_, n) => ms + ((n * 7) % 13))

  it('is a coin for times that are alike', () => expect(bestAccuracy(around(20), around(20))).toBeLessThan(56))
  it('is right for times that differ', () => expect(bestAccuracy(around(40), around(20))).toBe(100))
})
