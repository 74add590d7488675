import { Field } from '#web/ui/field.tsx'
import { ResolvedNameBox } from '#web/ui/resolved-name.tsx'
import type { useCustomerName } from './resolve-customer.ts'

type CustomerFieldProps = {
  label: string
  digits: { min: number; max: number }
  number: string
  onChange: (number: string) => void
  name: ReturnType<typeof useCustomerName>
  error?: string | undefined
}

/** A meter or smartcard number, and whose it is as the company says. */
export function CustomerField({ label, digits: { min, max }, number, onChange, name, error }: CustomerFieldProps) {
  return (
    <>
      <Field
        label={label}
        inputMode="numeric"
        autoComplete="off"
        value={number}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, max))}
        hint={`${min} to ${max} digits`}
        error={error}
      />
      <ResolvedNameBox
        label="Customer Name"
        name={name}
        missingText="The company fills this in"
        askingText="Asking the company…"
        onAskAgain={name.askAgain}
      />
    </>
  )
}
