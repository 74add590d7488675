import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { Product } from './app.ts'
import type { PreparedOrder } from './people.ts'

const what = z.enum(['orders', 'reads', 'reads of one', 'history', 'transaction'])
const common = { url: z.string(), maxMs: z.number(), what, leadMs: z.number(), keepsOpen: z.boolean() }
export const loadStep = z.union([
  z.object({ ...common, connections: z.number() }),
  /** A fixed number per second, answered or not. */
  z.object({ ...common, perSecond: z.number() }),
])
export type LoadStep = z.infer<typeof loadStep>

const loadResult = z.object({
  accepted: z.number(),
  /** Accepted requests that were answered after the lead and before the step ended. */
  inTime: z.number(),
  /** Counts of every other status; `0` is no answer at all. */
  refused: z.record(z.string(), z.number()),
  elapsedMs: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
  refusedP50Ms: z.number(),
  refusedP95Ms: z.number(),
  refusedP99Ms: z.number(),
  cpuMs: z.number(),
  connections: z.number(),
  /** Each answer, unless the step has too many: when it came, how long after it was due, and its status. */
  samples: z.array(z.tuple([z.number(), z.number(), z.number()])),
})
export type LoadResult = z.infer<typeof loadResult>

/** One measurement. CPU shares are in cores: 1 is one core that is never idle. */
export type Measured = LoadResult & {
  readonly perSecond: number
  readonly clientCpu: number
  readonly appCpu: number
  /** All cores of the machine, including app, client and database. */
  readonly machineCpu: number
}

export type Load = {
  readonly seconds: number
  readonly what?: LoadStep['what']
  /** Answers in the first seconds count for no rate: the pipeline has to fill first. */
  readonly leadSeconds?: number
  /** Keeps its connections open for the next step at a fixed rate, as a proxy does. */
  readonly keepsOpen?: boolean
} & ({ readonly connections: number } | { readonly perSecond: number })

export type Client = {
  /** Approves orders, unless `what` says otherwise, over a number of connections or at a fixed rate. */
  measure(app: Product, of: Load): Promise<Measured>
  stop(): void
}

/** The page of one transaction, and the cookie of the person it belongs to. */
export type TransactionPage = { readonly cookie: string; readonly path: string }

/** Starts the client process and hands it the approvals it will send, each once, and the pages it will read. */
export async function startClient(
  folder: string,
  orders: readonly PreparedOrder[],
  transactions: readonly TransactionPage[] = [],
): Promise<Client> {
  const file = path.join(folder, 'orders.json')
  fs.writeFileSync(file, JSON.stringify({ orders, transactions }))
  const child = fork(new URL('./client.ts', import.meta.url), [file])
  await once(child, 'message')
  return {
    async measure(app, { seconds, what: of = 'orders', leadSeconds = 0, keepsOpen = false, ...rate }) {
      const before = { app: app.cpuMs(), machine: machineBusyMs() }
      child.send({
        url: app.url,
        what: of,
        maxMs: seconds * 1_000,
        leadMs: leadSeconds * 1_000,
        keepsOpen,
        ...rate,
      } satisfies LoadStep)
      const [message] = await once(child, 'message')
      const result = loadResult.parse(message)
      const share = (usedMs: number) => usedMs / result.elapsedMs
      return {
        ...result,
        perSecond: result.inTime / (result.elapsedMs / 1_000 - leadSeconds),
        clientCpu: share(result.cpuMs),
        appCpu: share(app.cpuMs() - before.app),
        machineCpu: share(machineBusyMs() - before.machine),
      }
    },
    stop: () => child.disconnect(),
  }
}

function machineBusyMs(): number {
  return os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}
