import { z } from 'zod'
import { succeeded, unknown } from '#server/providers/answer.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { type Context, declinedOrUnknown } from './api.ts'
import { exactField, instantOf, issuedNumberField, nameField } from './fields.ts'

const charge = z.object({
  reference: exactField,
  status: z.literal('pending_bank_transfer'),
  account_number: issuedNumberField,
  account_name: nameField,
  bank: z.object({ name: nameField }).catch({ name: nameField.parse(null) }),
  account_expires_at: z.string(),
})

/** The form of a charge reference for Paystack. */
const REFERENCE = /^[A-Za-z0-9.=-]{1,100}$/

/**
 * Pay with transfer: an account number for one payment. Paystack adjusts an expiry outside its bounds (15 minutes to 8
 * hours), so the expiry in its answer counts. The answer has no amount: the caller keeps ours.
 */
export function createCharge({ api, timeouts }: Context): PaymentProvider['createCharge'] {
  return async ({ email, amountKobo, reference, expiresAt }) => {
    if (!REFERENCE.test(reference)) throw new Error('a charge reference Paystack does not take')
    const reply = await api('createCharge', {
      method: 'POST',
      path: '/charge',
      body: {
        email,
        amount: amountKobo.toString(),
        reference,
        bank_transfer: { account_expires_at: expiresAt.toISOString() },
      },
      timeoutMs: timeouts.writeMs,
    })
    // Already used: the account number is given only once, in an answer that was lost.
    if (reply.kind === 'refused' && /duplicate/i.test(`${reply.code ?? ''} ${reply.message}`)) {
      return unknown('the reference was taken before')
    }
    if (reply.kind !== 'accepted') return declinedOrUnknown(reply)
    const read = charge.safeParse(reply.data)
    const expiry = read.success ? instantOf(read.data.account_expires_at) : null
    if (!read.success || expiry === null) return unknown('a charge without an account that can be read')
    if (read.data.reference !== reference) return unknown('a charge with another reference')
    const { account_number: accountNumber, account_name: accountName, bank } = read.data
    return succeeded({ accountNumber, accountName, bankName: bank.name, expiresAt: expiry })
  }
}
