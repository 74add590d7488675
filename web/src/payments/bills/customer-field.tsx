import type { ReactNode } from 'react'
import { isNumberOf } from '#web/payments/orders/digits.ts'
import { DigitsField } from '#web/payments/orders/digits-field.tsx'
import { FieldPair } from '#web/ui/field-pair.tsx'
import { ResolvedNameBox } from '#web/ui/resolved-name.tsx'
import type { useCustomerName } from './resolve-customer.ts'

type CustomerFieldProps = {
  label: string
  digits: { min: number; max: number }
  number: string
  onChange: (number: string) => void
  name: ReturnType<typeof useCustomerName>
  error?: string | undefined
  /** A short field in the same row. */
  beside: ReactNode
}

/** A meter or smartcard number, with the customer's name from the company. */
export function CustomerField(props: CustomerFieldProps) {
  const {
    label,
    digits: { min, max },
    number,
    onChange,
    name,
    error,
    beside,
  } = props
  return (
    <div className="flex flex-col gap-1">
      <FieldPair>
        <DigitsField
          label={label}
          number={number}
          onChange={onChange}
          offerFor={(offered) => (isNumberOf(offered, min, max) ? offered : null)}
          placeholder={`${min} to ${max} digits`}
          error={error}
        />
        {beside}
      </FieldPair>
      <ResolvedNameBox
        label="Customer Name"
        name={name}
        missingText="The company fills this in"
        askingText="Asking the company…"
        onAskAgain={name.askAgain}
      />
    </div>
  )
}
