import { PHONE_DIGITS } from '#contract/constants.ts'
import { Field } from '#web/ui/field.tsx'

type PhoneFieldProps = {
  phone: string
  onChange: (phone: string) => void
  hint?: string
  error?: string | undefined
}

/** Takes a number as people write it, with spaces or +234. */
export function PhoneField({ phone, onChange, hint = `${PHONE_DIGITS} digits`, error }: PhoneFieldProps) {
  return (
    <Field
      label="Phone Number"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={20}
      value={phone}
      onChange={(event) => onChange(event.target.value)}
      hint={hint}
      error={error}
    />
  )
}
