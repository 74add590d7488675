import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BENEFICIARIES_MAX, type BeneficiariesAnswer, type Beneficiary } from '#contract/beneficiaries.ts'
import type { Order, Quote } from '#contract/orders.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { type Person, RECIPIENT, type Refusal } from '#tests/support/person.ts'

describe.each(featureDatabases)('saved recipients on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
  })
  afterEach(async () => {
    await jara.close()
  })

  const list = async (query = '', by = ada): Promise<Beneficiary[]> =>
    (await by.call<BeneficiariesAnswer>('GET', `/api/beneficiaries${query}`)).body.beneficiaries
  async function ask(body: object): Promise<Quote> {
    return (await ada.call<{ quote: Quote }>('POST', '/api/quotes', body)).body.quote
  }
  async function pay(body: object): Promise<Order> {
    jara.clock.advance(1_000)
    return (await ada.approve(await ask(body))).body.order
  }
  const airtime = { kind: 'airtime', network: 'mtn', phone: '08031234567', amountKobo: '10000' }

  it('are those of accepted orders, last used first', async () => {
    await pay({ kind: 'withdrawal', ...RECIPIENT, amountKobo: '10000' })
    await pay(airtime)
    await pay({
      kind: 'electricity',
      biller: 'ikeja-electric',
      meterNumber: '45012345678',
      meterType: 'prepaid',
      phone: '08031234567',
      amountKobo: '100000',
    })
    const [plan] = (await ada.call<{ plans: { id: string }[] }>('GET', '/api/tv-plans?biller=dstv')).body.plans
    await pay({ kind: 'tv', biller: 'dstv', smartcardNumber: '7012345678', planId: plan?.id, phone: '08031234567' })
    await pay({ kind: 'bpc', fullName: 'Ada Obi', email: 'ada@example.ng', payWith: 'wallet' })
    await ask({ ...airtime, phone: '08021234567' })
    expect((await list()).map(({ kind, details }) => [kind, details])).toEqual([
      [
        'smartcard',
        {
          biller: 'dstv',
          billerName: expect.any(String),
          smartcardNumber: '7012345678',
          customerName: expect.any(String),
        },
      ],
      ['meter', expect.objectContaining({ meterNumber: '45012345678', meterType: 'prepaid' })],
      ['phone', { phone: '08031234567', network: 'mtn', networkName: 'MTN' }],
      ['bank', { ...RECIPIENT, bankName: expect.stringContaining('Access'), accountName: expect.any(String) }],
    ])
    expect((await list('?kind=phone')).map((each) => each.kind)).toEqual(['phone'])
    await jara.pass(3_000)
  })

  it('are one for each number, with what was said of it last', async () => {
    await pay(airtime)
    const [first] = await list()
    await pay({ ...airtime, phone: '08021234567', network: 'airtel' })
    await pay({ ...airtime, network: 'glo' })
    const after = await list()
    expect(after.map((each) => each.kind === 'phone' && [each.details.phone, each.details.network])).toEqual([
      ['08031234567', 'glo'],
      ['08021234567', 'airtel'],
    ])
    expect(after[0]?.id).toBe(first?.id)
    await jara.pass(3_000)
  })

  it('of phone numbers can be named, under another name and under none, and keep it when they are paid again', async () => {
    await pay(airtime)
    const name = (id: string | undefined, to: string | null, by = ada) =>
      by.call<{ beneficiary: Beneficiary } & Refusal>('PATCH', `/api/beneficiaries/${id}`, { name: to })
    const [first] = await list()
    expect(first?.name).toBeNull()
    expect((await name(first?.id, ' Mama\u0000 Chidi ')).body.beneficiary).toEqual({ ...first, name: 'Mama Chidi' })
    await pay({ ...airtime, network: 'glo' })
    expect((await list()).map((each) => each.name)).toEqual(['Mama Chidi'])
    expect((await name(first?.id, 'a'.repeat(90))).body.beneficiary.name).toBe('a'.repeat(80))
    expect((await name(first?.id, 'Chidi')).body.beneficiary.name).toBe('Chidi')
    for (const none of [null, ' \u200B ']) {
      await name(first?.id, 'Chidi')
      expect((await name(first?.id, none)).body.beneficiary.name).toBeNull()
    }
    await jara.pass(3_000)
  })

  it('keep the name that their bank or company gave, and are named by their owner only', async () => {
    await pay(airtime)
    await pay({ kind: 'withdrawal', ...RECIPIENT, amountKobo: '10000' })
    const [bank, phone] = await list()
    const bola = await jara.person('Bola Ahmed')
    const name = (id: string | undefined, by: Person) =>
      by.call<Refusal>('PATCH', `/api/beneficiaries/${id}`, { name: 'Somebody else' })
    for (const answer of [await name(bank?.id, ada), await name(phone?.id, bola), await name('ben_x', ada)])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'beneficiary.not-found'])
    expect((await list()).map((each) => each.name)).toEqual([null, null])
    await jara.pass(3_000)
  })

  it('are not kept of an order that was refused', async () => {
    const quote = await ask({ kind: 'withdrawal', ...RECIPIENT, amountKobo: '10000' })
    await ada.withdraw(19_990_000n, { accountNumber: '0123456793' })
    expect((await ada.approve(quote)).body.error.code).toBe('funds.insufficient')
    expect((await list()).map((each) => each.kind === 'bank' && each.details.accountNumber)).toEqual(['0123456793'])
    await jara.pass(3_000)
  })

  it('are at most 200: the one unused for longest makes room', async () => {
    await jara.database.query(
      `insert into beneficiaries (user_id, id, kind, key, details, last_used_at)
       select $1, 'ben_' || lpad(i::text, 35, '0'), 'phone', 'key ' || i,
         '{"phone":"08000000000","network":"mtn","networkName":"MTN"}', $3::timestamptz - i * interval '1 minute'
       from generate_series(1, $2::int) as i`,
      [ada.id, BENEFICIARIES_MAX, jara.clock.now()],
    )
    await pay(airtime)
    const after = await list()
    expect(after).toHaveLength(BENEFICIARIES_MAX)
    expect(after[0]?.kind === 'phone' && after[0].details.phone).toBe('08031234567')
    expect(after.map((each) => each.id)).not.toContain(`ben_${String(BENEFICIARIES_MAX).padStart(35, '0')}`)
    await jara.pass(3_000)
  })

  it('are seen and removed by their owner only', async () => {
    await pay(airtime)
    const [saved] = await list()
    const bola = await jara.person('Bola Ahmed')
    expect(await list('', bola)).toEqual([])
    const remove = (by: Person, id = saved?.id) => by.call('DELETE', `/api/beneficiaries/${id}`)
    for (const answer of [await remove(bola), await remove(ada, 'ben_x'), await remove(ada, `ben_${'0'.repeat(35)}`)]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'beneficiary.not-found'])
    }
    expect((await remove(ada)).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await ada.call('GET', '/api/beneficiaries?kind=all')).status).toBe(400)
    await jara.pass(3_000)
  })
})
