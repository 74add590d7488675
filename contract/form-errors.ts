import {
  ACCOUNT_NUMBER_DIGITS,
  AIRTIME_MAX_KOBO,
  AIRTIME_MIN_KOBO,
  PHONE_DIGITS,
  WITHDRAWAL_MAX_KOBO,
  WITHDRAWAL_MIN_KOBO,
} from './constants.ts'
import { formatNairaShort } from './money.ts'

export type ErrorEntry = { readonly status: number; readonly retry: boolean; readonly message: string }

/** One entry of the catalogue: HTTP status, whether the same request may be repeated, and the customer's sentence. */
export function e(status: number, retry: boolean, message: string): ErrorEntry {
  return { status, retry, message }
}

/** The part of the catalogue that a form shows on its own, before anything is sent. */
export const FORM_ERRORS = {
  'form.incomplete': e(400, false, 'Please fill in all required fields'),
  'bpc-form.incomplete': e(400, false, 'Please fill in all fields'),
  'phone.invalid': e(400, false, `Please enter a valid ${PHONE_DIGITS}-digit phone number`),
  'network.unknown': e(400, false, 'Please choose a network.'),
  'bundle.invalid': e(400, false, 'Please select a valid data bundle'),
  'amount.invalid': e(400, false, 'Please enter a valid amount.'),
  'amount.too-small': e(400, false, `The least you can send is ${formatNairaShort(WITHDRAWAL_MIN_KOBO)}.`),
  'amount.too-large': e(400, false, `The most you can send at once is ${formatNairaShort(WITHDRAWAL_MAX_KOBO)}.`),
  'account-number.invalid': e(
    400,
    false,
    `An account number has ${ACCOUNT_NUMBER_DIGITS} digits. Check the one you typed.`,
  ),
  'airtime.too-small': e(400, false, `The least airtime you can buy is ${formatNairaShort(AIRTIME_MIN_KOBO)}.`),
  'airtime.too-large': e(400, false, `The most airtime you can buy at once is ${formatNairaShort(AIRTIME_MAX_KOBO)}.`),
  'customer-number.invalid': e(400, false, 'This number is too short or too long. Check it and type it again.'),
} as const satisfies Record<string, ErrorEntry>
