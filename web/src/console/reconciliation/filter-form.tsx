import { useId } from 'react'
import { AGE_NAMES, AGES, BREAK_TYPES, TYPE_NAMES } from '#contract/console/breaks.ts'
import { Button } from '#web/ui/button.tsx'
import { LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Filters } from './filters.ts'

const TYPES = TYPE_NAMES.map((value) => ({ value, name: BREAK_TYPES[value] }))
const OPEN_FOR = AGE_NAMES.map((value) => ({ value, name: AGES[value].name }))

type FilterFormProps = {
  readonly filters: Filters
  readonly providers: readonly string[]
  readonly onChange: (filters: Filters) => void
}

/** Each filter applies as soon as it is chosen. */
export function FilterForm({ filters, providers, onChange }: FilterFormProps) {
  const id = useId()
  const { provider } = filters
  const named = [...new Set([...providers, ...(provider === undefined ? [] : [provider])])]
  const offered = named.map((value) => ({ value, name: value }))
  const choices = [
    { name: 'provider', label: 'Provider', nothing: 'Every provider', options: offered },
    { name: 'type', label: 'Type', nothing: 'Every type', options: TYPES },
    { name: 'age', label: 'Open for', nothing: 'Any time', options: OPEN_FOR },
  ] as const
  const change = (name: keyof Filters, value: string | null) => {
    const rest = Object.fromEntries(Object.entries(filters).filter(([each]) => each !== name))
    onChange(value === null ? rest : { ...rest, [name]: value })
  }
  return (
    <search className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {choices.map(({ name, label, nothing, options }) => (
        <LabelledField key={name} id={`${id}-${name}`} label={label}>
          <Select<string>
            id={`${id}-${name}`}
            value={filters[name] ?? null}
            options={options}
            nothing={nothing}
            onChoose={(value) => change(name, value)}
          />
        </LabelledField>
      ))}
      <Button tone="plain" disabled={Object.keys(filters).length === 0} onClick={() => onChange({})}>
        Clear filters
      </Button>
    </search>
  )
}
