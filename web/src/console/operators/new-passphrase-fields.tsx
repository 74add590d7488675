import { Field } from '#web/ui/field.tsx'
import { NewPassphraseField } from './new-passphrase-field.tsx'

type NewPassphraseFieldsProps = {
  readonly label: string
  readonly passphrase: string
  readonly again: string
  readonly onChange: (passphrase: string) => void
  readonly onAgain: (passphrase: string) => void
}

/** A new passphrase, typed twice, because nobody sees it. */
export function NewPassphraseFields({ label, passphrase, again, onChange, onAgain }: NewPassphraseFieldsProps) {
  const differs = again !== '' && again !== passphrase
  return (
    <>
      <NewPassphraseField label={label} passphrase={passphrase} onChange={onChange} />
      <Field
        label="The same passphrase again"
        type="password"
        autoComplete="new-password"
        required
        maxLength={128}
        error={differs ? 'The two passphrases differ.' : undefined}
        value={again}
        onChange={({ target }) => onAgain(target.value)}
      />
    </>
  )
}
