import { timingSafeEqual } from 'node:crypto'
import { parseExactJson } from '#server/platform/text/exact-json.ts'
import { exactText, keyOf } from '#server/platform/text/exact-text.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import { codeTextOf, fieldsOf } from './fields.ts'
import { isReference } from './references.ts'

/** A transaction update has less than 2 KB. */
const CALLBACK_MAX_BYTES = 64 * 1024
const EVENT_WORD_MAX_LENGTH = 20

/**
 * The request that a transaction update is about, or a change of plans. Which service changed is not read, because
 * callbacks are not trusted. Null for other kinds and unreadable bodies.
 *
 * VTpass gives callbacks no id, so `eventKey` combines code, status and request: the same for every repeat.
 */
export const readCallback: BillsProvider['readCallback'] = (rawBody) => {
  if (rawBody.length > CALLBACK_MAX_BYTES) return null
  const { type, data } = fieldsOf(parsed(rawBody))
  if (type === 'variations-update') return { about: 'plans' }
  if (type !== 'transaction-update') return null
  const { code, requestId, content } = fieldsOf(data)
  const reference = isReference(requestId) ? exactText(requestId) : null
  if (reference === null) return null
  const status = fieldsOf(fieldsOf(content).transactions).status
  return { about: 'purchase', reference, eventKey: keyOf([`${eventWord(code)}:${eventWord(status)}:${reference}`]) }
}

/** A code or status, unchanged; empty when missing or odd, because the request is what counts. */
function eventWord(value: unknown): string {
  const word = codeTextOf(value) ?? ''
  return word.length <= EVENT_WORD_MAX_LENGTH ? word : ''
}

/** Compares in constant time for texts of the same length. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function parsed(rawBody: Uint8Array): unknown {
  try {
    return parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    return null
  }
}
