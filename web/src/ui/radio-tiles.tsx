import { type ReactNode, useId } from 'react'
import { FieldNote } from './field.tsx'

type RadioTilesProps<Id extends string> = {
  legend: string
  /** Before the name of an option, for example its mark. */
  lead?: (name: string) => ReactNode
  options: readonly { readonly id: Id; readonly name: string }[]
  chosen: Id | null
  onChoose: (id: Id) => void
  hint?: string | undefined
  error?: string | undefined
}

/** A few choices in pairs, all in sight: native radio buttons as tiles. */
export function RadioTiles<Id extends string>(props: RadioTilesProps<Id>) {
  const { legend, options, chosen, onChoose, hint, error } = props
  const id = useId()
  const note = error ?? hint
  return (
    <fieldset
      data-toast-avoid="focus"
      aria-describedby={note === undefined ? undefined : `${id}-note`}
      className="flex min-w-0 flex-col gap-1"
    >
      <legend className="pb-1 text-small font-medium text-ink-2">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(max(8rem,50%-0.25rem),100%),1fr))] gap-2">
        {options.map((option, place) => (
          <label
            key={option.id}
            className={`flex min-h-12 cursor-pointer items-center gap-2.5 rounded-control border bg-surface px-3 py-2 font-medium has-checked:border-brand has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) ${error === undefined ? 'border-control' : 'border-bad'}`}
          >
            <input
              type="radio"
              name={id}
              value={option.id}
              checked={option.id === chosen}
              onChange={() => onChoose(option.id)}
              data-problem={error === undefined || place > 0 ? undefined : true}
              className="size-5 shrink-0 appearance-none rounded-full border-2 border-control bg-surface outline-none checked:border-[6px] checked:border-brand forced-colors:appearance-auto"
            />
            {props.lead?.(option.name)}
            <span className="min-w-0 leading-tight wrap-anywhere">{option.name}</span>
          </label>
        ))}
      </div>
      {note === undefined ? null : (
        <FieldNote id={`${id}-note`} error={error !== undefined}>
          {note}
        </FieldNote>
      )}
    </fieldset>
  )
}
