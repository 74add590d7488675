import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PIN_WAIT_MS, PIN_WRONG_BEFORE_WAIT } from '#contract/constants.ts'
import { DAY_MS } from '#contract/time.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { joinAs, type Person, PIN, type Refusal } from '#tests/support/person.ts'
import { cutTimesAhead } from './times-ahead.ts'

const MINUTE_MS = 60_000

describe.each(featureDatabases)('what a clock that was a day ahead has written, on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
  })
  afterEach(() => jara.close())

  /** Does something a day ahead. Then the clock is right again, and known to be. */
  async function ahead<Result>(work: () => Promise<Result>): Promise<Result> {
    jara.clock.advance(DAY_MS)
    const result = await work()
    jara.clock.advance(-DAY_MS)
    await cutTimesAhead(jara.database, jara.clock.now())
    return result
  }
  const codeOf = async (method: string, path: string, body?: unknown) => {
    const answer = await ada.call<Refusal>(method, path, body)
    return answer.status < 300 ? answer.status : answer.body.error.code
  }

  it('keeps nobody signed in: the PIN is asked for, and is enough', async () => {
    await ahead(() => ada.unlock())
    expect(await codeOf('GET', '/api/wallet')).toBe('session.locked')
    expect((await ada.unlock()).status).toBe(204)
    expect(await codeOf('GET', '/api/wallet')).toBe(200)
  })

  it('keeps no session for longer than one lasts', async () => {
    const obi = await ahead(() => joinAs(jara.url, 'Obi Ada'))
    expect((await obi.call('GET', '/api/wallet')).status).toBe(401)
    expect(await codeOf('GET', '/api/wallet')).toBe(200)
  })

  it('keeps no price: terms made then are over', async () => {
    const quote = await ahead(async () => {
      await ada.unlock()
      return await ada.quote(100_000n)
    })
    await ada.unlock()
    const refused = await ada.approve(quote)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect((await ada.wallet()).heldKobo).toBe('0')
  })

  it('keeps nobody waiting: a wait is as long as it is', async () => {
    await ahead(async () => {
      for (let i = 0; i < PIN_WRONG_BEFORE_WAIT; i++) await ada.unlock('9999')
    })
    jara.clock.advance(PIN_WAIT_MS)
    expect((await ada.unlock(PIN)).status).toBe(204)
  })

  it('leaves no challenge to be signed', async () => {
    const { body } = await ahead(() => ada.call<{ challenge: string }>('GET', '/api/challenges'))
    const proof = {
      pinProof: await ada.device.pinProof(PIN),
      signature: await ada.device.sign('unlock', body.challenge),
    }
    expect(await codeOf('POST', '/api/unlock', { challenge: body.challenge, ...proof })).toBe('approval.challenge-used')
  })

  it('counts against the limit of the day that is, and of the one that was dated', async () => {
    await ahead(async () => {
      await ada.unlock()
      await ada.withdraw(300_000n)
      await jara.settle()
    })
    await ada.unlock()
    expect((await ada.wallet()).spentTodayKobo).toBe('300000')
    await ada.withdraw(100_000n)
    expect((await ada.wallet()).spentTodayKobo).toBe('400000')
    jara.clock.advance(DAY_MS)
    await ada.unlock()
    expect((await ada.wallet()).spentTodayKobo).toBe('300000')
  })

  it('leaves what a right clock has written alone', async () => {
    const quote = await ada.quote(100_000n)
    const before = await jara.database.query('select * from sessions')
    await cutTimesAhead(jara.database, jara.clock.now())
    jara.clock.advance(-MINUTE_MS)
    await cutTimesAhead(jara.database, jara.clock.now())
    expect(await jara.database.query('select * from sessions')).toEqual(before)
    expect((await ada.approve(quote)).status).toBe(201)
  })
})
