import { FORM_ERRORS } from '#contract/form-errors.ts'
import type { Biller } from '#contract/purchases.ts'
import { hasOnlyDigits, ONLY_DIGITS } from '#web/payments/orders/digits.ts'
import type { Checked } from '#web/payments/orders/use-quote-form.ts'
import type { ResolvedName } from '#web/ui/resolved-name.tsx'

/** The fields every bill has. `bpcCode` is null while the user has typed none: then the server takes their best. */
export type WithCode = { readonly phone: string; readonly bpcCode: string | null }

export type PurchaseFields = Partial<
  Record<'phone' | 'network' | 'amount' | 'bundle' | 'biller' | 'customerNumber' | 'plan' | 'bpcCode', string>
>

export function missingPhone({ phone }: WithCode): PurchaseFields {
  return phone.trim() === '' ? { phone: 'Enter the phone number' } : {}
}

export function missingAmount(amount: string): PurchaseFields {
  return amount.trim() === '' ? { amount: 'Enter the amount' } : {}
}

export function missingCustomer(biller: Biller | null, number: string, sentence: string): PurchaseFields {
  return {
    ...(biller === null ? { biller: 'Choose the company' } : {}),
    ...(number === '' ? { customerNumber: sentence } : {}),
  }
}

export function hasProblem(problems: PurchaseFields): boolean {
  return Object.keys(problems).length > 0
}

export function incomplete(problems: PurchaseFields): Checked<PurchaseFields> {
  return { problems, toast: FORM_ERRORS['form.incomplete'].message }
}

export function wrong(field: keyof PurchaseFields, sentence: string): Checked<PurchaseFields> {
  return { problems: { [field]: sentence }, toast: sentence }
}

export function wrongCustomerNumber(number: string): Checked<PurchaseFields> {
  return wrong('customerNumber', hasOnlyDigits(number) ? FORM_ERRORS['customer-number.invalid'].message : ONLY_DIGITS)
}

export function wrongPhone(): Checked<PurchaseFields> {
  return wrong('phone', FORM_ERRORS['phone.invalid'].message)
}

export function withoutName(name: ResolvedName): Checked<PurchaseFields> {
  const toast =
    name.status === 'refused' ? name.message : 'We are still checking the customer’s name. Try again when it appears.'
  return { problems: {}, toast, nameStatus: name.status }
}

export function codeOf({ bpcCode }: WithCode): string | null {
  return bpcCode?.trim() || null
}
