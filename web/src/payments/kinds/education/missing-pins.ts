import type { OrderOf } from '#contract/orders.ts'

/**
 * What is true when the provider has confirmed a purchase and handed over fewer PINs than were bought; null when all are there.
 * The worker asks again until three days after the confirmation.
 */
export function missingPins({ recipient }: Pick<OrderOf<'education'>, 'recipient'>, there: number): string | null {
  const left = recipient.quantity - there
  if (left <= 0) return null
  const which =
    there === 0
      ? 'The provider has confirmed this purchase and sent no PIN with it yet.'
      : `${left} of your ${recipient.quantity} PINs ${left === 1 ? 'has' : 'have'} not come yet, although the provider has confirmed the purchase.`
  return `${which} We keep asking for three days. If nothing comes, give support the reference in your receipt.`
}
