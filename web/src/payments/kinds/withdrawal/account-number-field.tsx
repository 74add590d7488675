import { ACCOUNT_NUMBER_DIGITS } from '#contract/constants.ts'
import { DigitsField } from '#web/payments/orders/digits-field.tsx'
import { walletNumberOf, wrongNumber } from './check-withdrawal.ts'

type AccountNumberFieldProps = {
  number: string
  onChange: (number: string) => void
  error?: string | undefined
}

export function AccountNumberField({ number, onChange, error }: AccountNumberFieldProps) {
  const isTooLong = number.length > ACCOUNT_NUMBER_DIGITS
  return (
    <DigitsField
      label="Account Number"
      number={number}
      onChange={onChange}
      offerFor={(digits) => (digits.length === ACCOUNT_NUMBER_DIGITS ? digits : walletNumberOf(digits))}
      offerHint="A wallet such as OPay or PalmPay? Its account number has no 0 in front."
      placeholder={`${ACCOUNT_NUMBER_DIGITS} digits`}
      error={isTooLong ? wrongNumber(number) : error}
    />
  )
}
