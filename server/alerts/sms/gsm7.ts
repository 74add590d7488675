import { isGsm7, SMS_SEPTETS, septetsOf } from '#contract/gsm7.ts'
import { SMS_DOUBT } from '#server/outbox/alerts/say.ts'

/** Replacements for signs outside the alphabet that read the same. Letters lose their marks separately. */
const INSTEAD: Readonly<Record<string, string>> = {
  '₦': 'NGN ',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '·': '-',
  '•': '*',
  '…': '...',
  '→': '->',
  '×': 'x',
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ƴ: 'y',
  Ƴ: 'Y',
  ǝ: 'e',
  Ǝ: 'E',
}
const UNKNOWN = '?'
const CUT = '...'

/**
 * Converts any text to the SMS alphabet, on one line. Letters outside it lose their marks (`Ṣadé` is `Sadé`). Other
 * signs become what reads the same (`₦500` is `NGN 500`), or a run of them one `?`. Never empty.
 */
export function toGsm7(text: string): string {
  const fitting = [...text.normalize('NFC').replaceAll(/\s+/g, ' ')].map(fit).join('')
  const line = fitting
    .replaceAll(/\?{2,}/g, UNKNOWN)
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return line === '' ? UNKNOWN : line
}

function fit(character: string): string {
  if (isGsm7(character)) return character
  if (Object.hasOwn(INSTEAD, character)) return INSTEAD[character] ?? UNKNOWN
  const base = character.normalize('NFKD').replaceAll(/\p{M}+/gu, '')
  if (base !== '' && [...base].every(isGsm7)) return base
  // Drops marks without a base letter, and invisible characters.
  return /^[\p{M}\p{C}]$/u.test(character) ? '' : UNKNOWN
}

/** As much of the text as fits `septets`; a cut text ends with `...`. */
export function cutToSeptets(text: string, septets: number): string {
  if (lengthOf(text) <= septets) return text
  const characters = [...text]
  while (characters.length > 0 && lengthOf(characters.join('')) > septets - CUT.length) characters.pop()
  return `${characters.join('').trimEnd()}${CUT}`
}

/** Names have full stops only after capital letters. */
const SENTENCE_END = /(?<=[a-z0-9][.!?]) (?=[A-Z0-9])/

/**
 * The first sentences that fit `septets`, each whole, or up to its colon where only that fits. Only an overlong first
 * sentence is cut.
 */
function wholeSentences(text: string, septets: number): string {
  const [first = '', ...others] = text.split(SENTENCE_END)
  let fitting = cutToSeptets(first, septets)
  for (const sentence of others) {
    const shorter = sentence.includes(':') ? [`${sentence.slice(0, sentence.indexOf(':'))}.`] : []
    const next = [sentence, ...shorter].find((each) => lengthOf(`${fitting} ${each}`) <= septets)
    if (next !== undefined) fitting = `${fitting} ${next}`
    if (next !== sentence) break
  }
  return fitting
}

const REFERENCE_LENGTH = 8

/**
 * An alert's SMS: one part of whole sentences in the SMS alphabet. It ends with what to do if it was not its owner, and
 * a unique reference that identifies it in the provider's history. Never a link: fraudsters send those. Leave `title`
 * empty if the body repeats it.
 */
export function smsText(alertId: string, { title, body }: { title: string; body: string }): string {
  const words = toGsm7(title === '' ? body : `${title.replace(/\.$/, '')}. ${body}`)
  const doubt = words.endsWith(` ${SMS_DOUBT}`) ? ` ${SMS_DOUBT}` : ''
  const end = `${doubt} Ref ${alertId.slice(-REFERENCE_LENGTH).toUpperCase()}`
  const said = words.slice(0, words.length - doubt.length)
  return `${wholeSentences(said, SMS_SEPTETS - end.length)}${end}`
}

function lengthOf(text: string): number {
  return septetsOf(text) ?? Number.POSITIVE_INFINITY
}
