import fs from 'node:fs'
import http from 'node:http'
import { z } from 'zod'
import { type LoadResult, type LoadStep, loadStep } from './load.ts'

/**
 * Sends prepared approvals over keep-alive connections, each as soon as the answer to the one before is there. A process
 * of its own, so that what the client costs is not counted as the app's.
 */

const preparedOrders = z.array(z.object({ cookie: z.string(), body: z.string() }))
const waiting = preparedOrders.parse(JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8')))
let sentCount = 0

process.on('message', (message) => void loadFor(loadStep.parse(message)).then((result) => process.send?.(result)))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

async function loadFor(step: LoadStep): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: step.connections })
  const latenciesMs: number[] = []
  const refused: Record<string, number> = {}
  const cpuBefore = process.cpuUsage()
  const startedMs = performance.now()

  async function connection(): Promise<void> {
    while (performance.now() - startedMs < step.maxMs) {
      const order = waiting[sentCount++]
      if (order === undefined) return
      const sentAtMs = performance.now()
      const status = await post(agent, `${step.url}/api/orders`, order)
      if (status === 201) latenciesMs.push(performance.now() - sentAtMs)
      else refused[status] = (refused[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: step.connections }, connection))
  const elapsedMs = performance.now() - startedMs
  const cpu = process.cpuUsage(cpuBefore)
  agent.destroy()
  latenciesMs.sort((a, b) => a - b)
  const at = (share: number) => latenciesMs[Math.floor((latenciesMs.length - 1) * share)] ?? 0
  return {
    accepted: latenciesMs.length,
    refused,
    elapsedMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuMs: (cpu.user + cpu.system) / 1_000,
  }
}

function post(agent: http.Agent, url: string, order: { cookie: string; body: string }): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      cookie: order.cookie,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(order.body),
    }
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    request.on('error', () => resolve(0))
    request.end(order.body)
  })
}
