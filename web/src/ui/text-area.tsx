import { type TextareaHTMLAttributes, useId } from 'react'
import { describedBy, LabelledField } from './field.tsx'

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  label: string
  hint?: string
  error?: string | undefined
}

/** A field for several lines. */
export function TextArea({ label, hint, error, ...input }: TextAreaProps) {
  const id = useId()
  return (
    <LabelledField id={id} label={label} hint={hint} error={error}>
      <textarea
        rows={5}
        {...input}
        id={id}
        {...describedBy(id, { hint, error })}
        className={`w-full rounded-control border bg-surface p-3 text-ink tabular placeholder:text-ink-3 ${error === undefined ? 'border-control' : 'border-bad'}`}
      />
    </LabelledField>
  )
}
