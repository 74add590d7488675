import type { VtpassOperation } from '#sandbox/operations.ts'
import type { Code } from './codes.ts'

/**
 * Every refusal of VTpass's, in one table: the endpoints take their code from it, and tests walk it. The codes and their
 * meanings are documented; which code a wrong field gets is not, in the rows with 011. docs/reference/providers.md says
 * how the app handles each.
 */
export type VtpassRefusal = {
  readonly operation: VtpassOperation
  readonly code: Code
  /** What is wrong. */
  readonly when: string
  /** What triggers it: the call and what happened before, or only the fault `code`. */
  readonly by: 'call' | 'order'
}

const pay = (code: Code, when: string): VtpassRefusal => ({ operation: 'pay', code, when, by: 'call' })
const order = (code: Code, when: string): VtpassRefusal => ({ operation: 'pay', code, when, by: 'order' })

export const VTPASS_REFUSALS = {
  'pay-field-missing': pay('011', 'request_id, serviceID or phone is missing'),
  'pay-request-id-of-another-day': pay('085', 'request_id does not begin with a minute of today in Lagos'),
  'pay-request-id-used': pay('014', 'request_id was used before'),
  'pay-product-unknown': pay('012', 'there is no such serviceID'),
  'pay-phone-wrong': pay('011', 'phone is no phone number'),
  'pay-number-wrong': pay('011', 'billersCode cannot be a number of this service'),
  'pay-variation-missing': pay('011', 'variation_code is missing'),
  'pay-variation-unknown': pay('010', 'there is no such variation_code, or it is sold no more'),
  'pay-subscription-type': pay('011', 'DStv or GOtv without subscription_type change or renew'),
  'pay-quantity-wrong': pay('011', 'quantity is no whole number'),
  'pay-quantity-low': pay('031', 'quantity is below the smallest'),
  'pay-quantity-high': pay('032', 'quantity is above the largest'),
  'pay-amount-missing': pay('011', 'amount is missing or no amount'),
  'pay-amount-low': pay('013', 'amount is below the minimum of the product'),
  'pay-amount-high': pay('017', 'amount is above the maximum of the product'),
  'pay-wallet-low': pay('018', 'our wallet there does not cover it'),
  'pay-likely-duplicate': pay('019', 'the same product for the same number within 30 seconds'),
  'pay-failed': order('016', 'the biller refused, nothing is charged'),
  'pay-not-processed': order('091', 'it was not processed, nothing is charged'),
  'account-locked': order('021', 'our account is locked'),
  'account-suspended': order('022', 'our account is suspended'),
  'account-without-api': order('023', 'API access is not enabled for our account'),
  'account-inactive': order('024', 'our account is inactive'),
  'pay-bank-invalid': order('025', 'the bank of the recipient is invalid'),
  'pay-account-unverified': order('026', 'the account of the recipient could not be verified'),
  'account-address-unknown': order('027', 'our IP address is not on the list'),
  'account-product-off': order('028', 'the product is not enabled for our account'),
  'biller-unreachable': order('030', 'the biller cannot be reached'),
  'service-suspended': order('034', 'the service is suspended'),
  'service-inactive': order('035', 'the service is inactive'),
  'system-error': order('083', 'VTpass does not know'),
  'keys-refused': order('087', 'our keys are not accepted'),
  'requery-id-missing': { operation: 'requery', code: '011', when: 'request_id is missing', by: 'call' },
  'requery-unknown': { operation: 'requery', code: '015', when: 'VTpass never saw this request_id', by: 'call' },
  'verify-field-missing': { operation: 'merchant-verify', code: '011', when: 'a field is missing', by: 'call' },
  'verify-product-unknown': {
    operation: 'merchant-verify',
    code: '012',
    when: 'there is no such serviceID, or it has no customers',
    by: 'call',
  },
  'plans-product-unknown': { operation: 'variations', code: '012', when: 'there is no such serviceID', by: 'call' },
} as const satisfies Record<string, VtpassRefusal>

export type VtpassRefusalName = keyof typeof VTPASS_REFUSALS

/** A refusal's code, in the form that reading a purchase returns. */
export function refusedWith(name: VtpassRefusalName): { readonly refusal: Code } {
  return { refusal: VTPASS_REFUSALS[name].code }
}

export function codeOf(name: VtpassRefusalName): Code {
  return VTPASS_REFUSALS[name].code
}
