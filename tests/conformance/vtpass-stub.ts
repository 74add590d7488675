import fs from 'node:fs'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { kobo } from '#contract/money.ts'
import type { BillsProvider, Purchase } from '#server/providers/bills/bill-provider.ts'
import { type VtpassOptions, vtpassBills } from '#server/providers/bills/vtpass/adapter.ts'
import { handClock, json, memoryLog, raw, type Stub, startStub } from './http-stub.ts'

export const KEYS = { apiKey: 'stub_api_key_0123456789', publicKey: 'PK_stub_public', secretKey: 'SK_stub_secret' }

/** The reference of the recorded answers. */
export const REFERENCE = '2026112110000a1b2c3d4e5f6g7h8i9'
export const ANOTHER_REFERENCE = '202611211000zzzzzzzzzzzzzzzzzzz'

export const AIRTIME: Purchase & { reference: string } = {
  product: 'airtime',
  network: 'mtn',
  phone: '08011111111',
  amountKobo: kobo(10_000),
  reference: REFERENCE,
}

/** The adapter, patient enough for a busy machine; tests of timeouts bring their own. */
export function adapterFor(baseUrl: string, options: Partial<VtpassOptions> = {}): BillsProvider {
  return vtpassBills({
    baseUrl,
    ...KEYS,
    callbackSecret: 'the-last-part-of-an-address',
    clock: handClock(),
    log: memoryLog(),
    timeouts: { readMs: 10_000, listMs: 10_000, sendMs: 10_000 },
    ...options,
  })
}

const fixtures = new URL('../../server/providers/bills/vtpass/fixtures/', import.meta.url)

type Json = Record<string, unknown>
type Recorded = Json & { content: Json & { transactions: Json } }

/** A recorded answer, parsed again each time so that a test may change it. */
export function fixture(name: string): Recorded {
  return JSON.parse(fs.readFileSync(new URL(`${name}.json`, fixtures), 'utf8'))
}

/** A reply about a transaction: the recorded one with another code and status; without a status, no transaction. */
export function transactionAnswer(code: unknown, status: unknown = undefined, change: object = {}): Json {
  const body = fixture('requery-delivered')
  const content = status === undefined ? [] : { transactions: { ...body.content.transactions, status } }
  return { ...body, code, content, ...change }
}

/** For a whole test file: an adapter with replies set by each test, and the requests of that test. */
export function stubbedVtpass() {
  let stub: Stub
  beforeAll(async () => {
    stub = await startStub()
  })
  beforeEach(() => {
    stub.seen.length = 0
  })
  afterAll(() => stub.close())

  return {
    answering(body: unknown, status = 200): BillsProvider {
      stub.reaction = json(status, body)
      return adapterFor(stub.baseUrl)
    },
    /** Like `answering`, with a body of JSON as another language formats it. */
    answeringText(body: string): BillsProvider {
      stub.reaction = raw(200, body)
      return adapterFor(stub.baseUrl)
    },
    /** Method, path with query, and body of each request. */
    asked: () => stub.seen.map(({ method, url, body }) => [method, url, body === '' ? null : JSON.parse(body)]),
    /** The headers of each request. */
    headers: () => stub.seen.map(({ headers }) => headers as Record<string, string>),
  }
}
