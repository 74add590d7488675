import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { PreparedOrder } from '../people.ts'
import { EDGE_PORT } from './app-nodes.ts'

/** One approval and the outcome. Times are of performance.now(), ms. */
export type Sent = {
  readonly attempts: number
  /** When the answered attempt began. */
  readonly begunMs: number
  readonly acceptedMs: number
  /** Null: no answer ever confirmed the order. */
  readonly orderId: string | null
  /** Why it was refused for good. */
  readonly refusal: string | null
}

export type Load = {
  readonly sent: readonly Sent[]
  /** Every failed answer, by status; `0` is no answer at all. */
  readonly answers: Readonly<Record<string, number>>
  /** Stops sending, and waits until every approval sent has an answer. */
  stop(): Promise<void>
}

const GIVES_UP_AFTER_MS = 180_000
/** How long a page waits for an answer, and how long before it asks again. */
const ANSWER_WITHIN_MS = 15_000
const PAUSE_MS = 500
const accepted = z.object({ order: z.object({ id: z.string() }) })

/**
 * People who approve at a fixed rate, whatever happens to other approvals. Without an answer that states the outcome,
 * they ask again with the same quote.
 */
export function startLoad(orders: readonly PreparedOrder[], perSecond: number): Load {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 256, rejectUnauthorized: false })
  const sent: Sent[] = []
  const answers: Record<string, number> = {}
  const approving: Promise<void>[] = []
  const startedMs = performance.now()
  let stopped = false

  async function approve(order: PreparedOrder): Promise<void> {
    const untilMs = performance.now() + GIVES_UP_AFTER_MS
    for (let attempts = 1; ; attempts++) {
      const begunMs = performance.now()
      const { status, text } = await post(agent, order)
      const end = { attempts, begunMs, acceptedMs: performance.now() }
      if (status === 200 || status === 201) {
        sent.push({ ...end, orderId: accepted.parse(JSON.parse(text)).order.id, refusal: null })
        return
      }
      answers[status] = (answers[status] ?? 0) + 1
      if ((status >= 400 && status < 500) || performance.now() > untilMs) {
        sent.push({ ...end, orderId: null, refusal: `${status} ${text}` })
        return
      }
      await sleep(PAUSE_MS * (0.5 + Math.random()))
    }
  }
  const issuing = (async () => {
    for (const [i, order] of orders.entries()) {
      await sleep(Math.max(0, startedMs + (i / perSecond) * 1_000 - performance.now()))
      if (stopped) return
      approving.push(approve(order))
    }
  })()
  return {
    sent,
    answers,
    async stop() {
      stopped = true
      await issuing
      await Promise.all(approving)
      agent.destroy()
    },
  }
}

/** One try of one approval at the edge. Status 0: no answer. */
export function post(agent: https.Agent, order: PreparedOrder): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const headers = {
      // The cookie's name over https.
      cookie: `__Host-${order.cookie}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(order.body),
    }
    const nothing = () => resolve({ status: 0, text: '' })
    const url = `https://localhost:${EDGE_PORT}/api/orders`
    const request = https.request(url, { method: 'POST', agent, headers, timeout: ANSWER_WITHIN_MS }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', nothing)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', nothing)
    request.end(order.body)
  })
}
