import { type ReactNode, useId } from 'react'
import { FieldNote } from './field.tsx'

type RadioTilesProps<Id extends string> = {
  legend: string
  /** Before the name of an option, for example its mark. */
  lead?: (name: string) => ReactNode
  options: readonly { readonly id: Id; readonly name: string }[]
  chosen: Id | null
  onChoose: (id: Id) => void
  /** As many in a row as fit, for short names. */
  inRow?: boolean
  /** The choices say what they are: the legend is for screen readers. */
  isLegendHidden?: boolean
  hint?: string | undefined
  error?: string | undefined
}

const PAIRS = 'grid grid-cols-[repeat(auto-fit,minmax(min(max(8rem,50%-0.25rem),100%),1fr))] gap-2'

/** A few choices in pairs, or in a row, all in sight: native radio buttons as tiles. */
export function RadioTiles<Id extends string>(props: RadioTilesProps<Id>) {
  const { legend, options, chosen, onChoose, inRow = false, isLegendHidden = false, hint, error } = props
  const id = useId()
  const note = error ?? hint
  return (
    <fieldset
      data-toast-avoid="focus"
      aria-describedby={note === undefined ? undefined : `${id}-note`}
      className="flex min-w-0 flex-col gap-1"
    >
      <legend className={isLegendHidden ? 'sr-only' : 'pb-1 text-[0.9375rem] font-medium text-ink-2'}>{legend}</legend>
      <div className={inRow ? 'flex flex-wrap gap-2' : PAIRS}>
        {options.map((option, place) => (
          <label
            key={option.id}
            className={`flex min-h-12 cursor-pointer items-center rounded-control bg-surface py-2 font-head text-[0.9375rem] font-semibold ${inRow ? 'flex-auto gap-2 px-2' : 'gap-2.5 px-3'} box has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) ${error === undefined ? '' : 'box-wrong'}`}
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
