import { ID_ALPHABET, ID_BODY_LENGTH, isId, type OrderId } from '#contract/ids.ts'

/*
 * The references our requests carry at a payment provider: how they are made, and which ones can be ours. A new form is added
 * to what is recognised, and none is ever taken away: lists hold lines of every version. There has been one form of each.
 * A purchase's reference is made by its provider's adapter, which has no list.
 */

/** A charge takes no underscore. */
const CHARGE = new RegExp(`^ord-[${ID_ALPHABET}]{${ID_BODY_LENGTH}}-[1-9][0-9]?$`)

/** What a new order is known by before it is sent: its id; of one paid by bank transfer, what its charges begin with. */
export function firstReference(id: OrderId, paidBy: 'wallet' | 'transfer'): string {
  return paidBy === 'transfer' ? id.replace('_', '-') : id
}

/** The reference of the n-th account number that is asked for an order paid by bank transfer; 1 is the first. */
export function chargeReference(order: { readonly reference: string }, n: number): string {
  return `${order.reference}-${n}`
}

/** Whether a transfer of ours can have this reference, in any version. Says nothing about whether there is one. */
export function canBeTransfer(reference: string): boolean {
  return isId('ord', reference)
}

/** Whether a charge of ours can have this reference, in any version. */
export function canBeCharge(reference: string): boolean {
  return CHARGE.test(reference)
}
