import { type CleanText, cleanLine, DESCRIPTION_MAX_LENGTH } from '#server/platform/text/sanitize-line.ts'
import { type Answer, unknown } from '#server/providers/answer.ts'
import {
  type ConnectionOptions,
  connectProvider,
  type HttpAnswer,
  type ProviderContext,
  type Unanswered,
  unanswered,
} from '#server/providers/provider-http.ts'
import { type Fields, fieldsOf, isFields } from './fields.ts'
import { CODES, type Evidence, wordOf } from './outcomes.ts'

/** How long each kind of call may take from start to last byte. Nobody waits for a purchase's POST on a screen. */
const TIMEOUTS = { readMs: 10_000, listMs: 20_000, sendMs: 30_000 } as const
type Timeouts = { readonly [Name in keyof typeof TIMEOUTS]: number }

export type VtpassConnection = ConnectionOptions<Timeouts> & {
  readonly apiKey: string
  /** Goes with the API key on a GET. */
  readonly publicKey: string
  /** Goes with the API key on a POST. */
  readonly secretKey: string
}
export type Context = ProviderContext<Reply, Timeouts>

export function connectVtpass(options: VtpassConnection) {
  const { apiKey, publicKey, secretKey } = options
  return connectProvider<Reply, Timeouts>(options, {
    provider: 'vtpass',
    keyHeaders: (method) => ({
      'api-key': apiKey,
      ...(method === 'GET' ? { 'public-key': publicKey } : { 'secret-key': secretKey }),
    }),
    timeouts: TIMEOUTS,
    read: readReply,
    describe: ({ body }) => ({ level: 'info', message: 'provider answered', facts: { code: codeOf(body) } }),
  })
}

/** An answer, parsed as far as all VTpass envelopes agree. */
type Reply = {
  readonly kind: 'answered'
  readonly isHttpSuccess: boolean
  readonly body: Fields
  /** VTpass's time; null when it did not say. */
  readonly saidAt: Date | null
}

/**
 * The HTTP statuses that a refusal by VTpass itself may have; it documents none. Any other is about something else: a
 * rate limit, a proxy, a server that failed half-way.
 */
const REFUSAL_STATUSES = new Set([400, 401, 403, 404, 409, 422])

/** An error page, or an HTTP error without a VTpass code, is no answer from VTpass. */
function readReply({ status, body, saidAt }: HttpAnswer): Reply | Unanswered {
  const isHttpSuccess = status >= 200 && status < 300
  if (!isHttpSuccess && !REFUSAL_STATUSES.has(status)) return unanswered(`http ${status}`)
  if (!isFields(body) || (body.code === undefined && body.response_description === undefined)) {
    return unanswered(`http ${status} without VTpass's envelope`)
  }
  if (!isHttpSuccess && codeOf(body) === null) return unanswered(`http ${status}`)
  return { kind: 'answered', isHttpSuccess, body, saidAt }
}

/** The code of an answer: three digits as text. Catalogue answers keep it in `response_description`. */
export function codeOf(body: Fields): string | null {
  const code = body.code ?? body.response_description
  return typeof code === 'string' && /^\d{3}$/.test(code) ? code : null
}

/** The evidence in a transaction's answer, with the transaction; null without a readable code. */
export function evidenceOf({ body, isHttpSuccess }: Reply): (Evidence & { readonly transaction: Fields }) | null {
  if (typeof body.code !== 'string' || !/^\d{3}$/.test(body.code)) return null
  const transaction = fieldsOf(fieldsOf(body.content).transactions)
  const { status } = transaction
  // A status of another type counts as an unknown word.
  const word = status === undefined || status === null ? null : typeof status === 'string' ? status : '?'
  return { code: body.code, status: word, isHttpSuccess, transaction }
}

/** Whether an answer names our request, another one, or none. */
export function requestIn(body: Fields, reference: string): 'ours' | 'another' | 'none' {
  const { requestId } = body
  if (requestId === undefined || requestId === null || requestId === '') return 'none'
  return requestId === reference ? 'ours' : 'another'
}

/** For calls without their own reasons: the refusal's reason is VTpass's code. Other codes are not a conclusive no. */
export function refusedWith(code: string | null): Exclude<Answer<never>, { outcome: 'succeeded' }> {
  if (code === null || CODES.get(code)?.rule !== 'request') return unknown(nameOfCode(code))
  return { outcome: 'declined', reason: code, message: nameOfCode(code) }
}

/** A code as text for a `cause` or `message`: VTpass's code and our table's words, never text of the answer. */
export function nameOfCode(code: string | null): CleanText {
  return ownWords(
    code === null ? 'an answer without a code' : `${code} ${CODES.get(code)?.meaning ?? 'is no documented code'}`,
  )
}

/** Like nameOfCode, with the inner status if there is one. */
export function nameOfEvidence(evidence: Evidence): string {
  return evidence.status === null ? nameOfCode(evidence.code) : `${nameOfCode(evidence.code)}, ${wordOf(evidence)}`
}

/** Our own words about an answer, for logs and records. */
export function ownWords(words: string): CleanText {
  return cleanLine(words, DESCRIPTION_MAX_LENGTH)
}
