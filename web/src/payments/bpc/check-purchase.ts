import { FORM_ERRORS } from '#contract/form-errors.ts'
import type { QuoteBodyOf } from '#contract/orders.ts'

export type PurchaseFields = {
  readonly fullName?: string | undefined
  readonly email?: string | undefined
  readonly payWith?: string | undefined
}

/** `payWith` is null until the person or their balance decides it. */
type PurchaseForm = { fullName: string; email: string; payWith: QuoteBodyOf<'bpc'>['payWith'] | null }

type Checked = { readonly body: QuoteBodyOf<'bpc'> } | { readonly problems: PurchaseFields; readonly toast: string }

/** The form's request, or what is missing. The server decides whether a name or an email is valid. */
export function checkPurchase(form: PurchaseForm): Checked {
  const fullName = form.fullName.trim()
  const email = form.email.trim()
  const { payWith } = form
  if (fullName !== '' && email !== '' && payWith !== null) return { body: { kind: 'bpc', fullName, email, payWith } }
  return {
    problems: {
      ...(fullName === '' ? { fullName: 'Enter your full name' } : {}),
      ...(email === '' ? { email: 'Enter your email address' } : {}),
      ...(payWith === null ? { payWith: 'Choose how you pay' } : {}),
    },
    toast: FORM_ERRORS['bpc-form.incomplete'].message,
  }
}
