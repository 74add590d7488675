import { afterEach, beforeEach, expect, test } from 'vitest'
import { testClock } from '#tests/support/clock.ts'
import { at } from './sandbox-kit.ts'
import { DATA, EDUCATION, ELECTRICITY, METER, openVtpassKit, PHONE, TV, type VtpassKit } from './sandbox-vtpass-kit.ts'

let kit: VtpassKit
beforeEach(() => {
  kit = openVtpassKit()
})
afterEach(() => kit.close())

const truths = async () => at((await kit.truth()).body, 'deliveries')
const balance = async () => at((await kit.vtpassGet('/balance')).body, 'contents', 'balance')

test.each([
  ['011', 'no phone', { phone: undefined }],
  ['011', 'a phone of letters', { phone: 'ada' }],
  ['011', 'a list for a phone', { phone: [PHONE] }],
  ['011', 'no request id', { request_id: undefined }],
  ['011', 'a number for a request id', { request_id: 202611211200 }],
  ['011', 'no service', { serviceID: undefined }],
  ['011', 'an object for a service', { serviceID: {} }],
  ['011', 'no amount', { amount: undefined }],
  ['011', 'a word for an amount', { amount: 'hundred' }],
  ['011', 'a negative amount', { amount: -100 }],
  ['011', 'an amount with a comma', { amount: '1,000' }],
  ['011', 'true for an amount', { amount: true }],
  ['011', 'an exponent', { amount: '1e3' }],
  ['012', 'an unknown service', { serviceID: 'ntel' }],
  ['012', 'a name of every object', { serviceID: 'constructor' }],
  ['013', 'one kobo below the minimum', { amount: '49.99' }],
  ['013', 'zero', { amount: 0 }],
  ['017', 'one kobo above the maximum', { amount: 50_000.01 }],
  ['010', 'a bundle of another network', { ...DATA, variation_code: 'glo-1gb-30days' }],
  ['010', 'an unknown bundle', { ...DATA, variation_code: 'mtn-1tb' }],
  ['010', 'a third kind of meter', { ...ELECTRICITY, variation_code: 'solar' }],
  ['011', 'a bundle without a variation', { ...DATA, variation_code: undefined }],
  ['011', 'a bundle for nobody', { ...DATA, billersCode: undefined }],
  ['011', 'a meter with ten digits', { ...ELECTRICITY, billersCode: '4503123456' }],
  ['011', 'a meter with fourteen digits', { ...ELECTRICITY, billersCode: '45031234567890' }],
  ['013', 'too little electricity', { ...ELECTRICITY, amount: 499 }],
  ['011', 'a bouquet without change or renew', { ...TV, subscription_type: undefined }],
  ['011', 'a smartcard with nine digits', { ...TV, billersCode: '123456789' }],
  ['010', 'an unknown examination', { ...EDUCATION, variation_code: 'gce' }],
  ['011', 'half a PIN', { ...EDUCATION, quantity: 1.5 }],
  ['011', 'a word for how many', { ...EDUCATION, quantity: 'two' }],
  ['031', 'no PIN', { ...EDUCATION, quantity: 0 }],
  ['032', 'one PIN more than there may be', { ...EDUCATION, quantity: 21 }],
])('%s: %s, and nothing is kept', async (code, _what, body) => {
  expect(await kit.buy(body)).toMatchObject({ http: 200, body: { code } })
  expect(await truths()).toEqual([])
  expect(await balance()).toBe(1_000_000_000)
})

test.each([50, 50_000, '50', '50.00', ' 100 '])('%j naira of airtime are delivered', async (amount) => {
  expect((await kit.buy({ amount })).body).toMatchObject({ code: '000' })
})

test.each([
  '20261121120',
  '2026112112000-5',
  '20261121 12005',
  '202611211260',
  '202611212400',
  '202611201200ab',
  '202611221200ab',
  'abcdefghijkl',
  '２０２６11211200',
])('085: the request id "%s"', async (request_id) => {
  expect((await kit.buy({ request_id })).body).toMatchObject({ code: '085', requestId: request_id })
  expect(await truths()).toEqual([])
})

test('a request id is of today until midnight in Lagos, whatever the day is elsewhere', async () => {
  const clock = testClock(new Date('2026-11-21T22:59:59.999Z'))
  const late = openVtpassKit({ clock })
  const code = async (request_id: string, phone: string) => at((await late.buy({ request_id, phone })).body, 'code')
  expect(await code('202611212359a', '08031110001')).toBe('000')
  expect(await code('202611220000a', '08031110002')).toBe('085')
  clock.advance(1)
  expect(await code('202611212359b', '08031110003')).toBe('085')
  expect(await code('202611220000b', '08031110004')).toBe('000')
  // Both used and from yesterday: the date is checked first.
  expect(await code('202611212359a', '08031110001')).toBe('085')
  expect((await late.requery('202611212359a')).body).toMatchObject({ code: '000' })
  await late.close()
})

