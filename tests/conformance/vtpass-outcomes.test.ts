import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CODES, STATUSES } from '#server/providers/bills/vtpass/outcomes.ts'
import { json, type Stub, startStub } from './http-stub.ts'
import { AIRTIME, ANOTHER_REFERENCE, adapterFor, fixture, REFERENCE, transactionAnswer } from './vtpass-stub.ts'

/** Every code and status that VTpass documents, as the reply to a purchase and to a requery. */

/** Code, result of a purchase, result of a requery. Written out, independently of the table under test. */
const OUTCOMES_BY_CODE: [code: string, pay: string, requery: string][] = [
  ['000', 'unknown', 'pending'],
  ['001', 'unknown', 'pending'],
  ['010', 'bad-plan', 'unknown'],
  ['011', 'failed', 'unknown'],
  ['012', 'bad-plan', 'unknown'],
  ['013', 'bad-amount', 'unknown'],
  ['014', 'unknown', 'pending'],
  ['015', 'unknown', 'not-found'],
  ['016', 'failed', 'failed'],
  ['017', 'bad-amount', 'unknown'],
  ['018', 'float-low', 'unknown'],
  ['019', 'unknown', 'unknown'],
  ['020', 'unknown', 'unknown'],
  ['021', 'not-permitted', 'unknown'],
  ['022', 'not-permitted', 'unknown'],
  ['023', 'not-permitted', 'unknown'],
  ['024', 'not-permitted', 'unknown'],
  ['025', 'bad-recipient', 'unknown'],
  ['026', 'bad-recipient', 'unknown'],
  ['027', 'not-permitted', 'unknown'],
  ['028', 'not-permitted', 'unknown'],
  ['030', 'not-reachable', 'unknown'],
  ['031', 'bad-amount', 'unknown'],
  ['032', 'bad-amount', 'unknown'],
  ['034', 'not-reachable', 'unknown'],
  ['035', 'not-reachable', 'unknown'],
  ['040', 'accepted', 'reversed'],
  ['044', 'unknown', 'pending'],
  ['083', 'unknown', 'pending'],
  ['085', 'bad-reference', 'unknown'],
  ['087', 'not-permitted', 'unknown'],
  ['089', 'accepted', 'pending'],
  ['091', 'failed', 'failed'],
  ['099', 'accepted', 'pending'],
]

const OUTCOMES_BY_STATUS: [status: string, pay: string, requery: string][] = [
  ['initiated', 'accepted', 'pending'],
  ['pending', 'accepted', 'pending'],
  ['delivered', 'accepted', 'delivered'],
  ['failed', 'failed', 'failed'],
  ['reversed', 'accepted', 'reversed'],
  ['resolved', 'accepted', 'pending'],
]

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

async function pay(body: unknown, status = 200): Promise<string> {
  stub.reaction = json(status, body)
  const answer = await adapterFor(stub.baseUrl).buy(AIRTIME)
  if (answer.outcome === 'succeeded') return 'accepted'
  return answer.outcome === 'declined' ? answer.reason : 'unknown'
}
async function requery(body: unknown, status = 200): Promise<string> {
  stub.reaction = json(status, body)
  const answer = await adapterFor(stub.baseUrl).verifyPurchase(REFERENCE)
  return answer.outcome === 'succeeded' ? answer.value.status : answer.outcome
}

test('no code and no status of the tables is missing here', () => {
  expect(OUTCOMES_BY_CODE.map(([code]) => code)).toEqual([...CODES.keys()].toSorted())
  expect(OUTCOMES_BY_STATUS.map(([status]) => status).toSorted()).toEqual([...STATUSES.keys()].toSorted())
})

describe.each(OUTCOMES_BY_CODE)('code %s', (code, expectedPay, expectedRequery) => {
  const body = transactionAnswer(code)
  test(`on a purchase is ${expectedPay}`, async () => expect(await pay(body)).toBe(expectedPay))
  test(`on a requery is ${expectedRequery}`, async () => expect(await requery(body)).toBe(expectedRequery))
  test('with an HTTP 500 is unknown', async () => {
    expect([await pay(body, 500), await requery(body, 500)]).toEqual(['unknown', 'unknown'])
  })
  test('about another request is unknown', async () => {
    const other = { ...body, requestId: ANOTHER_REFERENCE }
    expect([await pay(other), await requery(other)]).toEqual(['unknown', 'unknown'])
  })
})

