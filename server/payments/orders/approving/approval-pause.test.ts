import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { APPROVAL_PAUSE_MS } from '#contract/constants.ts'
import { naira } from '#contract/money.ts'
import { orderCount } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { airtimeList, approveList, checkList } from '#tests/support/lists.ts'
import type { Person } from '#tests/support/person.ts'

const TOO_FAST = [429, 'approval.too-fast']

describe.each(featureDatabases)('what comes faster than anybody reads on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  beforeEach(async () => {
    jara = await startJara(kind, { settings: { APPROVAL_PAUSE: 'on' } })
    ada = await jara.person('Ada Obi')
  })
  afterEach(() => jara.close())

  const approve = async (...of: Parameters<Person['approve']>) => {
    const { status, body } = await ada.approve(...of)
    return [status, body.error?.code]
  }
  const whole = async () => (await ada.wallet()).availableKobo

  it('is no approval of its terms: nothing is taken, and no PIN is tried', async () => {
    const before = await whole()
    const quote = await ada.quote(naira(1_000))
    expect(await approve(quote)).toEqual(TOO_FAST)
    jara.clock.advance(APPROVAL_PAUSE_MS - 1)
    for (let wrong = 0; wrong < 6; wrong++) expect(await approve(quote, '9182')).toEqual(TOO_FAST)
    const { body } = await ada.approve(quote)
    expect(body.error).toMatchObject({ retryAfterS: 1 })
    expect(body.error.message).toContain('No money has left')
    expect([await orderCount(jara), await whole()]).toEqual([0, before])
    jara.clock.advance(1)
    expect(await approve(quote)).toEqual([201, undefined])
  })

  it('is no second payment after the first; the same approval again finds the first at once', async () => {
    const [first, second] = [await ada.quote(naira(1_000)), await ada.quote(naira(2_000))]
    jara.clock.advance(APPROVAL_PAUSE_MS)
    expect(await approve(first)).toEqual([201, undefined])
    expect(await approve(first)).toEqual([200, undefined])
    jara.clock.advance(APPROVAL_PAUSE_MS - 1)
    expect(await approve(second)).toEqual(TOO_FAST)
    expect(await orderCount(jara)).toBe(1)
    jara.clock.advance(1)
    expect(await approve(second)).toEqual([201, undefined])
  })

  it('is one payment of ten that are approved together', async () => {
    const quotes = await Promise.all(Array.from({ length: 10 }, () => ada.quote(naira(1_000))))
    jara.clock.advance(APPROVAL_PAUSE_MS)
    const answers = await Promise.all(quotes.map((quote) => approve(quote)))
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1)
    expect(answers.filter(([status]) => status !== 201)).toEqual(Array(9).fill(TOO_FAST))
    expect(await orderCount(jara)).toBe(1)
  })

  it('is no list either, which is one approval however long it is', async () => {
    const list = await checkList(ada, airtimeList(3))
    const early = await approveList(ada, list)
    expect([early.status, early.body.error.code]).toEqual(TOO_FAST)
    jara.clock.advance(APPROVAL_PAUSE_MS)
    expect((await approveList(ada, list)).status).toBe(201)
    expect(await orderCount(jara)).toBe(3)
  })

  it('is a BPC that is paid by bank transfer: nothing leaves the wallet, so there is nothing to read first', async () => {
    const { state } = await ada.buyBpc('transfer')
    expect(state).toBe('awaiting_payment')
  })

  it('is not what a clock that runs behind another process’s takes for it', async () => {
    const quote = await ada.quote(naira(1_000))
    jara.clock.advance(-60_000)
    expect(await approve(quote)).toEqual([201, undefined])
  })
})

it('without the setting a sandbox takes what comes at once', async () => {
  const jara = await startJara('pglite')
  const ada = await jara.person('Ada Obi')
  expect((await ada.approve(await ada.quote(naira(1_000)))).status).toBe(201)
  expect((await ada.approve(await ada.quote(naira(1_000)))).status).toBe(201)
  await jara.close()
})
