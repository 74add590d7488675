import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QUOTE_LIFETIME_MS } from '#contract/constants.ts'
import type { DeviceId } from '#contract/ids.ts'
import type { Order } from '#contract/orders.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { PATIENT_TIMEOUT_MS, startJara, type TestJara } from '#tests/support/jara.ts'
import { type Answered, type Person, PIN, type Refusal } from '#tests/support/person.ts'
import { findQuotes } from '#tests/support/quotes.ts'
import { acceptOrder } from './accept-orders.ts'

type Approved = Answered<{ order: Order } & Refusal>

const WRONG = '8642'

describe.each(featureDatabases)('a wrong PIN under an order on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    jara = await startJara(kind, { providerTimeoutMs: PATIENT_TIMEOUT_MS })
    ada = await jara.person()
  })
  afterEach(() => jara.close())

  const wrongInRow = async ({ id }: Person) =>
    (await jara.database.query<{ wrong: number }>('select wrong_in_row as wrong from pins where user_id = $1', [id]))[0]
      ?.wrong
  const said = ({ status, body }: Approved) =>
    status < 300 ? status : [body.error.code, ...(body.error.triesLeft === undefined ? [] : [body.error.triesLeft])]

  it('is counted each time, reserves nothing, waits from the third, and switches the PIN off at the fifth', async () => {
    const quote = await ada.quote(150_000n)
    const answers = []
    for (let n = 0; n < 3; n++) answers.push(said(await ada.approve(quote, WRONG)))
    answers.push(said(await ada.approve(quote)))
    for (let n = 0; n < 2; n++) {
      jara.clock.advance(30_000)
      answers.push(said(await ada.approve(quote, WRONG)))
    }
    jara.clock.advance(30_000)
    answers.push(said(await ada.approve(quote)))
    const [four, three, two, one] = [4, 3, 2, 1].map((left) => ['pin.wrong', left])
    expect(answers).toEqual([four, three, two, ['pin.wait'], one, ['pin.off'], ['pin.off']])
    expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
    expect(await jara.database.query('select 1 from orders')).toEqual([])
    const told = await jara.database.query(
      "select count(*)::int as emails from account_events where user_id = $1 and kind = 'pin-off'",
      [ada.id],
    )
    expect(told).toEqual([{ emails: 1 }])
  })

  it('is forgotten once a right one came, although what it approves is refused', async () => {
    const all = await ada.quote(19_990_000n)
    await ada.withdraw(1_000_000n)
    expect(said(await ada.approve(all, WRONG))).toEqual(['pin.wrong', 4])
    expect(said(await ada.approve(all))).toEqual(['funds.insufficient'])
    expect(await wrongInRow(ada)).toBe(0)
  })

  it('is reported before anything that the order would be refused for', async () => {
    const all = await ada.quote(19_990_000n)
    await ada.withdraw(1_000_000n)
    expect(said(await ada.approve(all, WRONG))).toEqual(['pin.wrong', 4])
  })

  it('is not checked for expired terms, or for an existing order', async () => {
    const [kept, over] = [await ada.quote(150_000n), await ada.quote(160_000n)]
    const first = await ada.approve(kept)
    jara.clock.advance(QUOTE_LIFETIME_MS)
    const again = await ada.approve(kept, WRONG)
    expect([again.status, again.body.order.id]).toEqual([200, first.body.order.id])
    expect(said(await ada.approve(over, WRONG))).toEqual(['quote.expired'])
    expect(await wrongInRow(ada)).toBe(0)
  })

  it('is no reason to accept terms that expired while it was checked', async () => {
    const { id } = await ada.quote(150_000n)
    const [quote] = await findQuotes(jara.database, [{ userId: ada.id, id }])
    if (quote === undefined) throw new Error('no quote')
    jara.clock.advance(QUOTE_LIFETIME_MS)
    const evidence = { deviceId: ada.deviceId, challenge: quote.challenge, signature: '' }
    const pin = { userId: quote.userId, deviceId: ada.deviceId as DeviceId, pinProof: await ada.device.pinProof(PIN) }
    await expect(acceptOrder(jara.deps, quote, { evidence, pin })).rejects.toMatchObject({ code: 'quote.expired' })
    expect(await ada.wallet()).toMatchObject({ heldKobo: '0' })
  })

  it('is counted once and reported on its own, when the database refuses the others in its batch', async () => {
    const people = [ada]
    for (let n = 0; n < 11; n++) people.push(await jara.person(`Bola Number ${String.fromCharCode(65 + n)}`))
    const quotes = await Promise.all(people.map((each) => each.quote(150_000n)))
    // An unforeseen failure: some of them cannot write a row.
    const broken = people.filter((_, n) => n % 3 === 0)
    await jara.database.exec(
      `alter table order_steps add constraint unforeseen
         check (user_id <> all('{${broken.map(({ id }) => id).join()}}') or event <> 'approved')`,
    )
    const answers = await Promise.all(
      people.map(async (person, n) => {
        const quote = quotes[n]
        if (quote === undefined) throw new Error('no quote')
        return said(await person.approve(quote, n % 3 === 1 ? WRONG : undefined))
      }),
    )
    expect(answers).toEqual(people.map((_, n) => [['server.unexpected'], ['pin.wrong', 4], 201][n % 3]))
    expect(await Promise.all(people.map(wrongInRow))).toEqual(people.map((_, n) => (n % 3 === 1 ? 1 : 0)))
    const held = await Promise.all(people.map(async (each) => (await each.wallet()).heldKobo))
    expect(held).toEqual(people.map((_, n) => (n % 3 === 2 ? '151000' : '0')))
  })
})
