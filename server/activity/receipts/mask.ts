import { DOTS } from '#contract/masks.ts'

/** Company names can be long; more initials would only reveal more. */
const WORDS_MAX = 4

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** `Adaeze Ụzọchukwu` as `A•••• Ụ••••`: enough for anyone who knows the name, without revealing its length. */
export function maskName(name: string): string {
  return name
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => [...letters.segment(word)].find(({ segment }) => /[\p{L}\p{N}]/u.test(segment))?.segment)
    .filter((first) => first !== undefined)
    .slice(0, WORDS_MAX)
    .map((first) => `${first}${DOTS}`)
    .join(' ')
}
