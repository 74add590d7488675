import type { FastifyInstance } from 'fastify'
import {
  type Exchange,
  type MakeExchange,
  type ProviderRequest,
  readAnswer,
  unanswered,
} from '#server/providers/provider-http.ts'
import type { Activity } from './activity.ts'
import type { Chance } from './chance.ts'
import type { Life } from './life.ts'
import type { Time } from './time.ts'

export type Provider = 'paystack' | 'vtpass'

/** The connections to the providers, and their faults so far. */
export type Network = {
  /** One process's exchanges with one provider; none is answered after that process has ended. */
  exchangesWith(provider: Provider, life: Life): MakeExchange
  /** Makes a provider unreachable for a time. */
  cut(provider: Provider, ms: number): void
  /** From now on every request and every reply arrives at once. */
  calm(): void
  readonly faults: Readonly<Record<Trouble, number>>
}

type Trouble = 'unreachable' | 'request-lost' | 'request-late' | 'answer-lost' | 'answer-late'
type Fate = { readonly trouble: Trouble | null; readonly outMs: number; readonly backMs: number }
const AT_ONCE: Fate = { trouble: null, outMs: 0, backMs: 0 }
const NEVER = Number.POSITIVE_INFINITY

const SECOND_MS = 1_000
const TROUBLES = [
  { weight: 940, trouble: null },
  { weight: 12, trouble: 'unreachable' },
  { weight: 8, trouble: 'request-lost' },
  { weight: 8, trouble: 'request-late' },
  { weight: 12, trouble: 'answer-lost' },
  { weight: 20, trouble: 'answer-late' },
] as const
/** The longest delays of a late request, far beyond every timeout: the sender has long given up. */
const LATE_MAX_MS = [5 * SECOND_MS, 60 * SECOND_MS, 40 * 60 * SECOND_MS] as const

const UNREACHABLE = unanswered('ECONNREFUSED')
const SILENCE = unanswered('no answer in time')

export function createNetwork(parts: {
  sandbox: FastifyInstance
  time: Time
  chance: Chance
  activity: Activity
}): Network {
  const { sandbox, time, chance, activity } = parts
  const faults = { unreachable: 0, 'request-lost': 0, 'request-late': 0, 'answer-lost': 0, 'answer-late': 0 }
  const cutUntilMs = { paystack: 0, vtpass: 0 }
  let isCalm = false
  tellSilences(sandbox)

  function nextFate(provider: Provider): Fate {
    if (isCalm) return AT_ONCE
    const { trouble } =
      time.nowMs < cutUntilMs[provider] ? ({ trouble: 'unreachable' } as const) : chance.weighted(TROUBLES)
    if (trouble === null) return AT_ONCE
    faults[trouble]++
    const lateMs = 1 + chance.below(chance.oneOf(LATE_MAX_MS))
    switch (trouble) {
      case 'request-lost':
        return { trouble, outMs: NEVER, backMs: 0 }
      case 'request-late':
        return { trouble, outMs: lateMs, backMs: 0 }
      case 'answer-lost':
        return { trouble, outMs: 0, backMs: NEVER }
      case 'answer-late':
        return { trouble, outMs: 0, backMs: Math.min(lateMs, 60 * SECOND_MS) }
      default:
        return { trouble, outMs: 0, backMs: 0 }
    }
  }

  /** Null: the provider holds the connection without a reply, or hangs up. */
  async function ask(url: string, request: ProviderRequest, headers: Record<string, string>): Promise<Exchange | null> {
    const answer = await activity.inside(() => answerOf(sandbox, url, request, headers))
    return answer === null ? null : readAnswer(answer.status, answer.text, answer.date)
  }

  async function travel(
    url: string,
    request: ProviderRequest,
    headers: Record<string, string>,
    fate: Fate,
    life: Life,
  ) {
    if (fate.outMs === NEVER) return null
    if (fate.outMs > 0) await time.sleep(fate.outMs)
    const exchange = await ask(url, request, headers)
    if (request.method === 'POST') life.answer()
    if (exchange === null || fate.backMs === NEVER) return null
    if (fate.backMs > 0) await time.sleep(fate.backMs)
    return exchange
  }

  /** The reply within the caller's timeout. The request is delivered in any case. */
  async function exchangeFor(parts: {
    url: string
    request: ProviderRequest
    headers: Record<string, string>
    fate: Fate
    life: Life
  }) {
    const { url, request, headers, fate, life } = parts
    if (fate.trouble === 'unreachable') return UNREACHABLE
    const travelling = travel(url, request, headers, fate, life)
    if (fate.trouble === null) {
      const exchange = await travelling
      if (exchange !== null) return exchange
      await time.sleep(request.timeoutMs)
      return SILENCE
    }
    const answered = travelling.then((exchange) => exchange ?? new Promise<never>(() => undefined))
    return await Promise.race([answered, time.sleep(request.timeoutMs).then(() => SILENCE)])
  }

  return {
    faults,
    cut(provider, ms) {
      cutUntilMs[provider] = time.nowMs + ms
    },
    calm() {
      isCalm = true
    },
    exchangesWith: (provider, life) => async (request, to) => {
      const forEver = new Promise<never>(() => undefined)
      if (life.isOver) return await forEver
      const query = new URLSearchParams(request.query).toString()
      const exchange = await exchangeFor({
        url: `${to.base.pathname}${request.path}${query === '' ? '' : `?${query}`}`,
        request,
        headers: { ...to.headers },
        fate: nextFate(provider),
        life,
      })
      activity.note()
      return life.isOver ? await forEver : exchange
    },
  }
}

/** Identifies the request: once a handler hijacks its connection, the framework no longer answers it. */
const NUMBER_HEADER = 'x-simulated-exchange'
const silenced = new Map<string, () => void>()
let exchanges = 0

/** Tells the waiting side when the sandbox holds a connection or hangs up: without a socket nothing else would. */
function tellSilences(sandbox: FastifyInstance): void {
  sandbox.addHook('onRequest', async (request, reply) => {
    const hijack = reply.hijack.bind(reply)
    reply.hijack = () => {
      silenced.get(String(request.headers[NUMBER_HEADER]))?.()
      setImmediate(() => reply.raw.destroy())
      return hijack()
    }
  })
}

/** One request to the sandbox world, without a socket. Null if it gets no reply. */
async function answerOf(
  sandbox: FastifyInstance,
  url: string,
  request: ProviderRequest,
  headers: Record<string, string>,
): Promise<{ status: number; text: string; date: string | undefined } | null> {
  const number = String(++exchanges)
  const silence = new Promise<null>((resolve) => silenced.set(number, () => resolve(null)))
  const json = request.body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = sandbox
    .inject({
      method: request.method,
      url,
      headers: { ...headers, ...json, [NUMBER_HEADER]: number },
      ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
    })
    .then(({ statusCode, payload, headers }) => ({ status: statusCode, text: payload, date: headers.date }))
    .catch(() => null)
  return await Promise.race([answer, silence]).finally(() => silenced.delete(number))
}
