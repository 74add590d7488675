import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { buildSandbox } from '#sandbox/server.ts'
import { createWorld, type World, type WorldOptions } from '#sandbox/world.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'

/** A response as outsiders see it. */
export type Told = { readonly http: number; readonly headers: Record<string, unknown>; readonly body: unknown }

/** The value at a path of names, `undefined` if missing. */
export function at(value: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  )
}

export type Kit = {
  readonly world: World
  readonly app: FastifyInstance
  readonly clock: TestClock
  get(path: string): Promise<Told>
  post(path: string, body: unknown): Promise<Told>
  control(path: string, body?: unknown): Promise<Told>
  truth(): Promise<Told>
  close(): Promise<void>
}

/** The same bytes in the same order each time, so that failures are reproducible. At most 32 at once. */
function countingBytes(): (count: number) => Uint8Array {
  let calls = 0
  return (count) => createHash('sha256').update(String(++calls)).digest().subarray(0, count)
}

/** A world of its own in this process, with a clock that stands still. */
export function openKit(options: Partial<WorldOptions> & { clock?: TestClock } = {}): Kit {
  const clock = options.clock ?? testClock()
  const world = createWorld({
    randomBytes: countingBytes(),
    stateFile: null,
    webhookUrl: 'http://localhost:9/webhooks/paystack',
    ...options,
    clock,
  })
  const app = buildSandbox(world)
  const headers = { authorization: `Bearer ${world.secretKey}`, 'content-type': 'application/json' }

  async function call(method: 'GET' | 'POST', url: string, body?: unknown): Promise<Told> {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const response = await app.inject({ method, url, headers: { ...headers, host: 'localhost' }, ...payload })
    return { http: response.statusCode, headers: response.headers, body: JSON.parse(response.payload) }
  }

  return {
    world,
    app,
    clock,
    get: (path) => call('GET', `/paystack${path}`),
    post: (path, body) => call('POST', `/paystack${path}`, body),
    control: (path, body) => call('POST', `/control${path}`, body),
    truth: () => call('GET', '/control/truth'),
    close: async () => {
      await app.close()
      world.close()
    },
  }
}

export const RECIPIENT = {
  type: 'nuban',
  name: 'Ngozi Okoro',
  account_number: '0123456789',
  bank_code: '058',
  currency: 'NGN',
}

/** Makes a recipient and asks for one transfer to it. */
export async function sendTransfer(kit: Kit, reference: string, amount = 500_000): Promise<Told> {
  const recipient = await kit.post('/transferrecipient', RECIPIENT)
  return await kit.post('/transfer', {
    source: 'balance',
    amount,
    recipient: at(recipient.body, 'data', 'recipient_code'),
    reference,
    reason: 'Conformance',
  })
}

/** A customer with an account number of their own. */
export async function openAccount(kit: Kit, email = 'ada@example.com'): Promise<string> {
  await kit.post('/customer', { email, first_name: 'Ada', last_name: 'Obi', phone: '08030000000' })
  // A charge may have created the customer with only an email.
  const issued = await kit.post('/dedicated_account', {
    customer: email,
    preferred_bank: 'test-bank',
    first_name: 'Ada',
    last_name: 'Obi',
    phone: '08030000000',
  })
  return String(at(issued.body, 'data', 'account_number'))
}
