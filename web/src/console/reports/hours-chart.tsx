import { cellText, hoursSheet } from '#contract/console/report-sheets.ts'
import type { DailyReport } from '#contract/console/reports.ts'
import { BarChart, BarMark } from '#web/ui/bar-chart.tsx'

/** Orders by hour, so that a bad hour shows at a glance. */
export function HoursChart({ report }: { report: DailyReport }) {
  const { title, note, columns, rows } = hoursSheet(report)
  const last = rows.at(-1)?.head ?? ''
  return (
    <section aria-labelledby="hours" className="flex min-w-0 flex-col gap-1">
      <h2 id="hours" className="text-h2">
        {title}
      </h2>
      <BarChart
        looks={['out', 'in']}
        caption={
          <>
            <span>{note}</span>
            <span className="flex flex-wrap gap-x-6">
              <span className="flex items-center gap-x-2">
                <BarMark look="out" />
                Made
              </span>
              <span className="flex items-center gap-x-2">
                <BarMark look="in" />
                Succeeded
              </span>
            </span>
          </>
        }
        ends={['00:00', last]}
        groups={report.hours.map(({ made, succeeded }, hour) => ({
          key: `${hour}`,
          label: '',
          amounts: [BigInt(made), BigInt(succeeded)],
        }))}
        table={{
          name: 'Orders by hour',
          columns,
          rows: rows.map(({ head, cells }) => ({ key: head, head, cells: cells.map(cellText) })),
        }}
      />
    </section>
  )
}
