/**
 * `pending`: nothing final yet. All others are conclusive, though `delivered` can still become `reversed`. `failed` and
 * `reversed` cost nothing; of these two only `reversed` had been delivered.
 */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'reversed'

/** One purchase that VTpass has taken on, or refused after it had a look: what `requery` knows. Amounts are kobo. */
export type Delivery = {
  readonly id: number
  /** Ours: the idempotency key. */
  readonly requestId: string
  /** VTpass's own, 26 digits. */
  readonly transactionId: string
  readonly serviceId: string
  readonly variationCode: string | null
  /** The phone, meter or smartcard number it is for. */
  readonly recipient: string
  /** The contact phone of the customer. */
  readonly phone: string
  /** What is delivered. Differs from what was asked only under the fault `wrong-amount`. */
  readonly amountKobo: bigint
  /** Our discount: the wallet pays the amount less this. */
  readonly commissionKobo: bigint
  /** What a prepaid meter is fed, 20 digits; null for everything else. Told once it is delivered. */
  readonly token: string | null
  /** Two tokens that a meter takes first, because its key changes; left out where it does not. */
  readonly keyChange?: readonly string[]
  /** How many were bought; left out where it is one, as it always is but for PINs. */
  readonly quantity?: number
  /** Serial number and PIN of each that is handed over; left out where there are none. Told once they are delivered. */
  readonly pins?: readonly { readonly serial: string; readonly pin: string }[]
  readonly status: DeliveryStatus
  readonly walletCreditId: string | null
  /** Before this instant requery returns 015 for it, although it exists. */
  readonly visibleFromMs: number
  readonly plan: readonly { readonly atMs: number; readonly status: DeliveryStatus }[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** What a delivery costs us, kobo, while it stands. */
export function costKobo(delivery: Pick<Delivery, 'amountKobo' | 'commissionKobo'>): bigint {
  return delivery.amountKobo - delivery.commissionKobo
}

/** Money that a delivery has taken from our VTpass wallet: nothing once it has failed or was reversed. */
export function takenKobo(delivery: Delivery): bigint {
  return delivery.status === 'pending' || delivery.status === 'delivered' ? costKobo(delivery) : 0n
}

/** Two purchases of the same service for the same number within moments look like a slip of the finger. */
export function targetKey(delivery: Pick<Delivery, 'serviceId' | 'recipient'>): string {
  return `${delivery.serviceId}/${delivery.recipient}`
}
