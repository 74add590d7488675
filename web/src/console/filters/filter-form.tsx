import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type FilterFormProps = {
  readonly filters: object
  readonly onClear: () => void
  readonly children: ReactNode
}

/** Each filter applies as soon as it is chosen. On a phone they are a tap away, so the filtered list comes first. */
export function FilterForm({ filters, onClear, children }: FilterFormProps) {
  const id = useId()
  const isSet = Object.keys(filters).length > 0
  const [isOpen, setOpen] = useState(isSet)
  return (
    <search className="flex flex-col gap-3">
      <div className="sm:hidden">
        <Button tone="quiet" wide aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide filters' : 'Show filters'}
        </Button>
      </div>
      <div
        id={id}
        className={`${isOpen ? 'grid' : 'hidden'} grid-cols-1 items-end gap-3 sm:grid sm:grid-cols-2 lg:grid-cols-5`}
      >
        {children}
        {isSet ? (
          <Button tone="plain" onClick={onClear}>
            Clear filters
          </Button>
        ) : null}
      </div>
    </search>
  )
}

type FilterSelectProps = {
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly { readonly value: string; readonly name: string }[]
  /** The option for no choice. */
  readonly nothing: string
  readonly onChoose: (value: string | null) => void
}

export function FilterSelect({ label, value, options, nothing, onChoose }: FilterSelectProps) {
  const id = useId()
  return (
    <LabelledField id={id} label={label}>
      <Select id={id} value={value ?? null} options={options} nothing={nothing} onChoose={onChoose} />
    </LabelledField>
  )
}
