import { Field } from '#web/ui/field.tsx'

type PresentPassphraseFieldProps = {
  readonly passphrase: string
  readonly onChange: (passphrase: string) => void
}

/** The passphrase that the operator has now. */
export function PresentPassphraseField({ passphrase, onChange }: PresentPassphraseFieldProps) {
  return (
    <Field
      label="Your passphrase"
      type="password"
      autoComplete="current-password"
      required
      maxLength={128}
      value={passphrase}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
