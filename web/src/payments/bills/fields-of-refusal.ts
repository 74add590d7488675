import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#web/lib/api.ts'
import type { PurchaseFields } from './check-bill.ts'

const FIELDS: Partial<Record<ErrorCode, keyof PurchaseFields>> = {
  'bpc.invalid': 'bpcCode',
  'phone.invalid': 'phone',
  'network.unknown': 'network',
  'bundle.invalid': 'bundle',
  'biller.unknown': 'biller',
  'plan.invalid': 'plan',
  'customer-number.invalid': 'customerNumber',
  'customer.not-resolved': 'customerNumber',
  'customer.unreadable': 'customerNumber',
  'amount.invalid': 'amount',
  'amount.too-small': 'amount',
  'amount.too-large': 'amount',
  'airtime.too-small': 'amount',
  'airtime.too-large': 'amount',
  'funds.insufficient': 'amount',
  'limit.daily': 'amount',
  'limit.new': 'amount',
}

/** The field a refused quote is about: none when this form does not have it. */
export function fieldsOfRefusal(error: unknown, fieldsThere: readonly (keyof PurchaseFields)[]): PurchaseFields {
  if (!(error instanceof ApiError)) return {}
  const field = FIELDS[error.code]
  return field !== undefined && fieldsThere.includes(field) ? { [field]: error.message } : {}
}
