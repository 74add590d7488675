import { AGE_NAMES, AGES, BREAK_TYPES, TYPE_NAMES } from '#contract/console/breaks.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { FilterForm, FilterSelect } from '#web/console/filters/filter-form.tsx'
import type { Filters } from './filters.ts'

const TYPES = TYPE_NAMES.map((value) => ({ value, name: BREAK_TYPES[value] }))
const OPEN_FOR = AGE_NAMES.map((value) => ({ value, name: AGES[value].name }))

type DifferenceFiltersProps = {
  readonly filters: Filters
  readonly providers: readonly string[]
  readonly onChange: (filters: Filters) => void
}

export function DifferenceFilters({ filters, providers, onChange }: DifferenceFiltersProps) {
  const { provider } = filters
  const named = [...new Set([...providers, ...(provider === undefined ? [] : [provider])])]
  const offered = named.map((value) => ({ value, name: providerName(value) }))
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
    <FilterForm filters={filters} onClear={() => onChange({})}>
      {choices.map(({ name, ...choice }) => (
        <FilterSelect key={name} {...choice} value={filters[name]} onChoose={(value) => change(name, value)} />
      ))}
    </FilterForm>
  )
}
