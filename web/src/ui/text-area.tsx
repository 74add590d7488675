import { type TextareaHTMLAttributes, useId } from 'react'
import { FieldNote } from './field.tsx'

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  label: string
  hint?: string
  error?: string | undefined
}

/** A field for several lines. */
export function TextArea({ label, hint, error, ...input }: TextAreaProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium text-ink-2">
        {label}
      </label>
      <textarea
        rows={5}
        {...input}
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={`w-full rounded-control border bg-surface p-3 text-ink tabular placeholder:text-ink-3 ${error === undefined ? 'border-control' : 'border-bad'}`}
      />
      {note === undefined ? null : (
        <FieldNote id={`${id}-note`} error={error !== undefined}>
          {note}
        </FieldNote>
      )}
    </div>
  )
}
