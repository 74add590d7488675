import { useId } from 'react'
import type { CASE_WAITS } from '#contract/console/cases.ts'
import { CASE_STATUSES, CASE_TOPICS } from '#contract/support-limits.ts'
import type { Filters } from '#web/console/filters/use-filters.ts'
import { Button } from '#web/ui/button.tsx'
import { LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
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

/** Each filter applies as soon as it is chosen. */
export function CaseFilterForm({ filters, onChange }: CaseFilterFormProps) {
  const id = useId()
  return (
    <search className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {FIELDS.map(({ name, label, nothing, options }) => (
        <LabelledField key={name} id={`${id}-${name}`} label={label}>
          <Select<string>
            id={`${id}-${name}`}
            value={filters[name] ?? null}
            options={options}
            nothing={nothing}
            onChoose={(value) => onChange({ ...filters, [name]: value ?? '' })}
          />
        </LabelledField>
      ))}
      <Button tone="plain" disabled={Object.keys(filters).length === 0} onClick={() => onChange({})}>
        Clear filters
      </Button>
    </search>
  )
}
