import { ID_ALPHABET, ID_BODY_LENGTH, isId, type OrderId } from '#contract/ids.ts'

/*
 * The references of our requests at a payment provider: how they are made, and which ones can be ours. New forms are
 * added to what is recognised, and none is ever removed: lists contain lines of every version. So far there is one form
 * of each. A purchase's reference is made by its provider's adapter, because that provider has no list.
 */

/** The provider allows no underscore in a charge's reference. */
const CHARGE = new RegExp(`^ord-[${ID_ALPHABET}]{${ID_BODY_LENGTH}}-[1-9][0-9]?$`)

/** A new order's reference before it is sent: its id; for one paid by bank transfer, the prefix of its charges. */
export function firstReference(id: OrderId, paidBy: 'wallet' | 'transfer'): string {
  return paidBy === 'transfer' ? id.replace('_', '-') : id
}

/** The reference of the n-th account number requested for an order paid by bank transfer; 1 is the first. */
export function chargeReference(order: { readonly reference: string }, n: number): string {
  return `${order.reference}-${n}`
}

/** Whether this can be the reference of a transfer of ours, in any version. Does not say that there is one. */
export function canBeTransfer(reference: string): boolean {
  return isId('ord', reference)
}

/** Whether this can be the reference of a charge of ours, in any version. */
export function canBeCharge(reference: string): boolean {
  return CHARGE.test(reference)
}
