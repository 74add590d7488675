import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { HistoryFilter } from './history-filter.ts'
import { MonthChart } from './month-chart.tsx'
import { StatementSheet } from './statement-sheet.tsx'

/** All money in and out by month, whatever is searched for, and the way to a statement. */
export function Summary({ filter }: { filter: HistoryFilter }) {
  const [exporting, setExporting] = useState(false)
  return (
    <>
      <MonthChart />
      <Button tone="quiet" wide onClick={() => setExporting(true)}>
        <FileDown aria-hidden size={18} /> Statement
      </Button>
      {exporting ? <StatementSheet filter={filter} onClose={() => setExporting(false)} /> : null}
    </>
  )
}
