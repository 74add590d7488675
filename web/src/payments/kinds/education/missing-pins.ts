import type { OrderPinsAnswer } from '#contract/kinds/education.ts'

/** The sentence for a confirmed purchase with fewer PINs than were bought; null if all are there. */
export function missingPins({ bought, pins: { length: there }, asking }: OrderPinsAnswer): string | null {
  const left = bought - there
  if (left <= 0) return null
  const which =
    there === 0
      ? 'Your purchase is confirmed, but no PIN has come yet.'
      : `${left} of your ${bought} PINs ${left === 1 ? 'has' : 'have'} not come yet. Your purchase is confirmed.`
  const next = asking
    ? 'We ask again for three days after that. If nothing comes, give'
    : 'We asked for three days. Please give'
  return `${which} ${next} support the reference in your receipt.`
}
