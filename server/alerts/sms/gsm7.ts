import { isGsm7, SMS_SEPTETS, septetsOf } from '#contract/gsm7.ts'
import { SMS_DOUBT } from '#server/outbox/alerts/say.ts'

/** Signs outside the alphabet with one that people read as the same. Letters lose their marks by themselves. */
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
 * Any text in the alphabet of an SMS, on one line: what is in the alphabet stays, a letter with marks that are not loses its
 * marks (`Ṣadé` is `Sadé`), other signs become what reads the same (`₦500` is `NGN 500`), and what is left becomes one `?`.
 * Never empty.
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
  // Marks without a letter of their own, and what is never drawn.
  return /^[\p{M}\p{C}]$/u.test(character) ? '' : UNKNOWN
}

/** As much of a text in the alphabet as fits `septets`; what is cut ends with `...`. */
export function cutToSeptets(text: string, septets: number): string {
  if (lengthOf(text) <= septets) return text
  const characters = [...text]
  while (characters.length > 0 && lengthOf(characters.join('')) > septets - CUT.length) characters.pop()
  return `${characters.join('').trimEnd()}${CUT}`
}

/** A name has its full stops after capital letters. */
const SENTENCE_END = /(?<=[a-z0-9][.!?]) (?=[A-Z0-9])/

/**
 * The first sentences of a text in the alphabet that fit `septets`, each of them whole, or up to its colon where that is all there is room
 * for. Only a first one that is too long is cut.
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
 * What is sent of an alert: one part, in the alphabet, of whole sentences, ending with what to do where its owner may not have done it, and
 * a reference of its own, by which the provider's history tells it from every other. Never a link: fraudsters send those. A title that
 * the body says again is left empty.
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
