import type { FastifyInstance } from 'fastify'
import { exchangeOverHttp, type MakeExchange, unanswered } from '#server/providers/provider-http.ts'

const EXCHANGE_HEADER = 'x-exchange'

/**
 * HTTP exchanges with the sandbox in which nobody waits out a timeout: once the sandbox holds a call open, the caller
 * behaves as after its timeout. tests/conformance tests the timeouts themselves.
 */
export function withoutSilences(sandbox: FastifyInstance): MakeExchange {
  const waiting = new Map<string, () => void>()
  let count = 0
  sandbox.addHook('onRequest', async (request, reply) => {
    const giveUp = waiting.get(String(request.headers[EXCHANGE_HEADER]))
    if (giveUp === undefined) return
    const { hijack } = reply
    reply.hijack = () => {
      // After what the caller of `hijack` does at once: a reply or a broken connection is not silence.
      setImmediate(() => {
        if (reply.raw.destroyed || reply.raw.writableEnded) return
        giveUp()
        reply.raw.destroy()
      })
      return hijack.call(reply)
    }
  })
  const overHttp = exchangeOverHttp('http:')
  return async (request, { base, headers }) => {
    const id = String(count++)
    const silent = new Promise<void>((resolve) => waiting.set(id, resolve))
    try {
      return await Promise.race([
        overHttp(request, { base, headers: { ...headers, [EXCHANGE_HEADER]: id } }),
        silent.then(() => unanswered(`no answer within ${request.timeoutMs} ms`)),
      ])
    } finally {
      waiting.delete(id)
    }
  }
}
