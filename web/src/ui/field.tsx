import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { useIsFrame } from './frame.ts'

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** In front of the text, for example ₦. */
  lead?: string
  /** Stands behind the text, for example a button. */
  trail?: ReactNode
  /** In the label's row, for example the balance. */
  aside?: ReactNode
}

const BOX = 'box flex w-full items-center rounded-control bg-surface'

export function Field({ label, hint, error, lead, trail, aside, ...input }: FieldProps) {
  const id = useId()
  // Also in a browser without `inert`: text typed into a frame would be lost.
  const isFrame = useIsFrame()
  return (
    <LabelledField id={id} label={label} aside={aside} hint={hint} error={error}>
      <div className={`${BOX} ${error === undefined ? '' : 'box-wrong'}`}>
        {lead === undefined ? null : (
          <span aria-hidden className="pl-3.5 font-head text-[1.75rem] font-semibold text-ink-2">
            {lead}
          </span>
        )}
        <input
          {...input}
          id={id}
          {...describedBy(id, { hint, error })}
          readOnly={isFrame || input.readOnly}
          className={`w-full min-w-0 rounded-control bg-transparent px-3.5 text-ink outline-none tabular placeholder:text-ink-3 ${lead === undefined ? 'min-h-14' : 'min-h-17 pl-2 font-head text-[1.75rem] font-semibold'}`}
        />
        {trail}
      </div>
    </LabelledField>
  )
}

type Notes = { hint?: ReactNode; error?: string | undefined }

/** A label above a field, and below it the error or else the hint. */
export function LabelledField({
  id,
  label,
  aside,
  hint,
  error,
  children,
}: Notes & { id: string; label: string; aside?: ReactNode; children: ReactNode }) {
  const note = error ?? hint
  return (
    <div data-toast-avoid="focus" className="flex flex-col gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-3">
        <label htmlFor={id} className="text-[0.9375rem] font-medium text-ink-2">
          {label}
        </label>
        {aside}
      </div>
      {children}
      {note === undefined ? null : (
        <FieldNote id={noteIdOf(id)} error={error !== undefined}>
          {note}
        </FieldNote>
      )}
    </div>
  )
}

/** The attributes with which a field of a LabelledField describes itself to a screen reader. */
export function describedBy(id: string, { hint, error }: Notes) {
  return {
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': (error ?? hint) === undefined ? undefined : noteIdOf(id),
  } as const
}

const noteIdOf = (id: string) => `${id}-note`

export function FieldNote({ id, error, children }: { id: string; error: boolean; children: ReactNode }) {
  return (
    <div id={id} className={`text-small leading-snug ${error ? 'text-bad' : 'text-ink-3'}`}>
      {children}
    </div>
  )
}