test('014: an id is used once forever, whatever it was used for', async () => {
  const request_id = kit.newId()
  for (const [number, phone] of [PHONE, '08020000001', '08020000005', '08020000004'].entries()) {
    const used = `${request_id}${number}`
    await kit.buy({ request_id: used, phone })
    kit.clock.advance(60_000)
    expect((await kit.buy({ request_id: used, serviceID: 'glo' })).body).toMatchObject({ code: '014', requestId: used })
  }
  expect(await truths()).toHaveLength(4)
})

test('019: the same service for the same number within 30 s, and nothing is kept', async () => {
  await kit.buy()
  kit.clock.advance(29_999)
  const request_id = kit.newId()
  expect((await kit.buy({ request_id, amount: 900 })).body).toMatchObject({ code: '019', requestId: request_id })
  expect((await kit.requery(request_id)).body).toMatchObject({ code: '015' })
  expect(await truths()).toHaveLength(1)
  expect((await kit.buy({ serviceID: 'glo' })).body).toMatchObject({ code: '000' })
  expect((await kit.buy({ phone: '08031234568' })).body).toMatchObject({ code: '000' })
  kit.clock.advance(1)
  expect((await kit.buy({ request_id })).body).toMatchObject({ code: '000' })
})

test('019: one that is pending counts, one that failed does not', async () => {
  await kit.buy({ phone: '08020000001' })
  expect((await kit.buy({ phone: '08020000001' })).body).toMatchObject({ code: '019' })
  await kit.buy({ phone: '08020000005' })
  expect((await kit.buy({ phone: '08020000005' })).body).toMatchObject({ code: '016' })
})

test('015: requery of an id that was never seen; 011: of none', async () => {
  expect((await kit.requery(kit.newId())).body).toMatchObject({ code: '015' })
  expect((await kit.vtpassPost('/requery', {})).body).toMatchObject({ code: '011' })
  expect((await kit.vtpassPost('/requery', { request_id: 5 })).body).toMatchObject({ code: '011' })
})

test.each([
  ['mtn', 100, 97, 3],
  ['airtel', 50, 48.3, 1.7],
  ['glo', 100, 96, 4],
  ['etisalat', 250.5, 240.48, 10.02],
])('%s: %d naira cost %d, commission %d', async (serviceID, amount, total_amount, commission) => {
  const request_id = kit.newId()
  await kit.buy({ request_id, serviceID, amount })
  const transactions = { amount, unit_price: amount, total_amount, commission }
  expect((await kit.requery(request_id)).body).toMatchObject({ content: { transactions } })
  expect(await balance()).toBe(1_000_000_000 - total_amount)
})

test('a commission is reported as a float with dirt first, and rounds to the kobo that was kept', async () => {
  const { body } = await kit.buy({ serviceID: 'airtel', amount: 50 })
  const transactions = at(body, 'content', 'transactions')
  expect(transactions).toMatchObject({ commission: 1.7000000000000002, total_amount: 48.3, amount: '50' })
  for (let amount = 50; amount < 60; amount += 0.07) {
    const told = await kit.buy({ serviceID: 'airtel', amount, phone: `0803${String(amount * 1e6).slice(0, 7)}` })
    const { commission, total_amount } = Object(at(told.body, 'content', 'transactions'))
    expect(Math.round(commission * 100) + Math.round(total_amount * 100)).toBe(Math.round(amount * 100))
  }
})

test('the wallet pays for what is delivered or pending, and gets back what failed or was reversed', async () => {
  await kit.buy({ ...DATA, amount: 1 })
  expect(await balance()).toBe(1_000_000_000 - 485)
  const request_id = kit.newId()
  await kit.buy({ request_id, phone: '08020000001', amount: 10_000 })
  expect(await balance()).toBe(1_000_000_000 - 485 - 9_700)
  await kit.control(`/deliveries/${request_id}/outcome`, { status: 'failed' })
  expect(await balance()).toBe(1_000_000_000 - 485)
  await kit.control(`/deliveries/${request_id}/outcome`, { status: 'delivered' })
  expect(await balance()).toBe(1_000_000_000 - 485 - 9_700)
  await kit.control(`/deliveries/${request_id}/outcome`, { status: 'reversed' })
  await kit.control(`/deliveries/${request_id}/outcome`, { status: 'reversed' })
  expect(await balance()).toBe(1_000_000_000 - 485)
  await kit.buy({ phone: '08020000005' })
  expect(await balance()).toBe(1_000_000_000 - 485)
})

test('018: a wallet that is one kobo short pays nothing', async () => {
  kit.world.state.vtpassWalletKobo = 9_699n
  expect((await kit.buy()).body).toMatchObject({ code: '018' })
  expect(await truths()).toEqual([])
  kit.world.state.vtpassWalletKobo = 9_700n
  expect((await kit.buy()).body).toMatchObject({ code: '000' })
  expect(await balance()).toBe(0)
})

