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
  const { provider, type, age } = filters
  const rest = (name: keyof Filters) => Object.fromEntries(Object.entries(filters).filter(([each]) => each !== name))
  return (
    <search className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <LabelledField id={`${id}-provider`} label="Provider">
        <Select
          id={`${id}-provider`}
          value={provider ?? null}
          options={[...new Set([...providers, ...(provider === undefined ? [] : [provider])])].map((value) => ({
            value,
            name: value,
          }))}
          nothing="Every provider"
          onChoose={(value) => onChange({ ...rest('provider'), ...(value === null ? {} : { provider: value }) })}
        />
      </LabelledField>
      <LabelledField id={`${id}-type`} label="Type">
        <Select
          id={`${id}-type`}
          value={type ?? null}
          options={TYPES}
          nothing="Every type"
          onChoose={(value) => onChange({ ...rest('type'), ...(value === null ? {} : { type: value }) })}
        />
      </LabelledField>
      <LabelledField id={`${id}-age`} label="Open for">
        <Select
          id={`${id}-age`}
          value={age ?? null}
          options={OPEN_FOR}
          nothing="Any time"
          onChoose={(value) => onChange({ ...rest('age'), ...(value === null ? {} : { age: value }) })}
        />
      </LabelledField>
      <Button tone="plain" disabled={Object.keys(filters).length === 0} onClick={() => onChange({})}>
        Clear filters
      </Button>
    </search>
  )
}
