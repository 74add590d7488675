import fs from 'node:fs'
import { z } from 'zod'
import { type Connection, openConnection, requestBytes } from './connection.ts'
import { type LoadResult, type LoadStep, loadStep } from './load.ts'
import { quantile } from './report.ts'

/**
 * Sends prepared approvals, or reads by the people who made them, over kept connections. Runs as a process of its own,
 * so that the client's cost is not counted as the app's.
 */

const given = z.object({
  orders: z.array(z.object({ cookie: z.string(), body: z.string() })),
  transactions: z.array(z.object({ cookie: z.string(), path: z.string() })),
})
const { orders: prepared, transactions } = given.parse(JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8')))
/** Approvals still to be sent, in reverse order. */
let orders = prepared.map((order) => requestBytes('POST', '/api/orders', order)).reverse()
/** A refusal started nothing, so its approval is sent again, last: pushing it among the others would shift them all. */
let refusedOrders: Buffer[] = []
/** Connections that the previous step left open, all idle. */
let kept: Connection[] = []
const cookies = [...new Set(prepared.map(({ cookie }) => cookie))]
const readsOf = (path: string) => cookies.map((cookie) => requestBytes('GET', path, { cookie, body: '' }))
const reads = readsOf('/api/wallet')
const histories = readsOf('/api/transactions?limit=20')
const details = transactions.map(({ cookie, path }) => requestBytes('GET', path, { cookie, body: '' }))

/** A request unanswered this long after its step counts as not answered. */
const ENDS_WITHIN_MS = 20_000
/** A step with more answers than this reports no single ones. */
const SAMPLES_MAX = 20_000
/** A proxy's pool size: a request due while all are busy waits for one, and its time includes the wait. */
const CONNECTIONS_MAX = 512
const REFUSALS = new Set([429, 503])

process.on('message', (message) => void loadFor(loadStep.parse(message)).then((result) => process.send?.(result)))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

async function loadFor(step: LoadStep): Promise<LoadResult> {
  const samples: { atMs: number; tookMs: number; status: number }[] = []
  const cpuBefore = process.cpuUsage()
  const startedMs = performance.now()
  const connections = kept
  kept = []
  let [readCount, open] = [0, 0]

  function next(): Buffer | undefined {
    if (step.what === 'orders') return nextOrder()
    if (step.what === 'history') return histories[readCount++ % histories.length]
    if (step.what === 'transaction') return details[readCount++ % details.length]
    return reads[step.what === 'reads of one' ? 0 : 1 + (readCount++ % (reads.length - 1))]
  }
  /** Sends one request over the connection; `dueMs` is when it should have gone. */
  function send(connection: Connection, request: Buffer, dueMs: number, then: () => void): void {
    open++
    connection.send(request, (status) => {
      open--
      const nowMs = performance.now()
      samples.push({ atMs: nowMs - startedMs, tookMs: nowMs - dueMs, status })
      if (step.what === 'orders' && REFUSALS.has(status)) refusedOrders.push(request)
      then()
    })
  }
  function opened(): Connection {
    const connection = openConnection(step.url)
    connections.push(connection)
    return connection
  }
  /** Each connection sends its next request as soon as the previous answer is there. */
  async function asAnswered(count: number): Promise<void> {
    const one = (connection: Connection, done: () => void): void => {
      const request = performance.now() - startedMs < step.maxMs ? next() : undefined
      if (request === undefined) done()
      else send(connection, request, performance.now(), () => one(connection, done))
    }
    const all = Array.from({ length: count }, () => {
      const connection = opened()
      return new Promise<void>((resolve) => one(connection, resolve))
    })
    await Promise.all(all)
  }
  /** Sends at a fixed rate, whether or not earlier requests were answered. */
  async function asDue(perSecond: number): Promise<void> {
    const free = [...connections]
    const dueMs = (count: number) => startedMs + (count / perSecond) * 1_000
    let [dueCount, sentCount] = [0, 0]
    const dispatch = (): void => {
      while (sentCount < dueCount) {
        if (free.length === 0 && connections.length === CONNECTIONS_MAX) return
        const request = next()
        if (request === undefined) throw new Error('more orders have to be prepared')
        const connection = free.pop() ?? opened()
        send(connection, request, dueMs(sentCount++), () => {
          free.push(connection)
          dispatch()
        })
      }
    }
    for (let nowMs = startedMs; nowMs - startedMs < step.maxMs; nowMs = performance.now()) {
      while (dueMs(dueCount) <= nowMs) dueCount++
      dispatch()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  await ('connections' in step ? asAnswered(step.connections) : asDue(step.perSecond))
  const elapsedMs = performance.now() - startedMs
  const cpu = process.cpuUsage(cpuBefore)
  for (const endMs = performance.now() + ENDS_WITHIN_MS; open > 0 && performance.now() < endMs; ) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  if (step.keepsOpen && open === 0) kept = connections
  else for (const connection of connections) connection.close()
  return resultOf(samples, {
    elapsedMs,
    leadMs: step.leadMs,
    unanswered: open,
    cpuMs: (cpu.user + cpu.system) / 1_000,
    connections: connections.length,
  })
}

function nextOrder(): Buffer | undefined {
  if (orders.length === 0) {
    orders = refusedOrders.reverse()
    refusedOrders = []
  }
  return orders.pop()
}

function resultOf(
  samples: readonly { atMs: number; tookMs: number; status: number }[],
  of: { elapsedMs: number; leadMs: number; unanswered: number; cpuMs: number; connections: number },
): LoadResult {
  const isAccepted = ({ status }: { status: number }) => status === 200 || status === 201
  const accepted = samples.filter(isAccepted)
  const others = samples.filter((each) => !isAccepted(each))
  const refused: Record<string, number> = of.unanswered === 0 ? {} : { 0: of.unanswered }
  for (const { status } of others) refused[status] = (refused[status] ?? 0) + 1
  const tookMs = (each: (typeof samples)[number]) => each.tookMs
  const [ofAccepted, ofRefused] = [quantile(accepted.map(tookMs)), quantile(others.map(tookMs))]
  return {
    accepted: accepted.length,
    inTime: accepted.filter(({ atMs }) => atMs >= of.leadMs && atMs <= of.elapsedMs).length,
    refused,
    elapsedMs: of.elapsedMs,
    p50Ms: ofAccepted(0.5),
    p95Ms: ofAccepted(0.95),
    p99Ms: ofAccepted(0.99),
    refusedP50Ms: ofRefused(0.5),
    refusedP95Ms: ofRefused(0.95),
    refusedP99Ms: ofRefused(0.99),
    cpuMs: of.cpuMs,
    connections: of.connections,
    samples: samples.length > SAMPLES_MAX ? [] : samples.map(({ atMs, tookMs, status }) => [atMs, tookMs, status]),
  }
}
