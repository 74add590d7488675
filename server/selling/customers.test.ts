import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Customer } from '#contract/selling.ts'
import { CUSTOMERS_MAX } from '#contract/selling-limits.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person, Refusal } from '#tests/support/person.ts'

describe.each(featureDatabases)('customers of a seller on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let bola: Person

  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
    bola = await jara.person('Bola Ahmed')
  })
  beforeEach(async () => {
    await jara.database.query('delete from customers')
  })
  afterAll(async () => {
    await jara.close()
  })

  type Answer = { customer: Customer } & Refusal
  const add = (body: object, by = ada) => by.call<Answer>('POST', '/api/customers', body)
  const list = async (by = ada) => (await by.call<{ customers: Customer[] }>('GET', '/api/customers')).body.customers

  it('are kept by name, cleaned', async () => {
    const first = await add({
      name: '  Zainab \u202E Musa\u0000 ',
      phone: '+234 803 123 4567',
      network: 'mtn',
      note: 'a\nb',
    })
    expect(first.status).toBe(201)
    expect(first.body.customer).toMatchObject({
      id: expect.stringMatching(/^cus_/),
      name: 'Zainab Musa',
      phone: '08031234567',
      network: 'mtn',
      note: 'a b',
    })
    await add({ name: '=cmd()', phone: '08031234567' })
    await add({ name: 'ada', phone: '08031234567', note: ' ' })
    expect((await list()).map(({ name, network, note }) => [name, network, note])).toEqual([
      ['=cmd()', null, null],
      ['ada', null, null],
      ['Zainab Musa', 'mtn', 'a b'],
    ])
    expect(await list(bola)).toEqual([])
  })

  it('are not saved twice', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => add({ name: 'Ada', phone: '08031234567' })))
    expect(answers.map((each) => each.status).toSorted()).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map((each) => each.body.customer.id)).size).toBe(1)
  })

  it('change in what is given and nothing else', async () => {
    const { customer } = (await add({ name: 'Ada', phone: '08031234567', network: 'glo', note: 'cash' })).body
    const change = (changes: object, id = customer.id, by = ada) =>
      by.call<Answer>('PATCH', `/api/customers/${id}`, changes)
    expect((await change({ name: 'Ada Obi' })).body.customer).toEqual({ ...customer, name: 'Ada Obi' })
    expect((await change({ network: null, note: null })).body.customer).toMatchObject({ network: null, note: null })
    expect((await change({})).status).toBe(200)
    await add({ name: 'Bola', phone: '08031234567' })
    const twice = await change({ name: 'Bola' })
    expect([twice.status, twice.body.error.fields]).toEqual([400, { name: 'You already have this customer' }])
    expect((await change({ phone: '0803' })).body.error.code).toBe('phone.invalid')
    for (const answer of [await change({}, customer.id, bola), await change({}, 'cus_x'), await change({}, '%20')]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'customer.not-found'])
    }
  })

  it('are deleted by their owner only, once', async () => {
    const { customer } = (await add({ name: 'Ada', phone: '08031234567' })).body
    const remove = (by: Person, id = customer.id) => by.call('DELETE', `/api/customers/${id}`)
    expect((await remove(bola)).body.error.code).toBe('customer.not-found')
    expect((await remove(ada)).status).toBe(204)
    expect((await remove(ada)).status).toBe(404)
    expect((await remove(ada, 'nonsense')).status).toBe(404)
  })

  it.each<[name: string, body: object, code: string]>([
    ['no name', { name: ' \u200B', phone: '08031234567' }, 'form.incomplete'],
    ['a wrong number', { name: 'Ada', phone: '0803' }, 'phone.invalid'],
    ['an unknown network', { name: 'Ada', phone: '08031234567', network: 'ntel' }, 'network.unknown'],
    ['a field nobody knows', { name: 'Ada', phone: '08031234567', userId: 'x' }, 'request.invalid'],
  ])('are refused with %s', async (_name, body, code) => {
    expect((await add(body)).body.error.code).toBe(code)
    expect(await list()).toEqual([])
  })

  it('are at most a thousand, however many come at once', async () => {
    await jara.database.query(
      `insert into customers (user_id, id, name, phone, created_at)
       select $1, 'cus_' || lpad(i::text, 35, '0'), 'Customer ' || i, '08031234567', now()
       from generate_series(1, $2::int) as i`,
      [ada.id, CUSTOMERS_MAX - 2],
    )
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => add({ name: `New ${index}`, phone: '08031234567' })),
    )
    expect(answers.map((each) => each.status).toSorted()).toEqual([201, 201, ...Array(10).fill(413)])
    expect(answers.find((each) => each.status === 413)?.body.error).toMatchObject({
      code: 'list.too-long',
      message: expect.stringContaining('1,000 customers'),
    })
    expect(await list()).toHaveLength(CUSTOMERS_MAX)
  })
})
