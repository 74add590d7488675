import { z } from 'zod'
import { type CleanText, cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { Exchange } from '#server/providers/client.ts'

/** A conclusive no of Paystack's to the request itself. `message` is fit for logs: see `cleaned`. */
export type Refusal = { readonly status: number; readonly code: string | null; readonly message: CleanText }

/** One exchange, read through Paystack's envelope `{status, message, data, meta, code}`. */
export type Reply =
  | { readonly kind: 'accepted'; readonly data: unknown; readonly meta: unknown }
  | ({ readonly kind: 'refused' } & Refusal)
  | { readonly kind: 'unanswered'; readonly cause: string }

const envelope = z.object({
  /** "Was the call accepted", not the state of the payment. */
  status: z.boolean(),
  message: z.string().catch(''),
  code: z.string().nullish().catch(null),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})

/**
 * The statuses with which Paystack itself refuses a request. Any other 4xx is about something else (a key that is not
 * accepted, a rate limit, a proxy) and says nothing about the request.
 */
const REFUSAL_STATUSES = new Set([400, 404, 409, 422])

/** Reads an exchange. An envelope that contradicts its HTTP status is no answer. */
export function readReply(exchange: Exchange): Reply {
  if (!exchange.answered) return { kind: 'unanswered', cause: exchange.cause }
  const { status, body } = exchange
  const isSuccess = status >= 200 && status < 300
  if (!isSuccess && !REFUSAL_STATUSES.has(status)) return { kind: 'unanswered', cause: `http ${status}` }
  const read = envelope.safeParse(body)
  if (!read.success) return { kind: 'unanswered', cause: `http ${status} without Paystack's envelope` }
  if (isSuccess && read.data.status) return { kind: 'accepted', data: read.data.data, meta: read.data.meta }
  if (!isSuccess && !read.data.status) {
    return { kind: 'refused', status, code: cleanedCode(read.data.code), message: cleaned(read.data.message) }
  }
  return { kind: 'unanswered', cause: `http ${status} with status ${read.data.status}` }
}

/** How a refusal reads in a `cause`: status and code, never a free text. */
export function refusalCause(refusal: Refusal): string {
  return `http ${refusal.status}${refusal.code === null ? '' : ` ${refusal.code}`}`
}

const MESSAGE_MAX_LENGTH = 200

/** A provider's free text, fit for logs and records: one clean line without account numbers, emails and keys, and short. */
export function cleaned(text: string): CleanText {
  const plain = cleanLine(text, MESSAGE_MAX_LENGTH * 2)
    .replace(/\b[sp]k_\w+/g, '[key]')
    .replace(/[^\s@]+@[^\s@]+/g, '[email]')
    .replace(/\d[\d\s-]{4,}\d/g, '[number]')
  return cleanLine(plain, MESSAGE_MAX_LENGTH)
}

function cleanedCode(code: string | null | undefined): string | null {
  return typeof code === 'string' && /^[a-z][a-z_-]{0,59}$/i.test(code) ? code.toLowerCase() : null
}
