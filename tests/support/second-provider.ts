import { randomBytes } from 'node:crypto'
import type { Quote } from '#contract/orders.ts'
import { signatureOf } from '#sandbox/paystack/webhooks.ts'
import { buildSandbox } from '#sandbox/server.ts'
import { createWorld, type World } from '#sandbox/world.ts'
import { buildApp } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { scheduleRecurringJobs } from '#server/job-handlers.ts'
import type { Worker } from '#server/outbox/jobs/worker.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import { vtpassBills } from '#server/providers/bills/vtpass/adapter.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { paystackPayments } from '#server/providers/payments/paystack/adapter.ts'
import { configureProviders } from '#server/providers/registry.ts'
import { passInSteps } from './due-work.ts'
import { freePort } from './free-port.ts'
import { inject } from './inject.ts'
import type { TestJara } from './jara.ts'
import { type Person, PIN, type Refusal } from './person.ts'
import { openSandboxControl, type SandboxControl } from './sandbox-control.ts'
import { withoutSilences } from './silences.ts'

const TIMEOUT_MS = 1_500

/** The product restarted on the same database with these providers; replaces `jara`, which stays idle meanwhile. */
export type Restarted = {
  readonly deps: Deps
  readonly worker: Worker
  /** A signed-in person's request to this process. */
  call(
    person: Person,
    path: string,
    body: unknown,
  ): Promise<{ status: number; body: Refusal & { [name: string]: unknown } }>
  /** A payment provider's webhook, signed with the key that both worlds share. */
  webhook(provider: string, body: unknown): Promise<{ status: number }>
  get<Body>(person: Person, path: string): Promise<{ status: number; body: Body }>
  /** Accepts requests from people who join there; returns its address. */
  listen(): Promise<string>
  /** Approves a quote with the PIN. */
  approve(person: Person, quote: Quote): ReturnType<Restarted['call']>
  /** Lets time pass, by default in steps of half a minute, and does what falls due on the way. */
  pass(ms: number, stepMs?: number): Promise<void>
}

type Configured = { payments?: readonly PaymentProvider[]; bills?: readonly BillsProvider[] }

/** A second outside world on the product's clock: its providers have other names and share nothing with the first. */
export type SecondWorld = {
  readonly world: World
  readonly sandbox: SandboxControl
  readonly payments: PaymentProvider
  readonly bills: BillsProvider
  /** Restarts the product on the same database with these providers; by default with its original ones. */
  restart(configured: Configured): Promise<Restarted>
  close(): Promise<void>
}

export const OTHER_PAYMENTS = 'otherpay'
export const OTHER_BILLS = 'otherbills'

export async function startSecondWorld(jara: TestJara): Promise<SecondWorld> {
  const { clock, log, config } = jara.deps
  const world = createWorld({ clock, randomBytes, stateFile: null, webhookUrl: null })
  const app = buildSandbox(world)
  const makeExchange = withoutSilences(app)
  const url = await app.listen({ port: 0, host: 'localhost' })
  const timeouts = { readMs: TIMEOUT_MS, listMs: TIMEOUT_MS, writeMs: TIMEOUT_MS, sendMs: TIMEOUT_MS }
  const shared = { clock, log, timeouts, makeExchange }
  const paystack = { ...config.paystack, ...shared, baseUrl: `${url}/paystack`, mode: config.mode }
  const vtpass = { ...config.vtpass, ...shared, baseUrl: `${url}/vtpass/api` }
  const started: { close(): Promise<void> }[] = []
  return {
    world,
    sandbox: openSandboxControl(url),
    payments: { ...paystackPayments(paystack), name: OTHER_PAYMENTS },
    bills: { ...vtpassBills(vtpass), name: OTHER_BILLS },
    async restart(configured) {
      const process = await restarted(jara, configured)
      started.push(process)
      return process
    },
    async close() {
      for (const each of started) await each.close()
      await app.close()
      world.close()
    },
  }
}

const STEP_MS = 30_000

async function restarted(jara: TestJara, configured: Configured): Promise<Restarted & { close(): Promise<void> }> {
  const { payments = [jara.payments], bills = [jara.bills] } = configured
  const port = await freePort()
  // A process of its own, under its own address.
  const config = { ...jara.deps.config, port, publicUrl: `http://localhost:${port}` }
  const product = await buildApp({ ...jara.deps, config, providers: configureProviders({ payments, bills }) })
  const { app, deps, worker } = product
  await scheduleRecurringJobs(jara.database, jara.clock.now())
  const call: Restarted['call'] = async (person, path, body) => {
    const headers = { cookie: person.cookie() }
    const answer = await inject(product, { method: 'POST', url: path, headers, body: body as object })
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    deps,
    worker,
    call,
    async webhook(provider, body) {
      const payload = JSON.stringify(body)
      const signature = signatureOf(deps.config.paystack.secretKey, payload)
      const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
      return {
        status: (await inject(product, { method: 'POST', url: `/webhooks/${provider}`, headers, payload })).statusCode,
      }
    },
    async get(person, path) {
      const answer = await inject(product, { method: 'GET', url: path, headers: { cookie: person.cookie() } })
      return { status: answer.statusCode, body: answer.json() }
    },
    listen: () => app.listen({ port, host: 'localhost' }),
    close: () => app.close(),
    async approve(person, quote) {
      const approval = {
        deviceId: person.deviceId,
        pinProof: await person.device.pinProof(PIN),
        signature: await person.device.sign('order', quote.challenge, quote.terms),
      }
      return await call(person, '/api/orders', { quoteId: quote.id, approval })
    },
    async pass(ms, stepMs = STEP_MS) {
      await worker.runDue()
      await passInSteps(jara, ms, { stepOf: () => stepMs, settle: worker.runDue })
    },
  }
}
