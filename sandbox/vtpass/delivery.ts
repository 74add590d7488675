/**
 * `pending`: nothing final yet. All others are conclusive, though `delivered` can still become `reversed`. `failed` and
 * `reversed` cost nothing; of these two only `reversed` had been delivered.
 */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'reversed'

/** One purchase that VTpass accepted, or refused after processing it: what `requery` knows. Amounts are in kobo. */
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
  /** What is delivered. Differs from the requested amount only under the fault `wrong-amount`. */
  readonly amountKobo: bigint
  /** Our discount: the wallet pays the amount minus this. */
  readonly commissionKobo: bigint
  /** The token for a prepaid meter, 20 digits; null for everything else. Revealed once delivered. */
  readonly token: string | null
  /** Two tokens to enter first when a meter's key changes; omitted otherwise. */
  readonly keyChange?: readonly string[]
  /** How many were bought; omitted for one. Only PINs can be more. */
  readonly quantity?: number
  /** Serial number and PIN of each exam PIN; omitted if there are none. Revealed once delivered. */
  readonly pins?: readonly { readonly serial: string; readonly pin: string }[]
  readonly status: DeliveryStatus
  readonly walletCreditId: string | null
  /** Until this instant requery returns 015 for it, although it exists. */
  readonly visibleFromMs: number
  readonly plan: readonly { readonly atMs: number; readonly status: DeliveryStatus }[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** What a delivery costs us while it stands, kobo. */
export function costKobo(delivery: Pick<Delivery, 'amountKobo' | 'commissionKobo'>): bigint {
  return delivery.amountKobo - delivery.commissionKobo
}

/** What a delivery has taken from our VTpass wallet: nothing once it has failed or been reversed. */
export function takenKobo(delivery: Delivery): bigint {
  return delivery.status === 'pending' || delivery.status === 'delivered' ? costKobo(delivery) : 0n
}

/** The key of a purchase: a second one of the same service for the same number within moments looks like a mistake. */
export function targetKey(delivery: Pick<Delivery, 'serviceId' | 'recipient'>): string {
  return `${delivery.serviceId}/${delivery.recipient}`
}
