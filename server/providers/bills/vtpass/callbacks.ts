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
 * The request a transaction update is about, or that the plans of a service have changed: which service and how is not
 * believed, so it is not read. Null for other kinds and for bodies that cannot be read. VTpass gives callbacks no id, so
 * `eventKey` is made of code, status and request: the same for every repeat.
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

/** A code or status as it stands; empty when it is missing or odd, because the request is what counts. */
function eventWord(value: unknown): string {
  const word = codeTextOf(value) ?? ''
  return word.length <= EVENT_WORD_MAX_LENGTH ? word : ''
}

/** Takes the same time for every other text of the same length. */
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
