import type { CASE_WAITS } from '#contract/console/cases.ts'
import { CASE_STATUSES, CASE_TOPICS } from '#contract/support-limits.ts'
import { FilterForm, FilterSelect } from '#web/console/filters/filter-form.tsx'
import type { Filters } from '#web/console/filters/use-filters.ts'
import { STATUS_NAMES, topicInWords } from './case-words.ts'

/** In the order of the address. */
export const CASE_FILTERS = ['status', 'topic', 'waits'] as const

const WAITS: Readonly<Record<(typeof CASE_WAITS)[number], string>> = {
  us: 'Us',
  overdue: 'Us, overdue',
  customer: 'The customer',
  nobody: 'Nobody',
}

const FIELDS = [
  {
    name: 'status',
    label: 'Status',
    nothing: 'Not closed',
    options: CASE_STATUSES.map((value) => ({ value, name: STATUS_NAMES[value] })),
  },
  {
    name: 'topic',
    label: 'Topic',
    nothing: 'Everything',
    options: CASE_TOPICS.map((value) => ({ value, name: topicInWords(value) })),
  },
  {
    name: 'waits',
    label: 'Waits for',
    nothing: 'Anybody or nobody',
    options: Object.entries(WAITS).map(([value, name]) => ({ value, name })),
  },
] as const

type CaseFilterFormProps = { readonly filters: Filters; readonly onChange: (filters: Filters) => void }

export function CaseFilterForm({ filters, onChange }: CaseFilterFormProps) {
  return (
    <FilterForm filters={filters} onClear={() => onChange({})}>
      {FIELDS.map(({ name, ...field }) => (
        <FilterSelect
          key={name}
          {...field}
          value={filters[name]}
          onChoose={(value) => onChange({ ...filters, [name]: value ?? '' })}
        />
      ))}
    </FilterForm>
  )
}
