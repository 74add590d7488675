import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { kobo } from '#contract/money.ts'
import { buildSandbox } from '#sandbox/server.ts'
import { createWorld, type World, type WorldOptions } from '#sandbox/world.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { withoutSilences } from '#tests/support/silences.ts'
import { handClock } from './http-stub.ts'
import { adapterFor } from './paystack-stub.ts'

export const ACCOUNT = { bankCode: '058', accountNumber: '0123456789' }
export const ADA = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Okafor',
  phone: '+2348031234567',
  userId: 'usr_1',
}
export const AMOUNT = kobo(100_000)

type Truth = { transfers: { reference: string; status: string }[] }

/** A sandbox world listening on a free port, with its clock, its controls and an adapter that speaks to it. */
export type Sandbox = {
  readonly clock: ReturnType<typeof handClock>
  readonly world: World
  readonly payments: PaymentProvider
  readonly baseUrl: string
  /** Another adapter with fresh circuit breakers. It notices silence at once. */
  anotherAdapter(): PaymentProvider
  control<Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body>
  /** Makes the next call of an operation faulty. */
  fault(operation: string, name: string, more?: object): Promise<unknown>
  /** What really happened to a reference: one word per existing transfer. */
  truthOf(reference: string): Promise<string[]>
  standingOf(reference: string): Promise<string>
  /** A registered recipient and an unused reference. */
  newTransfer(): Promise<Parameters<PaymentProvider['sendTransfer']>[0]>
  /** A customer with an account number. */
  newAccount(): Promise<{ customerCode: string; accountNumber: string }>
  payIn(accountNumber: string, amountKobo: string): Promise<string>
  close(): Promise<void>
}

export async function startSandbox(options: Partial<WorldOptions> = {}): Promise<Sandbox> {
  const clock = handClock()
  const world = createWorld({ clock, randomBytes, stateFile: null, webhookUrl: null, ...options })
  const app = buildSandbox(world)
  const makeExchange = withoutSilences(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/paystack`
  const payments = adapterFor(baseUrl, { secretKey: world.secretKey, clock })
  let references = 0

  async function control<Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> {
    const payload = body === undefined ? {} : { payload: body }
    const answer = await app.inject({ method, url: `/control/${path}`, headers: { host: 'localhost' }, ...payload })
    expect(answer.statusCode).toBeLessThan(300)
    return answer.json<Body>()
  }
  return {
    clock,
    world,
    payments,
    baseUrl,
    anotherAdapter: () => adapterFor(baseUrl, { secretKey: world.secretKey, clock, makeExchange }),
    control,
    fault: (operation, name, more = {}) => control('POST', 'faults', { operation, fault: name, ...more }),
    async truthOf(reference) {
      const { transfers } = await control<Truth>('GET', 'truth')
      return transfers.filter((each) => each.reference === reference).map((each) => each.status)
    },
    standingOf: async (reference) => must(await payments.verifyTransfer(reference)).status,
    async newTransfer() {
      const name = must(await payments.resolveAccount(ACCOUNT)).accountName
      const { recipientCode } = must(await payments.createRecipient({ name, ...ACCOUNT }))
      references++
      const reference = `ord_${String(references).padStart(35, '0')}`
      return { reference, recipientCode, amountKobo: AMOUNT, reason: 'Jara transfer' }
    },
    async newAccount() {
      const { customerCode } = must(await payments.createCustomer(ADA))
      const { accountNumber } = must(await payments.issueAccount({ ...ADA, customerCode }))
      return { customerCode, accountNumber }
    },
    async payIn(accountNumber, amountKobo) {
      const body = { accountNumber, amountKobo, senderName: 'Chinedu Eze' }
      return (await control<{ reference: string }>('POST', 'transfers', body)).reference
    },
    async close() {
      await app.close()
      world.close()
    },
  }
}

/** The value of a reply that must have succeeded. */
export function must<Value>(answer: { outcome: string; value?: Value }): Value {
  expect(answer).toMatchObject({ outcome: 'succeeded' })
  if (answer.value === undefined) throw new Error(JSON.stringify(answer))
  return answer.value
}
