import { paystackCourier } from '#sandbox/paystack/webhooks.ts'
import { vtpassCourier } from '#sandbox/vtpass/callbacks.ts'
import { advance } from './advance.ts'
import type { RetryPolicy } from './retry-policy.ts'
import type { Message } from './state.ts'
import type { World } from './world.ts'

const IN_FLIGHT_MAX = 20
/** How long Paystack's test mode waits for a reply. */
const ANSWER_WITHIN_MS = 30_000
const TICK_MS = 50

export type WebhookSender = {
  /** Sends what is due now and waits for the replies. */
  deliverDue(): Promise<void>
  /** Starts sending whatever falls due. */
  start(): void
  stop(): void
}

/** Sends one request to the app. Throws if there is no reply. */
export type Deliver = (request: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}) => Promise<{ readonly status: number; readonly text: string }>

const overHttp: Deliver = async ({ url, headers, body }) => {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  return { status: response.status, text: await response.text() }
}

/** Delivers this world's webhooks, and retries each until it has arrived or its provider gives up. */
export function createWebhookSender(world: World, carry: Deliver = overHttp): WebhookSender {
  const couriers = { paystack: paystackCourier(world), vtpass: vtpassCourier(world) }
  const inFlight = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function deliver(message: Message): Promise<void> {
    inFlight.add(message.id)
    try {
      const courier = couriers[message.provider]
      const tried = await post(carry, courier, message)
      // A reply that arrives after stop() is not recorded: the message will be sent again.
      if (!stopped && world.state.messages.has(message.id)) {
        const nextAt = nextTry(world, courier, message, tried)
        world.record([{ type: 'message.tried', id: message.id, status: tried.status, nextAt }])
      }
    } finally {
      inFlight.delete(message.id)
    }
  }

  async function deliverDue(): Promise<void> {
    advance(world)
    const due = dueMessages(world).filter((message) => !inFlight.has(message.id))
    await Promise.all(due.slice(0, IN_FLIGHT_MAX - inFlight.size).map(deliver))
  }

  return {
    deliverDue,
    start: () => {
      stopped = false
      timer ??= setInterval(() => void deliverDue(), TICK_MS)
    },
    stop: () => {
      stopped = true
      clearInterval(timer)
      timer = undefined
    },
  }
}

function dueMessages(world: World): Message[] {
  const nowMs = world.now().getTime()
  const overtaken = (message: Message) =>
    message.afterNext && message.tries === 0 && world.state.lastTriedMessage > message.id
  return [...world.state.messages.values()].filter(
    (message) => (message.nextAtMs !== null && message.nextAtMs <= nowMs) || overtaken(message),
  )
}

type Tried = { readonly status: number | null; readonly arrived: boolean }

/** Delivers one message once. The status is null if there was no reply. */
async function post(carry: Deliver, { url, headersFor, isArrival }: RetryPolicy, message: Message): Promise<Tried> {
  if (url === null) return { status: null, arrived: false }
  try {
    const headers = { 'content-type': 'application/json', ...headersFor(message) }
    const answer = await carry({ url, headers, body: message.body })
    return { status: answer.status, arrived: isArrival(answer) }
  } catch {
    return { status: null, arrived: false }
  }
}

/** When to try again; null if it has arrived, was tried often enough, or is forged. */
function nextTry(world: World, courier: RetryPolicy, message: Message, { arrived }: Tried): string | null {
  if (arrived || !message.genuine) return null
  const nowMs = world.now().getTime()
  const waitMs = courier.waitMs(message, nowMs - message.dueAtMs)
  return waitMs === null ? null : new Date(nowMs + waitMs).toISOString()
}
