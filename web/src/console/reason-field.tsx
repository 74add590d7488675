import { Field } from '#web/ui/field.tsx'

type ReasonFieldProps = {
  readonly reason: string
  readonly onChange: (reason: string) => void
  /** Characters. */
  readonly min?: number
  readonly max?: number
  readonly hint?: string
}

/** Why an operator asks for something, in one line. */
export function ReasonField({ reason, onChange, min = 5, max = 200, hint }: ReasonFieldProps) {
  return (
    <Field
      label="Reason"
      hint={hint}
      required
      minLength={min}
      maxLength={max}
      value={reason}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
