import { TYPED_NUMBER_MAX_LENGTH } from '#contract/typed.ts'
import { Field } from '#web/ui/field.tsx'

type PhoneFieldProps = {
  phone: string
  onChange: (phone: string) => void
  hint?: string
  placeholder?: string
  error?: string | undefined
}

/** Takes a number as people write it, with spaces or +234. */
export function PhoneField({ phone, onChange, hint, placeholder, error }: PhoneFieldProps) {
  return (
    <Field
      label="Phone Number"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={TYPED_NUMBER_MAX_LENGTH}
      value={phone}
      onChange={(event) => onChange(event.target.value)}
      placeholder={placeholder}
      hint={hint}
      error={error}
    />
  )
}
