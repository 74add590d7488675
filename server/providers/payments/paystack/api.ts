import type { Logger } from '#server/platform/log.ts'
import { exactText } from '#server/platform/text/exact-text.ts'
import { type Ask, createAsk } from '#server/providers/ask.ts'
import type { Breaker } from '#server/providers/breaker.ts'
import type { Client } from '#server/providers/client.ts'
import type { Context as SharedContext } from '#server/providers/connect.ts'
import type { Answer } from '#server/providers/payments/payment-provider.ts'
import { type Reply, readReply, refusalCause } from './reply.ts'

/** How long each kind of call may take from start to last byte. Nobody waits for a transfer's POST on a screen. */
export const TIMEOUTS = { readMs: 10_000, listMs: 20_000, writeMs: 15_000, sendMs: 30_000 } as const
export type Timeouts = { readonly [Name in keyof typeof TIMEOUTS]: number }

/** How this adapter asks. */
export type Api = Ask<Reply>

/** Builds the one path by which requests leave. */
export function createApi(parts: { client: Client; breaker: Breaker; log: Logger }): Api {
  return createAsk<Exclude<Reply, { kind: 'unanswered' }>>({
    ...parts,
    provider: 'paystack',
    read: readReply,
    describe: (reply) =>
      reply.kind === 'refused'
        ? { level: 'info', message: 'provider refused', facts: { cause: refusalCause(reply) } }
        : { level: 'debug', message: 'provider answered', facts: {} },
  })
}

/** What the parts of the adapter share. */
export type Context = SharedContext<Api, Timeouts>

export function unknown(cause: string): { readonly outcome: 'unknown'; readonly cause: string } {
  return { outcome: 'unknown', cause }
}

/** For calls without reasons of their own: a refusal's reason is Paystack's code. */
export function declinedOrUnknown(
  reply: Exclude<Reply, { kind: 'accepted' }>,
): Exclude<Answer<never>, { outcome: 'succeeded' }> {
  if (reply.kind === 'unanswered') return unknown(reply.cause)
  return { outcome: 'declined', reason: reply.code ?? 'refused', message: reply.message }
}

/** A path segment from outside, or null when it cannot be one (`..` would name another resource, half a character none). */
export function pathSegment(text: string): string | null {
  return exactText(text) === null || /^\.+$/.test(text) ? null : encodeURIComponent(text)
}
