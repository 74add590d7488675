import { formatNairaShort, type Kobo, parseNaira } from '#contract/money.ts'
import { RefusedError } from '#server/platform/errors.ts'

/**
 * A limit in whole naira, as typed by an operator.
 *
 * @throws RefusedError for anything but whole naira between the two bounds
 */
export function readWholeNaira(
  uncheckedText: string,
  of: { readonly what: string; readonly leastKobo: Kobo; readonly mostKobo: Kobo },
): Kobo {
  const amount = parseNaira(uncheckedText)
  if (amount === null || amount % 100n !== 0n || amount < of.leastKobo || amount > of.mostKobo)
    throw new RefusedError(
      `${of.what}: whole naira, ${formatNairaShort(of.leastKobo)} to ${formatNairaShort(of.mostKobo)}`,
    )
  return amount
}
