import { Field } from './field.tsx'

type NairaFieldProps = {
  label: string
  /** As it was typed: it becomes kobo when the form is checked. */
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  error: string | undefined
}

/** An amount in naira. */
export function NairaField({ label, value, onChange, hint, error }: NairaFieldProps) {
  return (
    <Field
      label={label}
      lead="₦"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={hint}
      error={error}
    />
  )
}
