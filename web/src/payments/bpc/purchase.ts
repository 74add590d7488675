import type { StrayPayment } from '#contract/bpc.ts'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import { formatNairaShort } from '#contract/money.ts'
import type { OrderOf } from '#contract/orders.ts'

export type BpcOrder = OrderOf<'bpc'>

/** The stage of a purchase, as the screens name it. */
export type PurchaseStage =
  /** The provider is asked for an account number. */
  | 'issuing'
  /** It gave none: nothing could be paid. */
  | 'not-issued'
  /** There is an account, and the price has not come in. */
  | 'awaiting'
  /** The account no longer accepts money for this purchase. */
  | 'time-over'
  /** Paid from the wallet, and not finished. */
  | 'under-way'
  | 'bought'
  | 'failed'
  | 'returned'

/**
 * The account closes before the server calls the purchase expired: what was paid in time may still be on its way, but
 * nobody is asked to pay any more.
 */
export function stageOf({ state, payTo }: Pick<BpcOrder, 'state' | 'payTo'>, nowMs: number): PurchaseStage {
  switch (state) {
    case 'awaiting_payment':
      if (payTo === null) return 'issuing'
      return nowMs < Date.parse(payTo.expiresAt) ? 'awaiting' : 'time-over'
    case 'expired':
      return payTo === null ? 'not-issued' : 'time-over'
    case 'settled':
    case 'late_success':
      return 'bought'
    case 'released':
      return 'failed'
    case 'returned':
      return 'returned'
    default:
      return 'under-way'
  }
}

export type Step = 'processing' | 'payment' | 'verifying' | 'confirmation'

/** The address of a step. It names the purchase, so that every step can be left and opened again. */
export function stepPath(step: Step, orderId: string): string {
  return `/buy-bpc/${step}?order=${encodeURIComponent(orderId)}`
}

/** The step that shows a purchase at this stage. */
export function stepFor(stage: PurchaseStage): Step {
  if (stage === 'issuing' || stage === 'not-issued') return 'processing'
  return stage === 'awaiting' || stage === 'time-over' ? 'payment' : 'confirmation'
}

/** Describes a stray payment: its amount, where it is, what to do next. If too much came, the rest is in the wallet. */
export function strayText({ amountKobo, went, why }: StrayPayment, stage: PurchaseStage): string {
  const amount = formatNairaShort(BigInt(amountKobo))
  const price = formatNairaShort(BPC_PRICE_KOBO)
  const place = went === 'wallet' ? 'it is in your wallet' : 'it goes back to where it came from'
  const next = stage === 'awaiting' ? ` To get the code pay ${price} to the account, or pay from your wallet.` : ''
  switch (why) {
    case 'less':
      return `${amount} arrived. That is less than the price, so ${place}.${next}`
    case 'more':
      return went === 'wallet'
        ? `${amount} more than the price arrived. The code is yours, and the ${amount} is in your wallet.`
        : `${amount} arrived. That is more than the price, so ${place}.${next}`
    case 'second':
      return `${amount} arrived after the code was paid for. You pay only once, so ${place}.`
    case 'late':
      return `${amount} arrived after the time to pay was over. No code was bought with it, and ${place}.`
  }
}

/**
 * What is known of a price that has not come in. After the account has closed, the server still looks for money paid in
 * time, but nobody is asked to pay any more.
 */
export function notConfirmedText(
  { state, explanation }: Pick<BpcOrder, 'state' | 'explanation'>,
  stage: PurchaseStage,
) {
  if (state !== 'awaiting_payment' || stage !== 'time-over') return explanation
  const price = formatNairaShort(BPC_PRICE_KOBO)
  return `No transfer of ${price} that was made in time has reached us so far. Nothing was taken from your wallet.`
}

/** `58 minutes`, rounded down: never more time than there is. */
export function timeLeftText(leftMs: number): string {
  const minutes = Math.floor(leftMs / 60_000)
  if (minutes < 1) return 'Less than a minute'
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** `6500`: whole naira without commas, as the price is written in front of a form, and as a bank app takes it. */
export function plainAmount(amountKobo: bigint): string {
  return formatNairaShort(amountKobo).replace(/[₦,]/g, '')
}
