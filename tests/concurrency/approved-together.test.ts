import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { PATIENT_TIMEOUT_MS, startJara, type TestJara } from '#tests/support/jara.ts'
import type { Answered, Person, Refusal } from '#tests/support/person.ts'

type Approved = Answered<{ order: Order } & Refusal>
const PEOPLE = 16
/** Everything but the cost, of each person's ₦200,000. */
const ALL = 19_990_000n

describe.each(featureDatabases)('approvals of many people at once on %s', (kind) => {
  let jara: TestJara
  let people: Person[]

  beforeEach(async () => {
    jara = await startJara(kind, { providerTimeoutMs: PATIENT_TIMEOUT_MS })
    people = []
    for (let n = 0; n < PEOPLE; n++) people.push(await jara.person(`Ada Number ${String.fromCharCode(65 + n)}`))
  })
  afterEach(async () => {
    await jara.close()
  })

  const said = ({ status, body }: Approved) => (status < 300 ? String(status) : body.error.code)

  it('share transactions, and each gets its own answer: money too little, a wrong PIN, a freeze', async () => {
    const quotes = await Promise.all(people.map((each) => each.quote(ALL)))
    const expected = people.map((_, n) => ['201', 'funds.insufficient', 'pin.wrong', 'money-out.frozen'][n % 4] ?? '')
    for (const [n, person] of people.entries()) {
      if (n % 4 === 1) await person.withdraw(1_000_000n)
      if (n % 4 === 3) await jara.database.query('update users set frozen_at = now() where id = $1', [person.id])
    }
    const { database } = jara.deps
    const [query, transact] = [database.query.bind(database), database.transaction.bind(database)]
    // Nothing is accepted before every quote has been read: soon afterwards all acceptable approvals have arrived.
    const read = new Set<unknown>()
    const gate = Promise.withResolvers<void>()
    vi.spyOn(database, 'query').mockImplementation(async <Row>(text: string, params: readonly unknown[] = []) => {
      const rows = await query<Row>(text, params)
      if (text.includes('from quotes')) for (const quote of params[1] as unknown[]) read.add(quote)
      return rows
    })
    const transaction = vi.spyOn(database, 'transaction').mockImplementation(async (work) => {
      await gate.promise
      return await transact(work)
    })
    const answering = Promise.all(
      people.map(async (person, n) => {
        const quote = quotes[n]
        if (quote === undefined) throw new Error('no quote')
        return await person.approve(quote, n % 4 === 2 ? '8642' : undefined)
      }),
    )
    await expect.poll(() => read.size).toBe(PEOPLE)
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    gate.resolve()
    const answers = await answering
    expect(answers.map(said)).toEqual(expected)
    // Two lanes run at once; approvals after the first two shared a transaction. Separately it would be eight.
    expect(transaction.mock.calls.length).toBeLessThanOrEqual(4)
    vi.restoreAllMocks()
    const held = await Promise.all(people.map(async (each) => (await each.wallet()).heldKobo))
    expect(held.map((kobo) => kobo === '20000000')).toEqual(expected.map((each) => each === '201'))
    await jara.settle()
    const { transfers } = await jara.sandbox.truth()
    expect(transfers.filter(({ amountKobo }) => amountKobo === String(ALL))).toHaveLength(PEOPLE / 4)
  })

  it('when the database refuses all of them because of one, the others are accepted all the same', async () => {
    const quotes = await Promise.all(people.map((each) => each.quote(150_000n)))
    const [broken] = people
    // An unforeseen failure: a row that one of them cannot write.
    await jara.database.exec(
      `alter table order_steps add constraint unforeseen check (user_id <> '${broken?.id}' or event <> 'approved')`,
    )
    const answers = await Promise.all(
      people.map(async (person, n) => {
        const quote = quotes[n]
        if (quote === undefined) throw new Error('no quote')
        return await person.approve(quote)
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(people.map((each) => (each === broken ? 500 : 201)))
    expect((await broken?.wallet())?.heldKobo).toBe('0')
    for (const person of people.slice(1)) expect((await person.wallet()).heldKobo).toBe('151000')
  })
})
