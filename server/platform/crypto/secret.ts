/** The installation's secret, written as hexadecimal digits. All keys derive from it. */

export const SECRET_BYTES_MIN = 32
/** The form of a secret, for error messages. */
export const SECRET_FORM = `an even number of hexadecimal digits, ${SECRET_BYTES_MIN * 2} or more`

/** A random source practically never produces fewer distinct digits, nor a short repeated pattern. */
const DIFFERENT_DIGITS_MIN = 8

/** The only parser of secrets: JARA_SECRET, secret.key and every `--secret FILE`. Null if the text is not one. */
export function parseSecret(text: string): Buffer | null {
  const isSecret = /^(?:[0-9a-f]{2})+$/i.test(text) && text.length >= SECRET_BYTES_MIN * 2
  return isSecret ? Buffer.from(text, 'hex') : null
}

/**
 * Whether this looks typed rather than generated: few distinct characters, a repeated pattern, or a sequence up or
 * down. A secret that passes may still be guessable: only its maker knows its source.
 */
export function isWeak(text: string): boolean {
  return new Set(text).size < DIFFERENT_DIGITS_MIN || isRepeated(text) || isCounted(text)
}

/** One prefix repeated, the last time perhaps cut short. */
function isRepeated(text: string): boolean {
  const longest = Math.floor(text.length / 2)
  return Array.from({ length: longest }, (_, at) => at + 1).some((period) => text.startsWith(text.slice(period)))
}

/** Bytes with a constant step: `000102…1f`. */
function isCounted(text: string): boolean {
  const bytes = Buffer.from(text, /^(?:[0-9a-f]{2})+$/i.test(text) ? 'hex' : 'utf8')
  const steps = bytes.subarray(1).map((byte, at) => byte - (bytes[at] ?? 0))
  return new Set(steps).size === 1
}
