import type { Bank } from '#contract/banks.ts'
import { ACCOUNT_NUMBER_DIGITS, WITHDRAWAL_MAX_KOBO, WITHDRAWAL_MIN_KOBO } from '#contract/constants.ts'
import { FORM_ERRORS } from '#contract/form-errors.ts'
import { type Kobo, parseNaira } from '#contract/money.ts'
import { parsePhone } from '#contract/phones.ts'
import { isRefusal } from '#web/lib/api.ts'
import { hasOnlyDigits, isNumberOf, ONLY_DIGITS } from '#web/payments/orders/digits.ts'
import type { Checked } from '#web/payments/orders/use-quote-form.ts'
import type { ResolvedName } from '#web/ui/resolved-name.tsx'

export type WithdrawalForm = {
  readonly accountNumber: string
  readonly bank: Bank | null
  readonly amount: string
  /** Null while the user has typed none: then the server takes their best. */
  readonly bpcCode: string | null
}

export type WithdrawalFields = { accountNumber?: string; bank?: string; amount?: string; bpcCode?: string }

/** The form's request, or what is missing. The server checks everything again. */
export function checkWithdrawal(form: WithdrawalForm, name: ResolvedName): Checked<WithdrawalFields> {
  const { bank, accountNumber } = form
  const amountKobo = parseNaira(form.amount)
  const problems: WithdrawalFields = {
    ...(accountNumber === '' ? { accountNumber: 'Enter the account number' } : {}),
    ...(bank === null ? { bank: 'Choose the bank' } : {}),
    ...(form.amount.trim() === '' ? { amount: 'Enter the amount' } : {}),
  }
  if (Object.keys(problems).length > 0) return { problems, toast: 'Please fill in all required fields' }
  if (!isNumberOf(accountNumber, ACCOUNT_NUMBER_DIGITS)) {
    const sentence = wrongNumber(accountNumber)
    return { problems: { accountNumber: sentence }, toast: sentence }
  }
  const amountProblem = problemOf(amountKobo)
  if (amountKobo === null || bank === null || amountProblem !== null) {
    const sentence = amountProblem ?? FORM_ERRORS['amount.invalid'].message
    return { problems: { amount: sentence }, toast: sentence }
  }
  if (name.status !== 'known') return { problems: {}, toast: nameProblem(name), nameStatus: name.status }
  const bpcCode = form.bpcCode?.trim() || null
  return {
    body: { kind: 'withdrawal', bankCode: bank.code, accountNumber, amountKobo: amountKobo.toString(), bpcCode },
  }
}

/** Why this cannot be an account number. */
export function wrongNumber(number: string): string {
  if (!hasOnlyDigits(number)) return ONLY_DIGITS
  return number.length > ACCOUNT_NUMBER_DIGITS
    ? `You typed ${number.length} digits. An account number has ${ACCOUNT_NUMBER_DIGITS}.`
    : FORM_ERRORS['account-number.invalid'].message
}

/** The account number that wallets such as OPay give the owner of a phone number; null unless the digits are one. */
export function walletNumberOf(digits: string): string | null {
  return digits.length > ACCOUNT_NUMBER_DIGITS ? (parsePhone(digits)?.slice(1) ?? null) : null
}

function problemOf(amountKobo: Kobo | null): string | null {
  if (amountKobo === null) return FORM_ERRORS['amount.invalid'].message
  if (amountKobo < WITHDRAWAL_MIN_KOBO) return FORM_ERRORS['amount.too-small'].message
  if (amountKobo > WITHDRAWAL_MAX_KOBO) return FORM_ERRORS['amount.too-large'].message
  return null
}

function nameProblem(name: ResolvedName): string {
  if (name.status === 'refused') return name.message
  return 'We are still checking the account name with the bank. Submit again when it appears.'
}

/** The field a refused quote is about. */
export function fieldsOfRefusal(error: unknown): WithdrawalFields {
  if (isRefusal(error, 'bpc.invalid')) return { bpcCode: error.message }
  if (isRefusal(error, 'account-number.invalid', 'name.not-resolved', 'name.unreadable'))
    return { accountNumber: error.message }
  if (isRefusal(error, 'bank.closed', 'bank.unknown')) return { bank: error.message }
  const aboutAmount = isRefusal(
    error,
    'amount.invalid',
    'amount.too-small',
    'amount.too-large',
    'funds.insufficient',
    'limit.daily',
    'limit.new',
  )
  return aboutAmount ? { amount: error.message } : {}
}
