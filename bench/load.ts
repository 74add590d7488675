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
  /** So many a second, answered or not. */
  z.object({ ...common, perSecond: z.number() }),
])
export type LoadStep = z.infer<typeof loadStep>

const loadResult = z.object({
  accepted: z.number(),
  /** Of the accepted those that were answered after the lead and before the step was over. */
  inTime: z.number(),
  /** How often each other status came; `0` is no answer at all. */
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
  /** Of a step that is not too large each answer: when, after how long (from when it was due), and its status. */
  samples: z.array(z.tuple([z.number(), z.number(), z.number()])),
})
export type LoadResult = z.infer<typeof loadResult>

/** One measurement. Shares of CPU are of one core: 1 is a core that is never idle. */
export type Measured = LoadResult & {
  readonly perSecond: number
  readonly clientCpu: number
  readonly appCpu: number
  /** Of all cores of the machine, app, client and database included. */
  readonly machineCpu: number
}

export type Load = {
  readonly seconds: number
  readonly what?: LoadStep['what']
  /** What is answered in the first so many seconds counts for no rate: what is in work has to come about first. */
  readonly leadSeconds?: number
  /** Its connections stay open for the next step at a fixed rate, as a proxy keeps them. */
  readonly keepsOpen?: boolean
} & ({ readonly connections: number } | { readonly perSecond: number })

export type Client = {
  /** Approves orders, unless `what` says otherwise, over so many connections or at so many a second. */
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