test('a prepaid meter gets a token of 20 digits, the same at each requery, and its units', async () => {
  const request_id = kit.newId()
  const { body } = await kit.buy({ request_id, ...ELECTRICITY })
  const token = String(at(body, 'token'))
  expect(token).toMatch(/^\d{20}$/)
  expect(body).toMatchObject({ units: '8.8 kWh', meterNumber: METER })
  expect(at(body, 'purchased_code')).toMatch(/^Token : \d{4} \d{4} \d{4} \d{4} \d{4}$/)
  expect(String(at(body, 'purchased_code')).replace(/\D/g, '')).toBe(token)
  const again = { token, units: '8.8 kWh', purchased_code: at(body, 'purchased_code') }
  expect((await kit.requery(request_id)).body).toMatchObject(again)
  const other = await kit.buy({ ...ELECTRICITY, billersCode: '45031234568' })
  expect(at(other.body, 'token')).not.toBe(token)
})

test('PINs are handed over as text and as a list, as many as were bought, the same at each requery', async () => {
  const request_id = kit.newId()
  const { body } = await kit.buy({ request_id, ...EDUCATION, amount: 1 })
  expect(body).toMatchObject({
    amount: 7_800,
    content: { transactions: { unit_price: '3900', quantity: 2, unique_element: PHONE, type: 'Education' } },
  })
  const cards = at(body, 'cards') as { Serial: string; Pin: string }[]
  expect(cards).toHaveLength(2)
  for (const { Serial, Pin } of cards)
    expect([Serial, Pin]).toEqual([expect.stringMatching(/^WRN\d{9}$/), expect.stringMatching(/^\d{12}$/)])
  const text = cards.map(({ Serial, Pin }) => `Serial No:${Serial}, pin: ${Pin}`).join('||')
  expect(at(body, 'purchased_code')).toBe(text)
  expect((await kit.requery(request_id)).body).toMatchObject({ cards, purchased_code: text, amount: 7_800 })
  const one = await kit.buy({ ...EDUCATION, quantity: undefined, phone: '08031234568' })
  expect(one.body).toMatchObject({ amount: 3_900, cards: [{}], content: { transactions: { quantity: 1 } } })
})

test.each([
  ['no-pins', 0],
  ['fewer-pins', 1],
])('a requery can hand over too few: %s, and the next one hands over all', async (fault, count) => {
  const request_id = kit.newId()
  await kit.buy({ request_id, ...EDUCATION })
  await kit.vtpassFault(fault, { operation: 'requery' })
  const { body } = await kit.requery(request_id)
  expect(body).toMatchObject({ amount: 7_800, content: { transactions: { status: 'delivered', quantity: 2 } } })
  expect(at(body, 'cards')).toHaveLength(count)
  expect(at((await kit.requery(request_id)).body, 'cards')).toHaveLength(2)
})

test('no PIN is named before it is delivered', async () => {
  const request_id = kit.newId()
  await kit.buy({ request_id, ...EDUCATION, phone: '08020000001' })
  expect((await kit.requery(request_id)).body).not.toHaveProperty('cards')
  await kit.control(`/deliveries/${request_id}/outcome`, { status: 'delivered' })
  expect(at((await kit.requery(request_id)).body, 'cards')).toHaveLength(2)
})

test('a postpaid meter gets none, and a prepaid one none before it is delivered', async () => {
  const postpaid = await kit.buy({ ...ELECTRICITY, variation_code: 'postpaid' })
  expect(postpaid.body).toMatchObject({ code: '000', purchased_code: '' })
  expect(postpaid.body).not.toHaveProperty('token')
  const request_id = kit.newId()
  await kit.buy({ request_id, ...ELECTRICITY, billersCode: '45030000001' })
  expect((await kit.requery(request_id)).body).not.toHaveProperty('token')
  await kit.control(`/deliveries/${request_id}/outcome`, { status: 'delivered' })
  expect((await kit.requery(request_id)).body).toHaveProperty('token')
})

test('amounts are text in /pay and numbers in /requery', async () => {
  const request_id = kit.newId()
  const paid = await kit.buy({ request_id, amount: '100.50' })
  expect(at(paid.body, 'content', 'transactions')).toMatchObject({ amount: '100.50', unit_price: '100.50' })
  const asked = await kit.requery(request_id)
  expect(at(asked.body, 'content', 'transactions')).toMatchObject({ amount: 100.5, unit_price: 100.5 })
  expect(at(paid.body, 'transaction_date')).toBe('2026-11-21T11:00:00.000000Z')
})

test('every answer says what time it is there, by its own clock', async () => {
  kit.clock.set(new Date('2031-05-06T07:08:09Z'))
  const said = [await kit.buy(), await kit.requery('203105060808nothing'), await kit.vtpassGet('/balance')]
  for (const { headers } of said) expect(headers.date).toBe('Tue, 06 May 2031 07:08:09 GMT')
})
