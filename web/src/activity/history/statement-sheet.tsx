import { useMutation } from '@tanstack/react-query'
import { FileText, Sheet as SheetIcon } from 'lucide-react'
import { useState } from 'react'
import { STATEMENT_DAYS_MAX } from '#contract/constants.ts'
import { countDays } from '#contract/time.ts'
import { downloadFile, type FileToMake } from '#web/lib/download-file.ts'
import { serverDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadOutcome } from '#web/ui/download-outcome.tsx'
import { Field } from '#web/ui/field.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { askedOf, chosenFilters, type HistoryFilter, NO_FILTER } from './history-filter.ts'
import { monthBefore } from './months.ts'

const CHOICES = [
  { id: 'all', name: 'All of them' },
  { id: 'filtered', name: 'Only what the filters show' },
] as const
type Choice = (typeof CHOICES)[number]['id']

type Days = { readonly from: string; readonly to: string }

/** Saves a statement of some days, as a document to show or as a table for a spreadsheet. */
export function StatementSheet({ filter, onClose }: { filter: HistoryFilter; onClose: () => void }) {
  const today = serverDay()
  const [days, setDays] = useState<Days>({ from: filter.from ?? monthBefore(today, 0).from, to: filter.to ?? today })
  const chosen = [
    ...(filter.q === '' ? [] : [`“${filter.q}”`]),
    ...chosenFilters({ ...filter, from: null, to: null }).map(({ label }) => label),
  ]
  const [which, setWhich] = useState<Choice>(chosen.length === 0 ? 'all' : 'filtered')
  const download = useMutation({ mutationFn: downloadFile })
  const problem = problemOf(days)

  function save(ending: 'pdf' | 'csv') {
    const body = askedOf({ ...(which === 'all' ? NO_FILTER : filter), ...days })
    download.mutate({ path: `/api/statements/${ending}`, body })
  }

  return (
    <Sheet title="Statement" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-small text-ink-2">
          Your balance before and after these days, and all money in and out between.
        </p>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="pb-1 text-small font-medium text-ink-2">Days</legend>
          <Preset label="This month" days={{ ...monthBefore(today, 0), to: today }} chosen={days} onChoose={setDays} />
          <Preset label="Last month" days={monthBefore(today, 1)} chosen={days} onChoose={setDays} />
          <Preset
            label="This year"
            days={{ from: `${today.slice(0, 4)}-01-01`, to: today }}
            chosen={days}
            onChoose={setDays}
          />
        </fieldset>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
          <Field
            label="First day"
            type="date"
            value={days.from}
            max={today}
            onChange={(event) => setDays({ ...days, from: event.target.value })}
          />
          <Field
            label="Last day"
            type="date"
            value={days.to}
            max={today}
            error={problem ?? undefined}
            onChange={(event) => setDays({ ...days, to: event.target.value })}
          />
        </div>
        {chosen.length === 0 ? null : (
          <RadioTiles
            legend="Transactions"
            options={CHOICES}
            chosen={which}
            onChoose={setWhich}
            hint={
              which === 'all' ? 'A complete statement.' : `${chosen.join(', ')}. Without opening and closing balance.`
            }
          />
        )}
        <DownloadOutcome saved={download.data} error={download.error} />
        <Button
          wide
          disabled={problem !== null || download.isPending}
          busy={isMaking(download, 'pdf') && 'Making it…'}
          onClick={() => save('pdf')}
        >
          <FileText aria-hidden size={18} /> Save as PDF
        </Button>
        <Button
          tone="quiet"
          wide
          disabled={problem !== null || download.isPending}
          busy={isMaking(download, 'csv') && 'Making it…'}
          onClick={() => save('csv')}
        >
          <SheetIcon aria-hidden size={18} /> Save as CSV, for a spreadsheet
        </Button>
      </div>
    </Sheet>
  )
}

type PresetProps = { label: string; days: Days; chosen: Days; onChoose: (days: Days) => void }

function Preset({ label, days, chosen, onChoose }: PresetProps) {
  return (
    <button
      type="button"
      aria-pressed={days.from === chosen.from && days.to === chosen.to}
      onClick={() => onChoose(days)}
      className="min-h-12 rounded-control border border-control px-3 text-small font-medium aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
    >
      {label}
    </button>
  )
}

/** Finds what the server would refuse, before it is asked. */
function problemOf({ from, to }: Days): string | null {
  if (from === '' || to === '') return 'Choose both days.'
  if (from > to) return 'This is before the first day.'
  const days = countDays(from, to)
  return days > STATEMENT_DAYS_MAX ? `One statement covers at most ${STATEMENT_DAYS_MAX} days.` : null
}

function isMaking(of: { isPending: boolean; variables: FileToMake | undefined }, ending: 'pdf' | 'csv'): boolean {
  return of.isPending && of.variables?.path === `/api/statements/${ending}`
}
