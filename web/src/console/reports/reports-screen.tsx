import { useMutation, useQuery } from '@tanstack/react-query'
import { sheetsOf, validityOf } from '#contract/console/report-sheets.ts'
import type { DailyReport, ReportAnswer } from '#contract/console/reports.ts'
import { call, callForFile } from '#web/console/call.ts'
import { SavedFilters } from '#web/console/filters/saved-filters.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { saveFile } from '#web/lib/download-file.ts'
import { serverDay } from '#web/lib/format.ts'
import { useSearchParams } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DayForm } from './day-form.tsx'
import { HoursChart } from './hours-chart.tsx'
import { SheetTable } from './sheet-table.tsx'

/** The report of a day. The day is in the address, so it survives a reload and can be shared. */
export default function ReportsScreen() {
  const [params, setParams] = useSearchParams()
  const day = params.get('day') ?? serverDay()
  const { data, error, refetch } = useQuery({
    queryKey: ['report', day],
    queryFn: async ({ signal }) =>
      await call<ReportAnswer>('GET', `/api/admin/reports/daily?${new URLSearchParams({ day })}`, undefined, signal),
    gcTime: 0,
  })
  const save = useMutation({
    mutationFn: async (file: 'csv' | 'pdf') => {
      const { blob, name } = await callForFile(`/api/admin/reports/daily/${file}`, { day })
      saveFile(blob, name)
      return name
    },
  })
  /** Choosing the current day again reads it again: it may not be over. */
  function choose(chosen: string) {
    if (chosen === day) void refetch()
    else setParams({ day: chosen })
  }

  return (
    <>
      <ScreenHead
        title="Reports"
        done={save.data === undefined ? null : `${save.data} is with your downloads.`}
        error={error ?? save.error}
      />
      <DayForm key={day} day={day} onChoose={choose} />
      <SavedFilters screen="reports" filters={params.has('day') ? { day } : {}} />
      {data === undefined ? null : (
        <>
          <Validity report={data.report} />
          {data.mayExport ? (
            <div className="flex flex-wrap gap-3">
              {(['csv', 'pdf'] as const).map((file) => (
                <Button
                  key={file}
                  tone="quiet"
                  busy={save.isPending && save.variables === file && 'Exporting…'}
                  onClick={() => save.mutate(file)}
                >
                  {`Export as ${file.toUpperCase()}`}
                </Button>
              ))}
            </div>
          ) : null}
          <Sheets report={data.report} />
        </>
      )}
    </>
  )
}

function Validity({ report }: { report: DailyReport }) {
  return report.isOver ? (
    <p className="text-small text-ink-2">{validityOf(report)}</p>
  ) : (
    <Notice tone="wait">
      <p>{validityOf(report)}</p>
    </Notice>
  )
}

/** Tables first; the hours have a chart, with their table below it. */
function Sheets({ report }: { report: DailyReport }) {
  const hours = 'By hour'
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {sheetsOf(report)
        .filter(({ title }) => title !== hours)
        .map((sheet) => (
          <SheetTable key={sheet.title} sheet={sheet} />
        ))}
      <HoursChart report={report} />
    </div>
  )
}
