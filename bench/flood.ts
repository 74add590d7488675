import http from 'node:http'
import { signatureOf } from '#sandbox/paystack/webhooks.ts'

/** The outcome of a flood of webhooks. Times run from when a webhook was due to its answer. */
export type Flooded = {
  readonly sentPerSecond: number
  readonly storedPerSecond: number
  /** How many were answered with each status; `0` is no answer. */
  readonly statuses: Readonly<Record<string, number>>
  readonly p50Ms: number
  readonly p99Ms: number
  readonly longestMs: number
}

const TICK_MS = 10
const SOCKETS_MAX = 512
let webhooks = 0

/** Sends webhooks at a fixed rate, each signed and for its own payment, whether or not earlier ones were answered. */
export async function flood(
  url: string,
  secretKey: string,
  of: { perSecond: number; seconds: number },
): Promise<Flooded> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS_MAX })
  const statuses: Record<string, number> = {}
  const latenciesMs: number[] = []
  const sending: Promise<void>[] = []
  const startedMs = performance.now()
  const total = of.perSecond * of.seconds

  async function send(dueMs: number): Promise<void> {
    const status = await post(agent, url, secretKey, ++webhooks)
    statuses[status] = (statuses[status] ?? 0) + 1
    latenciesMs.push(performance.now() - startedMs - dueMs)
  }
  while (sending.length < total) {
    const elapsedMs = performance.now() - startedMs
    while (sending.length < total && (sending.length / of.perSecond) * 1_000 <= elapsedMs) {
      sending.push(send((sending.length / of.perSecond) * 1_000))
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  const sentMs = performance.now() - startedMs
  await Promise.all(sending)
  const endedMs = performance.now() - startedMs
  agent.destroy()
  latenciesMs.sort((one, other) => one - other)
  const at = (share: number) => latenciesMs[Math.floor((latenciesMs.length - 1) * share)] ?? 0
  return {
    sentPerSecond: total / (sentMs / 1_000),
    storedPerSecond: (statuses[200] ?? 0) / (endedMs / 1_000),
    statuses,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    longestMs: at(1),
  }
}

function post(agent: http.Agent, url: string, secretKey: string, n: number): Promise<number> {
  const data = { id: n, reference: `flood-${n}`, amount: 100_000, currency: 'NGN', status: 'success' }
  const body = JSON.stringify({ event: 'charge.success', data })
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-paystack-signature': signatureOf(secretKey, body),
    }
    const request = http.request(`${url}/webhooks/paystack`, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    request.on('error', () => resolve(0))
    request.end(body)
  })
}
