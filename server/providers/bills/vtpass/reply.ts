import { type CleanText, cleanLine, DESCRIPTION_MAX_LENGTH } from '#server/platform/text/sanitize-line.ts'
import type { Exchange } from '#server/providers/client.ts'
import { type Fields, fieldsOf, isFields } from './fields.ts'
import { CODES, type Evidence, wordOf } from './outcomes.ts'

/** One exchange, read as far as all of VTpass's envelopes agree. */
export type Reply =
  | {
      readonly kind: 'answered'
      readonly isHttpSuccess: boolean
      readonly body: Fields
      /** What time it was for VTpass; null when it did not say. */
      readonly saidAt: Date | null
    }
  | { readonly kind: 'unanswered'; readonly cause: string }

/**
 * The HTTP errors VTpass itself may put on a refusal; it documents none. Any other is about something else: a rate
 * limit, a proxy, a server that broke down half-way.
 */
const REFUSAL_STATUSES = new Set([400, 401, 403, 404, 409, 422])

/** Reads an exchange. An error page, or an HTTP error without one of VTpass's codes, is no answer of VTpass's. */
export function readReply(exchange: Exchange): Reply {
  if (!exchange.answered) return { kind: 'unanswered', cause: exchange.cause }
  const { status, body, saidAt } = exchange
  const isHttpSuccess = status >= 200 && status < 300
  if (!isHttpSuccess && !REFUSAL_STATUSES.has(status)) return { kind: 'unanswered', cause: `http ${status}` }
  if (!isFields(body) || (body.code === undefined && body.response_description === undefined)) {
    return { kind: 'unanswered', cause: `http ${status} without VTpass's envelope` }
  }
  if (!isHttpSuccess && codeOf(body) === null) return { kind: 'unanswered', cause: `http ${status}` }
  return { kind: 'answered', isHttpSuccess, body, saidAt }
}

/** The code of an answer: three digits as text. Catalogue answers keep it in `response_description`. */
export function codeOf(body: Fields): string | null {
  const code = body.code ?? body.response_description
  return typeof code === 'string' && /^\d{3}$/.test(code) ? code : null
}

/** What a transaction's answer says, and whom it is about; null when it has no readable code. */
export function evidenceOf(
  reply: Extract<Reply, { kind: 'answered' }>,
): (Evidence & { readonly transaction: Fields }) | null {
  const { body, isHttpSuccess } = reply
  if (typeof body.code !== 'string' || !/^\d{3}$/.test(body.code)) return null
  const transaction = fieldsOf(fieldsOf(body.content).transactions)
  const { status } = transaction
  // A status of another type is a word nobody knows.
  const word = status === undefined || status === null ? null : typeof status === 'string' ? status : '?'
  return { code: body.code, status: word, isHttpSuccess, transaction }
}

/** Whether an answer names our request, another one, or none. */
export function requestIn(body: Fields, reference: string): 'ours' | 'another' | 'none' {
  const { requestId } = body
  if (requestId === undefined || requestId === null || requestId === '') return 'none'
  return requestId === reference ? 'ours' : 'another'
}

/** How a code reads in a `cause` or `message`: VTpass's code and our table's words, never a text of the answer. */
export function nameOfCode(code: string | null): CleanText {
  return ownWords(
    code === null ? 'an answer without a code' : `${code} ${CODES.get(code)?.meaning ?? 'is no documented code'}`,
  )
}

/** What we say of an answer ourselves, for logs and records. */
export function ownWords(words: string): CleanText {
  return cleanLine(words, DESCRIPTION_MAX_LENGTH)
}

/** As nameOfCode, with the inner status where there is one. */
export function nameOfEvidence(evidence: Evidence): string {
  return evidence.status === null ? nameOfCode(evidence.code) : `${nameOfCode(evidence.code)}, ${wordOf(evidence)}`
}
