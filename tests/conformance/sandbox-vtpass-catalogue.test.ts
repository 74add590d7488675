import { afterEach, beforeEach, expect, test } from 'vitest'
import { at } from './sandbox-kit.ts'
import { DATA, METER, openVtpassKit, SMARTCARD, TV, type VtpassKit } from './sandbox-vtpass-kit.ts'

let kit: VtpassKit
beforeEach(() => {
  kit = openVtpassKit()
})
afterEach(() => kit.close())

const idsOf = async (identifier: string) => {
  const content = at((await kit.vtpassGet(`/services?identifier=${identifier}`)).body, 'content')
  return Array.isArray(content) ? content.map((service) => service.serviceID).join(' ') : null
}
const variationsOf = async (serviceId: string): Promise<Record<string, string>[]> => {
  const variations = at(
    (await kit.vtpassGet(`/service-variations?serviceID=${serviceId}`)).body,
    'content',
    'variations',
  )
  return Array.isArray(variations) ? variations : []
}

test('every category has its services', async () => {
  const categories = at((await kit.vtpassGet('/service-categories')).body, 'content')
  expect(categories).toMatchObject([
    { identifier: 'airtime' },
    { identifier: 'data' },
    { identifier: 'electricity-bill' },
    { identifier: 'tv-subscription' },
    { identifier: 'education' },
  ])
  expect(await idsOf('airtime')).toBe('mtn glo airtel etisalat')
  expect(await idsOf('data')).toBe('mtn-data glo-data airtel-data etisalat-data')
  expect(await idsOf('electricity-bill')).toBe(
    'ikeja-electric eko-electric abuja-electric kano-electric portharcourt-electric ibadan-electric enugu-electric benin-electric jos-electric kaduna-electric',
  )
  expect(await idsOf('tv-subscription')).toBe('dstv gotv startimes')
  expect(await idsOf('education')).toBe('waec')
  expect(await idsOf('insurance')).toBe('')
})

test.each(['mtn', 'glo', 'airtel', 'etisalat'])('%s sells the five bundles of the product', async (network) => {
  const bundles = await variationsOf(`${network}-data`)
  expect(bundles.map(({ name, variation_amount }) => `${name} ${variation_amount}`)).toEqual([
    '1GB (30 Days) 500.00',
    '2GB (30 Days) 1000.00',
    '5GB (30 Days) 2000.00',
    '10GB (30 Days) 3500.00',
    '20GB (30 Days) 5000.00',
  ])
  expect(bundles[0]).toMatchObject({ variation_code: `${network}-1gb-30days`, fixedPrice: 'Yes' })
})

test('electricity is prepaid or postpaid, for any amount', async () => {
  expect(await variationsOf('jos-electric')).toMatchObject([
    { variation_code: 'prepaid', fixedPrice: 'No' },
    { variation_code: 'postpaid', fixedPrice: 'No' },
  ])
})

test('a PIN of WAEC has one price, whatever is bought of them', async () => {
  expect(await variationsOf('waec')).toEqual([
    { variation_code: 'waecdirect', name: 'WASSCE', variation_amount: '3900.00', fixedPrice: 'Yes' },
  ])
})

test.each(['dstv', 'gotv', 'startimes'])('%s has four to six bouquets, each with its own code', async (serviceId) => {
  const codes = (await variationsOf(serviceId)).map(({ variation_code }) => variation_code)
  expect(codes.length).toBeGreaterThanOrEqual(4)
  expect(codes.length).toBeLessThanOrEqual(6)
  expect(new Set(codes).size).toBe(codes.length)
})

test('an unknown service has no variations and says so', async () => {
  expect((await kit.vtpassGet('/service-variations?serviceID=ntel')).body).toMatchObject({
    response_description: '012',
  })
})

const verify = async (body: object) => (await kit.vtpassPost('/merchant-verify', body)).body

test('a meter belongs to the same person forever, in every world', async () => {
  const body = { serviceID: 'ikeja-electric', billersCode: METER, type: 'prepaid' }
  const first = await verify(body)
  // A literal, so that the test notices a change in how names are chosen.
  expect(first).toMatchObject({
    code: '000',
    content: {
      Customer_Name: 'IGBINEDION IVIE OSAGIE',
      Address: '42 ZIK STREET, IKEJA',
      Meter_Number: METER,
      Meter_Type: 'PREPAID',
      WrongBillersCode: false,
    },
  })
  const other = openVtpassKit()
  expect((await other.vtpassPost('/merchant-verify', body)).body).toEqual(first)
  await other.close()
  expect(await verify({ ...body, type: 'postpaid' })).toMatchObject({ content: { Meter_Type: 'POSTPAID' } })
  // The app may send a number: VTpass documents one.
  expect(await verify({ ...body, billersCode: Number(METER) })).toEqual(first)
})

