import { Field } from '#web/ui/field.tsx'

type NewPassphraseFieldProps = {
  readonly label: string
  readonly passphrase: string
  readonly onChange: (passphrase: string) => void
}

/** An operator's new passphrase. */
export function NewPassphraseField({ label, passphrase, onChange }: NewPassphraseFieldProps) {
  return (
    <Field
      label={label}
      type="password"
      autoComplete="new-password"
      required
      minLength={15}
      maxLength={128}
      hint="15 characters or more. Avoid well-known phrases."
      value={passphrase}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
