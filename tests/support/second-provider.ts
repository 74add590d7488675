import { randomBytes } from 'node:crypto'
import { buildSandbox } from '#sandbox/server.ts'
import { createWorld, type World } from '#sandbox/world.ts'
import type { Deps } from '#server/deps.ts'
import { createWorker, type Worker } from '#server/jobs/worker.ts'
import type { BillsProvider } from '#server/providers/bills.ts'
import type { PaymentProvider } from '#server/providers/payments.ts'
import { paystackPayments } from '#server/providers/paystack/adapter.ts'
import { vtpassBills } from '#server/providers/vtpass/adapter.ts'
import { workHandlers } from '#server/work-handlers.ts'
import type { TestJara } from './jara.ts'
import { openSandboxControl, type SandboxControl } from './sandbox-control.ts'

const TIMEOUT_MS = 1_500

/** A second outside world, on the product's clock, whose providers have names of their own and know nothing of the first. */
export type SecondWorld = {
  readonly world: World
  readonly sandbox: SandboxControl
  readonly payments: PaymentProvider
  readonly bills: BillsProvider
  close(): Promise<void>
}

export const OTHER_PAYMENTS = 'otherpay'
export const OTHER_BILLS = 'otherbills'

export async function startSecondWorld(jara: TestJara): Promise<SecondWorld> {
  const { clock, log, config } = jara.deps
  const world = createWorld({ clock, randomBytes, stateFile: null, webhookUrl: null })
  const app = buildSandbox(world)
  const url = await app.listen({ port: 0, host: 'localhost' })
  const timeouts = { readMs: TIMEOUT_MS, listMs: TIMEOUT_MS, writeMs: TIMEOUT_MS, sendMs: TIMEOUT_MS }
  const paystack = { ...config.paystack, baseUrl: `${url}/paystack`, mode: config.mode, clock, log, timeouts }
  return {
    world,
    sandbox: openSandboxControl(url),
    payments: { ...paystackPayments(paystack), name: OTHER_PAYMENTS } as never,
    bills: { ...vtpassBills({ ...config.vtpass, baseUrl: `${url}/vtpass/api`, clock, log, timeouts }), name: OTHER_BILLS } as never,
    close: async () => {
      await app.close()
      world.close()
    },
  }
}

/** The product started again on the same database, with other providers configured. */
export function restarted(jara: TestJara, over: Partial<Deps>): { deps: Deps; worker: Worker } {
  const deps: Deps = { ...jara.deps, ...over, wakeWorker: () => undefined }
  return { deps, worker: createWorker(deps, workHandlers(deps)) }
}

/** Time passes for a worker, in steps small enough for everything that falls due on the way. */
export async function passFor(jara: TestJara, worker: Worker, ms: number, stepMs = 30_000): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    jara.clock.advance(Math.min(stepMs, left))
    await worker.runDue()
  }
}
