import type { AuditAnswer } from '#contract/console/audit.ts'
import { FilterForm, FilterSelect } from '#web/console/filters/filter-form.tsx'
import type { Filters } from '#web/console/filters/use-filters.ts'
import { Field } from '#web/ui/field.tsx'
import { actInWords } from './act-words.ts'

/** In the order of the address. */
export const AUDIT_FILTERS = ['operator', 'act', 'from', 'to'] as const

type AuditFilterFormProps = Pick<AuditAnswer, 'operators' | 'acts'> & {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

export function AuditFilterForm({ filters, operators, acts, onChange }: AuditFilterFormProps) {
  const change = (name: (typeof AUDIT_FILTERS)[number], value: string | null) =>
    onChange({ ...filters, [name]: value ?? '' })
  const named = operators.map((each) => ({ value: each.id, name: each.name }))
  const kinds = acts.map((act) => ({ value: act, name: actInWords(act) }))
  return (
    <FilterForm filters={filters} onClear={() => onChange({})}>
      <FilterSelect
        label="Operator"
        value={filters.operator}
        options={named}
        nothing="Everybody"
        onChoose={(value) => change('operator', value)}
      />
      <FilterSelect
        label="Kind"
        value={filters.act}
        options={kinds}
        nothing="Everything"
        onChoose={(value) => change('act', value)}
      />
      <Field
        label="From"
        type="date"
        value={filters.from ?? ''}
        max={filters.to}
        onChange={({ target }) => change('from', target.value)}
      />
      <Field
        label="To"
        type="date"
        value={filters.to ?? ''}
        min={filters.from}
        onChange={({ target }) => change('to', target.value)}
      />
    </FilterForm>
  )
}
