/** The reviver as V8 calls it: with a primitive's source text, which TypeScript's types lack. */
type ReviveWithSource = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

const WHOLE = /^-?\d+$/
/** Without 16 digits in a row, no number in the text can be unsafe. */
const LONG_NUMBER = /\d{16}/

/**
 * Like JSON.parse, but reads integers beyond 2^53 as bigints, with every digit: ids, meter tokens.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseExactJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text)
  const revive: ReviveWithSource = (_, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(context?.source ?? '')
      ? BigInt(context?.source ?? '')
      : value
  return JSON.parse(text, revive)
}