test('a smartcard has an owner, a bouquet and a day on which it ends', async () => {
  const told = await verify({ serviceID: 'dstv', billersCode: SMARTCARD })
  const bouquets = (await variationsOf('dstv')).map(({ name }) => name)
  expect(at(told, 'content', 'Customer_Name')).toMatch(/^\S+ \S+ \S+$/)
  expect(at(told, 'content', 'Status')).toBe('ACTIVE')
  expect(bouquets).toContain(at(told, 'content', 'Current_Bouquet'))
  const due = String(at(told, 'content', 'Due_Date'))
  expect(due).toMatch(/^2026-1[12]-\d\dT00:00:00$/)
  expect(Date.parse(`${due}Z`)).toBeGreaterThan(kit.clock.now().getTime())
})

test('renew without a variation pays for the bouquet that the smartcard has', async () => {
  const renewal = at(await verify({ serviceID: 'dstv', billersCode: SMARTCARD }), 'content', 'Renewal_Amount')
  const { body } = await kit.buy({ ...TV, variation_code: undefined, subscription_type: 'renew' })
  expect(body).toMatchObject({ code: '000', amount: renewal })
})

test('StarTimes does not ask whether it is a change', async () => {
  const body = { ...TV, serviceID: 'startimes', variation_code: 'startimes-nova', subscription_type: undefined }
  expect((await kit.buy(body)).body).toMatchObject({ code: '000', amount: 2_100 })
})

test.each([
  ['000', { serviceID: 'eko-electric', billersCode: '99031234567', type: 'prepaid' }],
  ['000', { serviceID: 'gotv', billersCode: '9931234567' }],
  ['011', { serviceID: 'eko-electric', billersCode: '4503123456', type: 'prepaid' }],
  ['011', { serviceID: 'gotv', billersCode: '123456789012' }],
])('a wrong number is code %s, and only the content says that it is wrong: %j', async (code, body) => {
  expect(await verify(body)).toMatchObject({
    code,
    content: { error: expect.stringContaining('not known'), WrongBillersCode: true },
  })
})

test.each([
  ['011', { serviceID: 'eko-electric', billersCode: METER }],
  ['011', { serviceID: 'eko-electric', billersCode: METER, type: 'solar' }],
  ['011', { serviceID: 'eko-electric', type: 'prepaid' }],
  ['011', { billersCode: METER, type: 'prepaid' }],
  ['012', { serviceID: 'mtn', billersCode: METER }],
  ['012', { serviceID: 'nothing', billersCode: METER }],
])('%s: what cannot be verified, %j', async (code, body) => {
  expect(await verify(body)).toMatchObject({ code })
  expect(await verify(body)).not.toHaveProperty('content')
})

test('a plan is sold at the price that it is changed to, under its name, and no more once it is off sale', async () => {
  const change = (body: object) => kit.control('/plans/mtn-data/mtn-1gb-30days', body)
  const first = async () => (await variationsOf('mtn-data'))[0]
  expect((await change({ amountKobo: '150000' })).http).toBe(200)
  expect(await first()).toMatchObject({ name: '1GB (30 Days)', variation_amount: '1500.00' })
  expect((await kit.buy({ ...DATA, request_id: kit.newId() })).body).toMatchObject({ code: '000', amount: 1_500 })
  await change({ name: '1GB - 7 days' })
  expect(await first()).toMatchObject({ name: '1GB - 7 days', variation_amount: '1500.00' })
  await change({ sold: false })
  expect(await first()).toMatchObject({ variation_code: 'mtn-2gb-30days' })
  expect((await kit.buy({ ...DATA, request_id: kit.newId() })).body).toMatchObject({ code: '010' })
  await kit.control('/reset', {})
  expect(await first()).toMatchObject({ variation_code: 'mtn-1gb-30days', variation_amount: '500.00' })
})

test('only a plan with a price can be changed, to an amount', async () => {
  expect((await kit.control('/plans/mtn-data/nothing', { amountKobo: '1' })).http).toBe(404)
  expect((await kit.control('/plans/nothing/mtn-1gb-30days', { amountKobo: '1' })).http).toBe(404)
  expect((await kit.control('/plans/jos-electric/prepaid', { amountKobo: '1' })).http).toBe(404)
  expect((await kit.control('/plans/mtn-data/mtn-1gb-30days', { amountKobo: '0' })).http).toBe(400)
})
