import { RETRY_AFTER_MS, RETRY_EVERY_MS, RETRY_FOR_MS, signatureOf } from './paystack/webhooks.ts'
import type { Message } from './state.ts'
import { advance, type World } from './world.ts'

const IN_FLIGHT_MAX = 20
/** As long as Paystack's test mode waits for an answer. */
const ANSWER_WITHIN_MS = 30_000
const TICK_MS = 50
/** What somebody signs with who does not know the key. */
const FORGERS_KEY = 'sk_test_somebody_else'

export type Postman = {
  /** Sends what is due now and waits for the answers. */
  deliverDue(): Promise<void>
  /** From now on sends by itself whatever falls due. */
  start(): void
  stop(): void
}

/** Carries this world's webhooks, each again and again until it is answered with 200. */
export function createPostman(world: World): Postman {
  const inFlight = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function deliver(message: Message): Promise<void> {
    inFlight.add(message.id)
    try {
      const status = await post(world, message)
      // An answer that comes after the end is not kept: the message will be sent again.
      if (!stopped && world.state.messages.has(message.id)) {
        world.record([{ type: 'message.tried', id: message.id, status, nextAt: nextTry(world, message, status) }])
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

/** The HTTP status of the answer, or null when there was none. */
async function post(world: World, message: Message): Promise<number | null> {
  if (world.webhookUrl === null) return null
  try {
    const response = await fetch(world.webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-paystack-signature': signatureOf(message.genuine ? world.secretKey : FORGERS_KEY, message.body),
      },
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

/** When to try again, or null when it was answered, is too old, or was forged. */
function nextTry(world: World, message: Message, status: number | null): string | null {
  const nowMs = world.now().getTime()
  if (status === 200 || !message.genuine || nowMs - message.dueAtMs > RETRY_FOR_MS) return null
  return new Date(nowMs + (RETRY_AFTER_MS[message.tries] ?? RETRY_EVERY_MS)).toISOString()
}
