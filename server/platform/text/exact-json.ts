/** The reviver as V8 calls it: with the source of a primitive, which TypeScript does not know yet. */
type ReviveWithSource = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

const WHOLE = /^-?\d+$/
/** No number can be unsafe in a text without this. */
const LONG_NUMBER = /\d{16}/

/**
 * As JSON.parse, but a whole number that a double cannot hold is read as a bigint, digit by digit: ids beyond 2^53, meter tokens.
 *
 * @throws SyntaxError where it is not JSON
 */
export function parseExactJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text)
  const revive: ReviveWithSource = (_, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(context?.source ?? '')
      ? BigInt(context?.source ?? '')
      : value
  return JSON.parse(text, revive)
}
