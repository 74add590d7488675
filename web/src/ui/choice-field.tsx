import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FieldNote } from './field.tsx'

type ChoiceFieldProps = {
  label: string
  placeholder: string
  /** The name of what is chosen. */
  chosen: string | null
  /** Before the name, for example a bank's mark. */
  lead?: ReactNode
  /** Stands behind the name, for example its price. */
  trail?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  disabled?: boolean
  /** The sheet to choose from; `close` puts it away. */
  children: (close: () => void) => ReactNode
}

/** A field whose value is chosen from a sheet. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, placeholder, chosen, lead, trail, hint, error, disabled = false, children } = props
  const [open, setOpen] = useState(false)
  const id = useId()
  const note = error ?? hint
  return (
    <div data-toast-avoid="focus" className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="text-[0.9375rem] font-medium text-ink-2">
        {label}
      </span>
      <button
        type="button"
        id={id}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        data-problem={error === undefined ? undefined : true}
        onClick={() => setOpen(true)}
        className={`box flex min-h-14 items-center justify-between gap-2 rounded-control px-3.5 py-2 text-left disabled:cursor-not-allowed disabled:bg-sunken ${error === undefined ? '' : 'box-wrong'} ${disabled ? '' : 'bg-surface'}`}
      >
        {lead}
        <span className={`min-w-0 flex-1 wrap-anywhere ${chosen === null ? 'text-ink-3' : ''}`}>
          {chosen ?? placeholder}
        </span>
        {trail === undefined ? null : <span className="shrink-0 font-semibold tabular">{trail}</span>}
        <ChevronDown aria-hidden size={20} className="shrink-0 text-ink-3" />
      </button>
      {note === undefined ? null : (
        <FieldNote id={`${id}-note`} error={error !== undefined}>
          {note}
        </FieldNote>
      )}
      {open ? children(() => setOpen(false)) : null}
    </div>
  )
}
