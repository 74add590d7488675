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
  /** One HTTP request. @throws ProcessEnded when the process ends before its answer has left */
  request(request: InjectOptions): Promise<{ status: number; text: string; cookies: readonly string[] }>
}

/** Parts of the product made wrong on purpose, to see that a run notices it. */
export type Broken = {
  readonly payments?: (payments: PaymentProvider) => PaymentProvider
  readonly bills?: (bills: BillsProvider) => BillsProvider
  readonly database?: (database: Database) => Database
  /** How many statements each of its changes has made wrong so far, at least. Of none, a run notices nothing: the product's SQL has changed. */
  readonly madeWrong?: () => number
  /** What goes wrong outside from the beginning on, so that the mistake shows without a coincidence. */
  readonly faults?: readonly FaultRequest[]
  /** Something that happens to the books behind the product's back, once, at this step of the run. */
  readonly atStep?: { readonly step: number; readonly act: (database: Database) => Promise<unknown> }
}

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Starts the real product on a database, as server/main.ts does: the same adapters, ledger, queue and worker. Only clock,
 * randomness and the lines to the providers are simulated. @throws ProcessEnded when it ends while it starts
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
    // A mail server that takes every email: what happens when it does not is tested apart.
    mailer: { send: async () => undefined },
  })
  await scheduleRecurringJobs(database, clock.now())
  let requests = 0
  return {
    life,
    jara,
    async request(request) {
      // Each from an address of its own: limits per address count real minutes.
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
