import { z } from 'zod'
import { exactText } from '#server/platform/text/exact-text.ts'
import type { CleanText } from '#server/platform/text/sanitize-line.ts'
import { type Answer, unknown } from '#server/providers/answer.ts'
import {
  type ConnectionOptions,
  connectProvider,
  type HttpAnswer,
  type ProviderContext,
  type Unanswered,
  unanswered,
} from '#server/providers/provider-http.ts'
import { cleaned } from './fields.ts'

/** How long each kind of call may take from start to last byte. Nobody waits for a transfer's POST on a screen. */
const TIMEOUTS = { readMs: 10_000, listMs: 20_000, writeMs: 15_000, sendMs: 30_000 } as const
type Timeouts = { readonly [Name in keyof typeof TIMEOUTS]: number }

export type PaystackConnection = ConnectionOptions<Timeouts> & { readonly secretKey: string }
export type Context = ProviderContext<Reply, Timeouts>

export function connectPaystack(options: PaystackConnection) {
  return connectProvider<Reply, Timeouts>(options, {
    provider: 'paystack',
    keyHeaders: () => ({ authorization: `Bearer ${options.secretKey}` }),
    timeouts: TIMEOUTS,
    read: readReply,
    describe: (reply) =>
      reply.kind === 'refused'
        ? { level: 'info', message: 'provider refused', facts: { cause: refusalCause(reply) } }
        : { level: 'debug', message: 'provider answered', facts: {} },
  })
}

/** A conclusive refusal of the request by Paystack. `message` is fit for logs: see `cleaned`. */
export type Refusal = { readonly status: number; readonly code: string | null; readonly message: CleanText }

/** An answer, parsed from Paystack's envelope `{status, message, data, meta, code}`. */
export type Reply =
  | { readonly kind: 'accepted'; readonly data: unknown; readonly meta: unknown }
  | ({ readonly kind: 'refused' } & Refusal)

const envelope = z.object({
  /** Whether the call was accepted, not the state of the payment. */
  status: z.boolean(),
  message: z.string().catch(''),
  code: z.string().nullish().catch(null),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})

/**
 * The statuses with which Paystack itself refuses a request. Any other 4xx is about something else (a rejected key, a
 * rate limit, a proxy) and says nothing about the request.
 */
const REFUSAL_STATUSES = new Set([400, 404, 409, 422])

/**
 * Account numbers must be enabled for a business; until then these calls answer 403 with this sentence. Any other 403
 * means that we are not let in, perhaps by an intermediary, and counts as no answer.
 */
const MAY_BE_FORBIDDEN: ReadonlySet<string> = new Set(['issueAccount', 'findAccount'])
const NOT_ENABLED = /not available for your business/i

/** An envelope that contradicts its HTTP status is no answer. */
function readReply({ status, body }: HttpAnswer, operation: string): Reply | Unanswered {
  const isSuccess = status >= 200 && status < 300
  const read = envelope.safeParse(body)
  const isForbidden = status === 403 && MAY_BE_FORBIDDEN.has(operation) && NOT_ENABLED.test(read.data?.message ?? '')
  if (!isSuccess && !isForbidden && !REFUSAL_STATUSES.has(status)) return unanswered(`http ${status}`)
  if (!read.success) return unanswered(`http ${status} without Paystack's envelope`)
  if (isSuccess && read.data.status) return { kind: 'accepted', data: read.data.data, meta: read.data.meta }
  if (!isSuccess && !read.data.status) {
    return { kind: 'refused', status, code: cleanedCode(read.data.code), message: cleaned(read.data.message) }
  }
  return unanswered(`http ${status} with status ${read.data.status}`)
}

function cleanedCode(code: string | null | undefined): string | null {
  return typeof code === 'string' && /^[a-z][a-z_-]{0,59}$/i.test(code) ? code.toLowerCase() : null
}

/** A refusal as text for a `cause`: status and code, never free text. */
export function refusalCause(refusal: Refusal): string {
  return `http ${refusal.status}${refusal.code === null ? '' : ` ${refusal.code}`}`
}

/** For calls without their own reasons: the refusal's reason is Paystack's code. */
export function declinedOrUnknown(
  reply: Exclude<Reply, { kind: 'accepted' }> | Unanswered,
): Exclude<Answer<never>, { outcome: 'succeeded' }> {
  if (reply.kind === 'unanswered') return unknown(reply.cause)
  return { outcome: 'declined', reason: reply.code ?? 'refused', message: reply.message }
}

/** Rows per page: the most that Paystack allows. */
export const ROWS_PER_PAGE = 100

const count = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,9}$/)]).transform(Number)
const pageMeta = z
  .object({ pageCount: count.nullish().catch(null), perPage: count.nullish().catch(null) })
  .nullish()
  .catch(null)

/** Whether there is a next page. `meta` has two shapes; without a page count, a full page counts as having one. */
export function hasNext(meta: unknown, page: number, rows: number): boolean {
  if (rows === 0) return false
  const read = pageMeta.parse(meta)
  if (typeof read?.pageCount === 'number') return page < read.pageCount
  return rows >= Math.min(read?.perPage ?? ROWS_PER_PAGE, ROWS_PER_PAGE)
}

/**
 * Encodes an outside path segment; null when it cannot be one (`..` would name another resource, half a character
 * none).
 */
export function pathSegment(text: string): string | null {
  return exactText(text) === null || /^\.+$/.test(text) ? null : encodeURIComponent(text)
}
