import type { InjectOptions } from 'fastify'
import type { FaultRequest } from '#sandbox/faults.ts'
import { buildApp, type Jara } from '#server/app.ts'
import { scheduleRecurringJobs } from '#server/job-handlers.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createEvents } from '#server/platform/events.ts'
import { idSource } from '#server/platform/ids.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import { vtpassBills } from '#server/providers/bills/vtpass/adapter.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { paystackPayments } from '#server/providers/payments/paystack/adapter.ts'
import { configureProviders } from '#server/providers/registry.ts'
import { CHEAP_PASSWORDS } from '#tests/support/cheap-passwords.ts'
import { inject } from '#tests/support/inject.ts'
import type { Activity } from './activity.ts'
import type { Chance } from './chance.ts'
import { createLife, type Life, mortal } from './life.ts'
import type { Network } from './network.ts'
import type { Time } from './time.ts'

/** One process of the product. */
export type Product = {
  readonly life: Life
  readonly jara: Jara
  /** One HTTP request. @throws ProcessEnded if the process ends before its reply has left */
  request(request: InjectOptions): Promise<{ status: number; text: string; cookies: readonly string[] }>
}

/** Parts of the product broken on purpose, to see that a run notices. */
export type Broken = {
  readonly payments?: (payments: PaymentProvider) => PaymentProvider
  readonly bills?: (bills: BillsProvider) => BillsProvider
  readonly database?: (database: Database) => Database
  /**
   * The least number of statements that any of its changes has altered so far. Zero: the product's SQL has changed, and
   * a run notices nothing.
   */
  readonly madeWrong?: () => number
  /** Faults active from the start, so that the mistake shows without a coincidence. */
  readonly faults?: readonly FaultRequest[]
  /** Changes the books behind the product's back, once, at this step of the run. */
  readonly atStep?: { readonly step: number; readonly act: (database: Database) => Promise<unknown> }
}

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Starts the real product on a database, like server/main.ts: the same adapters, ledger, queue and worker. Only the
 * clock, randomness and connections to providers are simulated. @throws ProcessEnded if it ends while starting
 */
export async function startProduct(parts: {
  database: Database
  time: Time
  chance: Chance
  activity: Activity
  network: Network
  life?: Life
  broken?: Broken
}): Promise<Product> {
  const { time: clock, chance, activity, network, broken = {}, life = createLife() } = parts
  const config = readConfig({
    REQUESTS_PER_MINUTE: '1000000000',
    REQUESTS_AT_ONCE: '1000000',
    JARA_SECRET: 'ab'.repeat(32),
  })
  const real = mortal(parts.database, life, activity)
  const database = broken.database?.(real) ?? real
  const payments = paystackPayments({
    ...config.paystack,
    mode: config.mode,
    clock,
    log,
    makeExchange: network.exchangesWith('paystack', life),
  })
  const bills = vtpassBills({ ...config.vtpass, clock, log, makeExchange: network.exchangesWith('vtpass', life) })
  const jara = await buildApp({
    config,
    database,
    clock,
    newId: idSource(clock.now, chance.bytes),
    randomBytes: chance.bytes,
    keys: keysFrom(Buffer.from(config.secretHex ?? '', 'hex')),
    passwordCost: CHEAP_PASSWORDS,
    log,
    events: await createEvents({ ...database, kind: 'pglite' }, 'simulated', log),
    providers: configureProviders({
      payments: [broken.payments?.(payments) ?? payments],
      bills: [broken.bills?.(bills) ?? bills],
    }),
    // A mail server that accepts every email; refusals are tested elsewhere.
    mailer: { send: async () => undefined },
  })
  await scheduleRecurringJobs(database, clock.now())
  let requests = 0
  return {
    life,
    jara,
    async request(request) {
      // Each request has its own address, because limits per address count real minutes.
      const number = ++requests
      const remoteAddress = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
      activity.note()
      const answer = await Promise.race([inject(jara, { ...request, remoteAddress }), life.ended])
      activity.note()
      life.statement()
      const { statusCode: status, payload: text, headers } = answer
      return { status, text, cookies: [headers['set-cookie'] ?? []].flat().map(String) }
    },
  }
}
