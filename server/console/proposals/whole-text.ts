import { providerName } from '#contract/console/provider-names.ts'
import { formatNaira, formatNairaShort, kobo } from '#contract/money.ts'
import { formatMoment, lagosMoment } from '#contract/time.ts'
import type { Preview } from '#server/acts/act.ts'
import { ACTS } from '#server/acts/acts.ts'
import { sayPosting } from '#server/acts/say.ts'
import type { OperatorRequest, RequestContent } from '#server/identity/operators/requests.ts'

/** Values a request was compared with: if they have changed, the request is void. */
const COMPARED_WITH = ['replaces', 'was']

const LABELS: Readonly<Record<string, string>> = {
  amountKobo: 'Amount',
  costKobo: 'Cost',
  differenceKobo: 'Difference',
  service: 'Service',
  since: 'Since',
  source: 'Source',
  stop: 'Stop',
  code: 'BPC code',
  provider: 'Provider',
  customer: 'Customer',
}

/**
 * The exact text that an operator reads and a passkey signs: everything the request contains, and its current effects.
 */
export function termsOfConfirmation(request: OperatorRequest, preview: Preview): string {
  const { summary, effects, postings, reason } = preview
  const because = reason === null ? [] : [`Reason: ${reason}`]
  const lines = [`Confirm this: ${summary}`, ...effects, ...postings.map(sayPosting), ...because]
  const besides = linesBesides(request, lines.join('\n'))
  return [...lines, ...besides, `Requested by ${request.requestedBy}, ${request.id}`].join('\n')
}

/**
 * The lines that complete a text with everything the request contains, by id and value: a name alone could mean two
 * things.
 */
function linesBesides({ act, subject, content }: OperatorRequest, text: string): string[] {
  const { paraphrased = [], makesSubject = false } = ACTS[act]
  const elsewhere = [...COMPARED_WITH, ...paraphrased]
  const says = (of: string, words: readonly string[]) => isSaid(withoutQuotes(of, content, words), words)
  const left = Object.entries(content).filter(
    ([field, value]) => value !== '' && !elsewhere.includes(field) && !says(text, wordsFor(field, value)),
  )
  const lines = left.map(([field, value]) => `${LABELS[field] ?? field}: ${wordsFor(field, value)[0]}`)
  return makesSubject || says([text, ...lines].join('\n'), [subject]) ? lines : [...lines, `About: ${subject}`]
}

/**
 * A text without longer content values that contain these words: a reason that names a customer does not say which
 * customer is meant.
 */
function withoutQuotes(text: string, content: RequestContent, words: readonly string[]): string {
  const quotes = Object.values(content).filter((value) => words.some((each) => value !== each && value.includes(each)))
  return quotes.reduce((left, value) => left.replaceAll(value, '…'), text)
}

/** The forms in which a text may state a value, the usual one first. */
function wordsFor(field: string, value: string): readonly [string, ...string[]] {
  if (/Kobo$/.test(field) && /^-?\d+$/.test(value)) {
    const amount = kobo(BigInt(value))
    return [formatNaira(amount), formatNairaShort(amount)]
  }
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return [lagosMoment(value), formatMoment(value)]
  return [value, providerName(value)]
}

/** Whether the text contains one of these by itself, not as part of another word or amount. */
function isSaid(text: string, words: readonly string[]): boolean {
  return words.some((each) => text.split(each).some((rest, at, parts) => at > 0 && isAlone(parts[at - 1], rest)))
}

function isAlone(before = '', after = ''): boolean {
  return !/[\p{L}\p{N}_-]$/u.test(before) && !/^(?:[\p{L}\p{N}_-]|[.,]\d)/u.test(after)
}
