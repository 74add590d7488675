import { ACCOUNT_NUMBER_DIGITS } from '#contract/constants.ts'
import { DigitsField } from '#web/payments/orders/digits-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { walletNumberOf, wrongLength } from './check-withdrawal.ts'

type AccountNumberFieldProps = {
  number: string
  onChange: (digits: string) => void
  error?: string | undefined
}

export function AccountNumberField({ number, onChange, error }: AccountNumberFieldProps) {
  const isTooLong = number.length > ACCOUNT_NUMBER_DIGITS
  const walletNumber = walletNumberOf(number)
  return (
    <div className="flex flex-col gap-2">
      <DigitsField
        label="Account Number"
        number={number}
        onChange={onChange}
        placeholder={`${ACCOUNT_NUMBER_DIGITS} digits`}
        error={isTooLong ? wrongLength(number) : error}
      />
      {walletNumber === null ? null : (
        <div className="flex flex-wrap items-center justify-between gap-2 text-small text-ink-2">
          <p className="min-w-40 flex-1">A wallet such as OPay or PalmPay? Its account number has no 0 in front.</p>
          <Button tone="quiet" slim onClick={() => onChange(walletNumber)}>
            Use {walletNumber}
          </Button>
        </div>
      )}
    </div>
  )
}
