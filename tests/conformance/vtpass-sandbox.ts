import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { BillKind } from '#contract/kinds/kinds.ts'
import { naira } from '#contract/money.ts'
import { buildSandbox } from '#sandbox/server.ts'
import { createWorld, type World, type WorldOptions } from '#sandbox/world.ts'
import { SANDBOX_VTPASS } from '#server/platform/config/providers.ts'
import type { BillsProvider, Purchase } from '#server/providers/bills/bill-provider.ts'
import type { VtpassOptions } from '#server/providers/bills/vtpass/adapter.ts'
import { withoutSilences } from '#tests/support/silences.ts'
import type { BillsArrangement, BillsWorld } from './bills-provider.ts'
import { handClock } from './http-stub.ts'
import { adapterFor } from './vtpass-stub.ts'

const PHONE = '08031234567'
/** One purchase of each product. */
export const PURCHASES = {
  airtime: { product: 'airtime', network: 'mtn', phone: PHONE, amountKobo: naira(500) },
  data: { product: 'data', network: 'glo', phone: PHONE, planCode: 'glo-1gb-30days', amountKobo: naira(500) },
  electricity: {
    product: 'electricity',
    biller: 'ikeja-electric',
    meterNumber: '01234567890',
    meterType: 'prepaid',
    phone: PHONE,
    amountKobo: naira(5_000),
  },
  tv: {
    product: 'tv',
    biller: 'gotv',
    smartcardNumber: '0123456789',
    planCode: 'gotv-jolli',
    phone: PHONE,
    amountKobo: naira(5_800),
  },
  education: {
    product: 'education',
    exam: 'waec',
    planCode: 'waecdirect',
    quantity: 2,
    phone: PHONE,
    amountKobo: naira(7_800),
  },
} as const satisfies { readonly [Product in BillKind]: Extract<Purchase, { product: Product }> }

const ARRANGEMENTS: Readonly<Record<BillsArrangement, { operation: string; fault: string }>> = {
  'purchase-fails': { operation: 'pay', fault: 'accept-then-fail' },
  'purchase-is-stuck': { operation: 'pay', fault: 'pending' },
  'purchase-is-reversed': { operation: 'pay', fault: 'success-then-reversed' },
  'purchase-answer-is-lost': { operation: 'pay', fault: 'reset' },
  'purchase-is-lost': { operation: 'pay', fault: 'down' },
  'wallet-is-empty': { operation: 'pay', fault: 'refuse' },
  'verification-answer-is-lost': { operation: 'requery', fault: 'html-502' },
}

type Truth = { deliveries: { reference: string; status: string; amountKobo: string }[] }

/** A sandbox world listening on a free port, with its clock, its controls and an adapter that speaks to it. */
export type VtpassSandbox = BillsWorld & {
  readonly world: World
  /** Another adapter with fresh circuit breakers. It notices silence at once. */
  anotherAdapter(options?: Partial<VtpassOptions>): BillsProvider
  control<Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body>
  /** Makes the next call of an operation faulty. */
  fault(operation: string, name: string, more?: object): Promise<unknown>
}

export async function startVtpassSandbox(options: Partial<WorldOptions> = {}): Promise<VtpassSandbox> {
  const clock = handClock()
  const world = createWorld({ clock, randomBytes, stateFile: null, webhookUrl: null, ...options })
  const app = buildSandbox(world)
  const makeExchange = withoutSilences(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/vtpass/api`
  const { apiKey, publicKey, secretKey } = SANDBOX_VTPASS
  const anotherAdapter: VtpassSandbox['anotherAdapter'] = (more = {}) =>
    adapterFor(baseUrl, { apiKey, publicKey, secretKey, clock, makeExchange, ...more })

  async function control<Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> {
    const payload = body === undefined ? {} : { payload: body }
    const answer = await app.inject({ method, url: `/control/${path}`, headers: { host: 'localhost' }, ...payload })
    expect([path, answer.statusCode, answer.body]).toEqual([path, expect.toSatisfy((code) => code < 300), answer.body])
    return answer.json<Body>()
  }
  const fault: VtpassSandbox['fault'] = (operation, name, more = {}) =>
    control('POST', 'faults', { provider: 'vtpass', operation, fault: name, ...more })

  return {
    provider: anotherAdapter(),
    world,
    now: clock.now,
    advance: clock.advance,
    randomBytes: (count) => randomBytes(count),
    purchases: Object.values(PURCHASES),
    // The sandbox knows nobody for numbers that begin with 99.
    unknownMeterNumber: '99123456789',
    anotherAdapter,
    control,
    fault,
    async arrange(what) {
      await fault(ARRANGEMENTS[what].operation, ARRANGEMENTS[what].fault)
    },
    async truthOf(reference) {
      const { deliveries } = await control<Truth>('GET', 'truth')
      return deliveries
        .filter((each) => each.reference === reference)
        .map((each) => ({ status: each.status, amountKobo: BigInt(each.amountKobo) }))
    },
    async close() {
      await app.close()
      world.close()
    },
  }
}
