import { afterEach, beforeEach, expect, test } from 'vitest'
import { at } from './sandbox-kit.ts'
import { DATA, ELECTRICITY, openPort, openVtpassKit, type Seen, TV, type VtpassKit } from './sandbox-vtpass-kit.ts'

let kit: VtpassKit
let send: (body: object) => Promise<Seen>
beforeEach(async () => {
  kit = openVtpassKit()
  send = await openPort(kit)
})
afterEach(() => kit.close())

const status = async (requestId: string) => {
  const { body } = await kit.requery(requestId)
  return [at(body, 'code'), at(body, 'content', 'transactions', 'status')]
    .filter((each) => each !== undefined)
    .join(' ')
}

/** One purchase for a number: the code of the first reply, and requery's status at once and after each wait. */
async function course(body: object, ...waits: number[]): Promise<string[]> {
  const request_id = kit.newId()
  const seen = [String(at((await kit.buy({ request_id, ...body })).body, 'code')), await status(request_id)]
  for (const wait of waits) {
    kit.clock.advance(wait)
    seen.push(await status(request_id))
  }
  return seen
}

/** How each kind of purchase contains a number, given its last seven digits or a whole phone number. */
const KINDS = [
  ['airtime', (ending: string) => ({ phone: `0802${ending}` })],
  ['data', (ending: string) => ({ ...DATA, billersCode: `0802${ending}` })],
  ['a prepaid meter', (ending: string) => ({ ...ELECTRICITY, billersCode: `450312${ending}` })],
  ['a smartcard', (ending: string) => ({ ...TV, billersCode: `123${ending}` })],
] as const

test.each(KINDS)('%s ending with 0000001: pending until it is decided', async (_kind, of) => {
  expect(await course(of('0000001'), 72 * 60 * 60_000)).toEqual(['099', '000 pending', '000 pending'])
})

test.each(KINDS)('%s ending with 0000002: pending, and delivered after 3 s', async (_kind, of) => {
  const pending = '000 pending'
  expect(await course(of('0000002'), 2_999, 1)).toEqual(['099', pending, pending, '000 delivered'])
})

test.each(KINDS)('%s ending with 0000003: pending, and failed after 1 s', async (_kind, of) => {
  expect(await course(of('0000003'), 999, 1)).toEqual(['099', '000 pending', '000 pending', '016 failed'])
})

test.each(KINDS)('%s ending with 0000004: delivered, and reversed after 2 s', async (_kind, of) => {
  const delivered = '000 delivered'
  expect(await course(of('0000004'), 1_999, 1)).toEqual(['000', delivered, delivered, '040 reversed'])
})

test.each(KINDS)('%s ending with 0000005: refused at once', async (_kind, of) => {
  expect(await course(of('0000005'))).toEqual(['016', '016 failed'])
})

test('a reversal names the credit to the wallet, the same one each time', async () => {
  const request_id = kit.newId()
  await kit.buy({ request_id, phone: '08020000004' })
  kit.clock.advance(2_000)
  const credit = at((await kit.requery(request_id)).body, 'content', 'transactions', 'wallet_credit_id')
  expect(credit).toMatch(/^\d{14}$/)
  expect((await kit.requery(request_id)).body).toMatchObject({
    content: { transactions: { wallet_credit_id: credit } },
  })
})

test.each([
  { phone: '08011111111' },
  { phone: '08030000001' },
  { phone: '08031234567' },
  { ...DATA, billersCode: '08031234567', phone: '08020000005' },
])('delivered at once: %j', async (body) => {
  expect(await course(body)).toEqual(['000', '000 delivered'])
})

test('201000000000: pending until it is decided', async () => {
  expect(await course({ phone: '201000000000' }, 3_600_000)).toEqual(['099', '000 pending', '000 pending'])
})

test('500000000000: an answer that no documentation has, and it is delivered', async () => {
  const request_id = kit.newId()
  const { body } = await kit.buy({ request_id, phone: '500000000000' })
  expect(body).toEqual({ code: '777', message: 'Kindly contact your administrator', content: [] })
  expect(await status(request_id)).toBe('000 delivered')
})

test.each([
  { serviceID: 'mtn', amount: 100, phone: '400000000000' },
  { ...ELECTRICITY, billersCode: '400000000000' },
])('400000000000: the connection breaks, and nothing was done: %j', async (body) => {
  const request_id = kit.newId()
  expect(await send({ request_id, ...body })).toEqual({ error: 'TypeError' })
  expect(await status(request_id)).toBe('015')
  expect(at((await kit.truth()).body, 'deliveries')).toEqual([])
})

test('300000000000: no answer, pending, and delivered after 3 s', async () => {
  const request_id = kit.newId()
  expect(await send({ request_id, serviceID: 'mtn', amount: 100, phone: '300000000000' })).toEqual({
    error: 'TimeoutError',
  })
  expect(await status(request_id)).toBe('000 pending')
  kit.clock.advance(3_000)
  expect(await status(request_id)).toBe('000 delivered')
})

test.each([
  { ...ELECTRICITY, billersCode: '99031234567' },
  { ...TV, billersCode: '9931234567' },
])('a number that belongs to nobody fails: %j', async (body) => {
  expect(await course(body)).toEqual(['016', '016 failed'])
})