describe.each(OUTCOMES_BY_STATUS)('000 with the status %s', (status, expectedPay, expectedRequery) => {
  test(`on a purchase is ${expectedPay}`, async () =>
    expect(await pay(transactionAnswer('000', status))).toBe(expectedPay))
  test(`on a requery is ${expectedRequery}, also under 001 and 044`, async () => {
    for (const code of ['000', '001', '044']) {
      expect(await requery(transactionAnswer(code, status))).toBe(expectedRequery)
    }
  })
})

test.each<unknown>(['100', '36', '0000', 'abc', '', ' 000', '000 ', 0, 16, 1, null, true, ['000'], {}, '__proto__'])(
  'the code %j is unknown on both calls, whatever the status says',
  async (code) => {
    for (const status of [undefined, 'delivered', 'failed', 'reversed']) {
      const body = transactionAnswer(code, status)
      expect([await pay(body), await requery(body)]).toEqual(['unknown', 'unknown'])
    }
  },
)

test.each<unknown>(['successful', 'DELIVERED', ' delivered', 'declined', '', true, 1, ['delivered'], {}, '__proto__'])(
  'the status %j is unknown on both calls',
  async (status) => {
    const body = transactionAnswer('000', status)
    expect([await pay(body), await requery(body)]).toEqual(['unknown', 'unknown'])
  },
)

test.each([
  ['016', 'delivered'],
  ['016', 'initiated'],
  ['091', 'pending'],
  ['099', 'failed'],
  ['099', 'delivered'],
  ['015', 'delivered'],
])('%s with the status %s contradicts itself and stays pending', async (code, status) => {
  expect(await requery(transactionAnswer(code, status))).toBe('pending')
})

test.each(['000', '016', '040'])('%s concludes nothing at requery unless it names our request', async (code) => {
  const status = { '000': 'delivered', '016': 'failed', '040': 'reversed' }[code]
  for (const requestId of [undefined, null, '']) {
    expect(await requery(transactionAnswer(code, status, { requestId }))).toBe('unknown')
  }
  for (const requestId of [ANOTHER_REFERENCE, REFERENCE.toUpperCase(), ` ${REFERENCE}`, 5, [REFERENCE]]) {
    const body = transactionAnswer(code, status, { requestId })
    expect([await pay(body), await requery(body)]).toEqual(['unknown', 'unknown'])
  }
})

test('a request id VTpass never saw is not found although it is not repeated, with HTTP 200 and 404', async () => {
  expect(await requery(fixture('invalid-request-id'))).toBe('not-found')
  expect(await requery(fixture('invalid-request-id'), 404)).toBe('not-found')
  expect(await requery(fixture('invalid-request-id'), 503)).toBe('unknown')
})

test.each([400, 401, 403, 404, 409, 422])(
  'HTTP %i may carry a refusal of the request, and nothing else',
  async (http) => {
    expect(await pay(transactionAnswer('087'), http)).toBe('not-permitted')
    expect(await pay(transactionAnswer('016', 'failed'), http)).toBe('unknown')
    expect(await pay(transactionAnswer('000', 'delivered'), http)).toBe('unknown')
    expect(await requery(transactionAnswer('000', 'delivered'), http)).toBe('unknown')
    expect(await requery(transactionAnswer('016', 'failed'), http)).toBe('unknown')
    expect(await requery(transactionAnswer('040', 'reversed'), http)).toBe('unknown')
  },
)

test.each([402, 405, 408, 429, 500, 502, 503, 504])('HTTP %i carries nothing', async (http) => {
  expect(await pay(transactionAnswer('018'), http)).toBe('unknown')
  expect(await requery(transactionAnswer('015'), http)).toBe('unknown')
})
