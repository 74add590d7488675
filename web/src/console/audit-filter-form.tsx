import { useId } from 'react'
import type { AuditAnswer } from '#contract/console/audit.ts'
import type { Filters } from '#web/console/filters/use-filters.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { actInWords } from './words.ts'

/** In the order of the address. */
export const AUDIT_FILTERS = ['operator', 'act', 'from', 'to'] as const

type AuditFilterFormProps = Pick<AuditAnswer, 'operators' | 'acts'> & {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

/** Each filter applies as soon as it is chosen. */
export function AuditFilterForm({ filters, operators, acts, onChange }: AuditFilterFormProps) {
  const id = useId()
  const change = (name: (typeof AUDIT_FILTERS)[number], value: string | null) =>
    onChange({ ...filters, [name]: value ?? '' })
  const named = operators.map((each) => ({ value: each.id, name: each.name }))
  const kinds = acts.map((act) => ({ value: act, name: actInWords(act) }))
  return (
    <search className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-5">
      <LabelledField id={`${id}-operator`} label="Operator">
        <Select
          id={`${id}-operator`}
          value={filters.operator ?? null}
          options={named}
          nothing="Everybody"
          onChoose={(value) => change('operator', value)}
        />
      </LabelledField>
      <LabelledField id={`${id}-act`} label="Kind">
        <Select
          id={`${id}-act`}
          value={filters.act ?? null}
          options={kinds}
          nothing="Everything"
          onChoose={(value) => change('act', value)}
        />
      </LabelledField>
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
      <Button tone="plain" disabled={Object.keys(filters).length === 0} onClick={() => onChange({})}>
        Clear filters
      </Button>
    </search>
  )
}
