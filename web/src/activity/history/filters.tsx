import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import type { TransactionKind, TransactionStatus } from '#contract/transactions.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { STATUSES } from '#web/ui/status-chip.tsx'
import { chosenFilters, type HistoryFilter, NO_FILTER } from './history-filter.ts'
import { KINDS } from './kinds.ts'

const SEARCH_MAX_LENGTH = 100
const STATUS_CHOICES: readonly (TransactionStatus | null)[] = [null, 'completed', 'pending', 'failed', 'reversed']

type FilterProps = { filter: HistoryFilter; onChange: (changes: Partial<HistoryFilter>) => void }

/** The search field, and a button that opens kind, status and days. Chosen filters stay visible and can be removed. */
export function Filters({
  text,
  onText,
  filter,
  onChange,
}: FilterProps & { text: string; onText: (text: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <div className="min-w-[min(9rem,100%)] flex-1">
          <SearchField
            label="Search transactions"
            placeholder="Name or number"
            maxLength={SEARCH_MAX_LENGTH}
            text={text}
            onChange={onText}
          />
        </div>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="filters"
          onClick={() => setOpen(!open)}
          className="inline-flex min-h-12 items-center justify-center gap-2 rounded-control bg-tint px-3 font-semibold"
        >
          <SlidersHorizontal aria-hidden size={18} /> Filters
        </button>
      </div>
      <div id="filters" hidden={!open} className="flex flex-col gap-3 [&[hidden]]:hidden">
        <KindFilter kind={filter.kind} onChoose={(kind) => onChange({ kind })} />
        <StatusFilter status={filter.status} onChoose={(status) => onChange({ status })} />
        <DayFilter filter={filter} onChange={onChange} />
      </div>
      <Chosen filter={filter} onChange={onChange} />
    </search>
  )
}

/** Offers practice grants only in a sandbox. */
function KindFilter({
  kind,
  onChoose,
}: {
  kind: TransactionKind | null
  onChoose: (kind: TransactionKind | null) => void
}) {
  const sandbox = useInstallation().data?.mode === 'sandbox'
  const kinds = (Object.keys(KINDS) as TransactionKind[]).filter((each) => sandbox || each !== 'grant')
  return (
    <Select
      aria-label="Kind"
      value={kind}
      options={kinds.map((each) => ({ value: each, name: KINDS[each].name }))}
      nothing="Everything"
      onChoose={onChoose}
    />
  )
}

function StatusFilter({
  status,
  onChoose,
}: {
  status: TransactionStatus | null
  onChoose: (status: TransactionStatus | null) => void
}) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="pb-1 text-small font-medium text-ink-2">Status</legend>
      {STATUS_CHOICES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === status}
          onClick={() => onChoose(each)}
          className="min-h-12 rounded-control border border-control px-3 text-small font-medium aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
        >
          {each === null ? 'All' : STATUSES[each].word}
        </button>
      ))}
    </fieldset>
  )
}

/** Both days are included. */
function DayFilter({ filter: { from, to }, onChange }: FilterProps) {
  const isBackwards = from !== null && to !== null && from > to
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
      <Field
        label="From day"
        type="date"
        value={from ?? ''}
        onChange={(event) => onChange({ from: event.target.value === '' ? null : event.target.value })}
      />
      <Field
        label="To day"
        type="date"
        value={to ?? ''}
        error={isBackwards ? 'This is before the first day.' : undefined}
        onChange={(event) => onChange({ to: event.target.value === '' ? null : event.target.value })}
      />
    </div>
  )
}

function Chosen({ filter, onChange }: FilterProps) {
  const chosen = chosenFilters(filter)
  if (chosen.length === 0 && filter.q === '') return null
  return (
    <div className="flex flex-wrap gap-2">
      {chosen.map(({ label, without }) => (
        <button
          key={label}
          type="button"
          aria-label={`Remove filter: ${label}`}
          onClick={() => onChange(without)}
          className="inline-flex min-h-12 items-center gap-2 rounded-control border border-control bg-surface px-3 text-small font-medium"
        >
          {label} <X aria-hidden size={16} />
        </button>
      ))}
      <Button tone="plain" slim onClick={() => onChange(NO_FILTER)}>
        Clear all
      </Button>
    </div>
  )
}
