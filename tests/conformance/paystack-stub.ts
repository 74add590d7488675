import fs from 'node:fs'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { type PaystackOptions, paystackPayments } from '#server/providers/payments/paystack/adapter.ts'
import { handClock, memoryLog } from './http-stub.ts'

export const STUB_KEY = 'sk_test_stub_key_0123456789'

/** The adapter, patient enough for a busy machine; tests of timeouts bring their own. */
export function adapterFor(baseUrl: string, options: Partial<PaystackOptions> = {}): PaymentProvider {
  return paystackPayments({
    baseUrl,
    secretKey: STUB_KEY,
    mode: 'sandbox',
    clock: handClock(),
    log: memoryLog(),
    timeouts: { readMs: 10_000, listMs: 10_000, writeMs: 10_000, sendMs: 10_000 },
    ...options,
  })
}

const fixtures = new URL('../../server/providers/payments/paystack/fixtures/', import.meta.url)

/** A recorded payload, parsed again each time so that a test may change it. */
export function fixture(name: string): Record<string, unknown> & { data: Record<string, unknown> } {
  return JSON.parse(fs.readFileSync(new URL(`${name}.json`, fixtures), 'utf8'))
}

/** A refusal as Paystack words it. */
export function refusalBody(name: string): unknown {
  return fixture('refusals')[name]
}
