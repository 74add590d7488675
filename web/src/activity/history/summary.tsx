import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { serverDay } from '#web/lib/format.ts'
import { useSearchParams } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { type HistoryFilter, NO_FILTER } from './history-filter.ts'
import { MonthChart } from './month-chart.tsx'
import { daysOf } from './months.ts'
import { StatementSheet } from './statement-sheet.tsx'

const STATEMENT = 'statement'

/** Money in and out by month, whatever the filter, and a button for a statement, whose month the address may name. */
export function Summary({ filter }: { filter: HistoryFilter }) {
  const [parameters, setParameters] = useSearchParams()
  const month = daysOf(parameters.get(STATEMENT), serverDay())
  const [exporting, setExporting] = useState(false)

  function closeMonth() {
    const rest = new URLSearchParams(parameters)
    rest.delete(STATEMENT)
    setParameters(rest, { replace: true })
  }

  return (
    <>
      <MonthChart />
      <Button tone="quiet" wide onClick={() => setExporting(true)}>
        <FileDown aria-hidden size={18} /> Statement
      </Button>
      {month !== null ? (
        <StatementSheet filter={{ ...NO_FILTER, ...month }} onClose={closeMonth} />
      ) : exporting ? (
        <StatementSheet filter={filter} onClose={() => setExporting(false)} />
      ) : null}
    </>
  )
}
