import { FORM_ERRORS } from '#contract/form-errors.ts'
import type { QuoteBodyOf } from '#contract/orders.ts'

export type PurchaseFields = { readonly fullName?: string | undefined; readonly email?: string | undefined }

type Checked = { readonly body: QuoteBodyOf<'bpc'> } | { readonly problems: PurchaseFields; readonly toast: string }

/** What the form asks the server for, or what is missing. What a name or an email must be is the server's to say. */
export function checkPurchase(form: Omit<QuoteBodyOf<'bpc'>, 'kind'>): Checked {
  const fullName = form.fullName.trim()
  const email = form.email.trim()
  if (fullName !== '' && email !== '') return { body: { kind: 'bpc', fullName, email, payWith: form.payWith } }
  return {
    problems: {
      ...(fullName === '' ? { fullName: 'Enter your full name' } : {}),
      ...(email === '' ? { email: 'Enter your email address' } : {}),
    },
    toast: FORM_ERRORS['bpc-form.incomplete'].message,
  }
}
