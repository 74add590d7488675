import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction, TransactionsAnswer } from '#contract/transactions.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'

const TIMES = 12

/** Wallet, newest lines and transaction are read in the same statement as the caller's session. */
describe.each(databaseKinds)('pages asked for at the same instant, on %s', (kind) => {
  let jara: TestJara
  beforeAll(async () => {
    jara = await startJara(kind)
  })
  afterAll(() => jara.close())

  const newest = async (person: Person): Promise<Transaction> => {
    const { body } = await person.call<TransactionsAnswer>('GET', '/api/transactions')
    const [line] = body.transactions
    if (line === undefined) throw new Error('no line')
    return line
  }

  it('are everybody’s own, and nobody’s whose session has ended or is locked', async () => {
    const [ada, bola, ended, locked] = await Promise.all(
      ['Ada Obi', 'Bola Ahmed', 'Chidi Eze', 'Dada Ojo'].map((name) => jara.person(name)),
    )
    if (ada === undefined || bola === undefined || ended === undefined || locked === undefined) throw new Error('four')
    jara.clock.advance(1_000)
    await bola.withdraw(150_000n)
    const lines = new Map<Person, Transaction>()
    for (const person of [ada, bola, ended, locked]) lines.set(person, await newest(person))
    const cookie = ended.cookie()
    expect((await ended.call('DELETE', '/api/sessions/current')).status).toBe(204)
    expect((await locked.call('POST', '/api/lock')).status).toBe(204)
    const asEnded = async (address: string) => (await fetch(jara.url + address, { headers: { cookie } })).status
    const addressesOf = (person: Person) => [
      '/api/wallet',
      '/api/transactions',
      `/api/transactions/${lines.get(person)?.id}`,
    ]
    const alone = new Map<string, unknown>()
    for (const person of [ada, bola]) {
      for (const address of addressesOf(person)) {
        alone.set(`${person.id} ${address}`, (await person.call('GET', address)).body)
      }
    }
    for (let time = 0; time < TIMES; time++) {
      const answers = [ada, bola].flatMap((person) =>
        addressesOf(person).map(async (address) => {
          const { status, body } = await person.call('GET', address)
          expect([status, body]).toEqual([200, alone.get(`${person.id} ${address}`)])
        }),
      )
      const refusals = [
        ...addressesOf(ended).map(async (address) => expect(await asEnded(address)).toBe(401)),
        ...addressesOf(locked).map(async (address) => {
          const { status, body } = await locked.call('GET', address)
          expect([status, body.error.code]).toEqual([423, 'session.locked'])
        }),
      ]
      const others = addressesOf(ada).slice(2)
      const strangers = others.map(async (address) => expect((await bola.call('GET', address)).status).toBe(404))
      await Promise.all([...answers, ...refusals, ...strangers])
    }
  })

  it('are still given by the token before the newest for ten seconds', async () => {
    const ada = await jara.person('Ada Obi')
    const before = ada.cookie()
    const { id } = await newest(ada)
    expect((await ada.unlock()).status).toBe(204)
    expect(ada.cookie()).not.toBe(before)
    const addresses = ['/api/wallet', '/api/transactions', `/api/transactions/${id}`]
    const read = () =>
      Promise.all(addresses.map(async (at) => (await fetch(jara.url + at, { headers: { cookie: before } })).status))
    expect(await read()).toEqual([200, 200, 200])
    jara.clock.advance(10_000)
    expect(await read()).toEqual([401, 401, 401])
  })
})
