import type { Logger } from '#server/platform/log.ts'
import { type Ask, createAsk } from '#server/providers/ask.ts'
import type { Breaker } from '#server/providers/breaker.ts'
import type { Client } from '#server/providers/client.ts'
import type { Context as SharedContext } from '#server/providers/connect.ts'
import type { Answer } from '#server/providers/payments/payment-provider.ts'
import { CODES } from './outcomes.ts'
import { codeOf, nameOfCode, type Reply, readReply } from './reply.ts'

/** How long each kind of call may take from start to last byte. Nobody waits for a purchase's POST on a screen. */
export const TIMEOUTS = { readMs: 10_000, listMs: 20_000, sendMs: 30_000 } as const
export type Timeouts = { readonly [Name in keyof typeof TIMEOUTS]: number }

/** How this adapter asks. */
export type Api = Ask<Reply>

/** Builds the one path by which requests leave. */
export function createApi(parts: { client: Client; breaker: Breaker; log: Logger }): Api {
  return createAsk<Extract<Reply, { kind: 'answered' }>>({
    ...parts,
    provider: 'vtpass',
    read: readReply,
    describe: ({ body }) => ({ level: 'info', message: 'provider answered', facts: { code: codeOf(body) } }),
  })
}

/** What the parts of the adapter share. */
export type Context = SharedContext<Api, Timeouts>

export function unknown(cause: string): { readonly outcome: 'unknown'; readonly cause: string } {
  return { outcome: 'unknown', cause }
}

export function succeeded<Value>(value: Value): { readonly outcome: 'succeeded'; readonly value: Value } {
  return { outcome: 'succeeded', value }
}

/** For calls without reasons of their own: a refusal's reason is VTpass's code. Any other code is no conclusive no. */
export function refusedWith(code: string | null): Exclude<Answer<never>, { outcome: 'succeeded' }> {
  if (code === null || CODES.get(code)?.rule !== 'request') return unknown(nameOfCode(code))
  return { outcome: 'declined', reason: code, message: nameOfCode(code) }
}
