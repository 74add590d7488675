/** The installation's secret as people and files hold it: hexadecimal digits. From it all keys are derived. */

export const SECRET_BYTES_MIN = 32
/** What a secret has to be, for sentences that say so. */
export const SECRET_FORM = `an even number of hexadecimal digits, ${SECRET_BYTES_MIN * 2} or more`

/** Fewer different digits than this do not come out of a random source, nor does a shorter pattern that is repeated. */
const DIFFERENT_DIGITS_MIN = 8

/** The one reader of secrets: of JARA_SECRET, secret.key and every `--secret FILE`. Null when it is none. */
export function parseSecret(text: string): Buffer | null {
  const isSecret = /^(?:[0-9a-f]{2})+$/i.test(text) && text.length >= SECRET_BYTES_MIN * 2
  return isSecret ? Buffer.from(text, 'hex') : null
}

/**
 * Whether this looks typed instead of generated: few distinct characters, a repeated pattern, or a sequence up or
 * down. What this lets through may still be guessable: only its maker knows where it comes from.
 */
export function isWeak(text: string): boolean {
  return new Set(text).size < DIFFERENT_DIGITS_MIN || isRepeated(text) || isCounted(text)
}

/** Nothing but the same beginning over and over, the last time perhaps cut short. */
function isRepeated(text: string): boolean {
  const longest = Math.floor(text.length / 2)
  return Array.from({ length: longest }, (_, at) => at + 1).some((period) => text.startsWith(text.slice(period)))
}

/** Each byte as far from the one before as the others: `000102…1f`. */
function isCounted(text: string): boolean {
  const bytes = Buffer.from(text, /^(?:[0-9a-f]{2})+$/i.test(text) ? 'hex' : 'utf8')
  const steps = bytes.subarray(1).map((byte, at) => byte - (bytes[at] ?? 0))
  return new Set(steps).size === 1
}
