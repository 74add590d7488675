import { afterEach, beforeEach, expect, test } from 'vitest'
import { at, type Told } from './sandbox-kit.ts'
import { contractDocument, faultsAgainst, faultsAgainstNamed } from './sandbox-schemas.ts'
import {
  DATA,
  EDUCATION,
  ELECTRICITY,
  METER,
  openVtpassKit,
  PHONE,
  SMARTCARD,
  TV,
  type VtpassKit,
} from './sandbox-vtpass-kit.ts'

const CONTRACT = contractDocument('vtpass')
const AIRTIME = { serviceID: 'airtel', amount: 50, phone: PHONE }

let kit: VtpassKit
beforeEach(() => {
  kit = openVtpassKit()
})
afterEach(() => kit.close())

function expectToKeep(told: Told, method: 'GET' | 'POST', path: string): void {
  expect(told.http).toBe(200)
  expect(faultsAgainst(told.body, { file: 'vtpass', method, path, http: 200 })).toEqual([])
}

test.each([
  ['/service-categories', ''],
  ['/services', '?identifier=airtime'],
  ['/services', '?identifier=data'],
  ['/services', '?identifier=electricity-bill'],
  ['/services', '?identifier=tv-subscription'],
  ['/services', '?identifier=education'],
  ['/services', '?identifier=nothing'],
  ['/service-variations', '?serviceID=mtn-data'],
  ['/service-variations', '?serviceID=ikeja-electric'],
  ['/service-variations', '?serviceID=waec'],
  ['/service-variations', '?serviceID=nothing'],
  ['/balance', ''],
])('GET %s%s keeps the contract', async (path, query) => {
  expectToKeep(await kit.vtpassGet(`${path}${query}`), 'GET', path)
})

const PRODUCTS = [
  ['airtime', 'PayAirtime', AIRTIME],
  ['data', 'PayData', DATA],
  ['electricity', 'PayElectricity', ELECTRICITY],
  ['TV', 'PayTv', TV],
  ['education', 'PayEducation', EDUCATION],
] as const

test.each(PRODUCTS)('%s: request, answer and requery keep the contract', async (_product, schema, body) => {
  const request_id = kit.newId()
  expect(faultsAgainstNamed({ request_id, ...body }, { file: 'vtpass', schema })).toEqual([])
  const paid = await kit.vtpassPost('/pay', { request_id, ...body })
  expectToKeep(paid, 'POST', '/pay')
  expect(paid.body).toMatchObject({ code: '000', content: { transactions: { status: 'delivered' } } })
  expectToKeep(await kit.requery(request_id), 'POST', '/requery')
})

test.each(PRODUCTS)('%s: nothing is said that the contract does not know', async (_product, _schema, body) => {
  const { body: answer } = await kit.vtpassPost('/pay', { request_id: kit.newId(), ...body })
  const transactions = at(answer, 'content', 'transactions')
  const known = (schema: string) => Object.keys(Object(at(CONTRACT, 'components', 'schemas', schema, 'properties')))
  expect(known('TransactionAnswer')).toEqual(expect.arrayContaining(Object.keys(Object(answer))))
  expect(known('Transaction')).toEqual(expect.arrayContaining(Object.keys(Object(transactions))))
})

test.each([
  ['pending', '08020000001'],
  ['failed', '08020000005'],
  ['reversed', '08020000004'],
])('what is %s keeps the contract at both calls', async (status, phone) => {
  const request_id = kit.newId()
  expectToKeep(await kit.buy({ request_id, phone }), 'POST', '/pay')
  kit.clock.advance(2_000)
  const asked = await kit.requery(request_id)
  expectToKeep(asked, 'POST', '/requery')
  expect(asked.body).toMatchObject({ content: { transactions: { status } } })
})

test.each(['pay', 'requery'])('a refusal of /%s keeps the contract', async (call) => {
  expectToKeep(await kit.vtpassPost(`/${call}`, {}), 'POST', `/${call}`)
})

test.each([
  { serviceID: 'eko-electric', billersCode: METER, type: 'postpaid' },
  { serviceID: 'gotv', billersCode: SMARTCARD },
  { serviceID: 'eko-electric', billersCode: '99031234567', type: 'prepaid' },
  { serviceID: 'gotv', billersCode: '12' },
  { serviceID: 'nothing', billersCode: '12' },
])('POST /merchant-verify %j keeps the contract', async (body) => {
  expectToKeep(await kit.vtpassPost('/merchant-verify', body), 'POST', '/merchant-verify')
})

test('each callback keeps the contract', async () => {
  await kit.buy({ phone: '08020000002' })
  await kit.buy({ phone: '08020000003' })
  await kit.buy({ phone: '08020000004' })
  await kit.control('/variations-update', { serviceID: 'mtn-data' })
  kit.clock.advance(10_000)
  await kit.truth()
  const messages = [...kit.world.state.messages.values()]
  expect(messages.map((message) => message.event)).toEqual([
    'variations-update',
    'transaction-update failed',
    'transaction-update reversed',
    'transaction-update delivered',
  ])
  for (const { event, body } of messages) {
    const schema = event === 'variations-update' ? 'VariationsUpdateCallback' : 'TransactionUpdateCallback'
    expect(faultsAgainstNamed(JSON.parse(body), { file: 'vtpass', schema })).toEqual([])
  }
})

test('every code of the contract can be had from both calls, and is called what the contract calls it', async () => {
  const codes = Object.entries(Object(at(CONTRACT, 'x-response-codes')))
  expect(codes).toHaveLength(34)
  const request_id = kit.newId()
  await kit.buy({ request_id })
  for (const [code, meaning] of codes) {
    const called = String(at(meaning, 0))
    await kit.vtpassFault('code', { code })
    await kit.vtpassFault('code', { code, operation: 'requery' })
    for (const told of [await kit.buy(), await kit.requery(request_id)]) {
      expect(told.body).toMatchObject({ code })
      const description = String(at(told.body, 'response_description'))
      expect(called.startsWith(description) && description.length > 0, `${code} ${description}`).toBe(true)
    }
  }
  expect(at((await kit.truth()).body, 'deliveries')).toHaveLength(1)
})
