import { shortDay } from '#contract/day-words.ts'
import { formatNaira } from '#contract/money.ts'
import type { SalesAnswer } from '#contract/selling.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { useListText } from '#web/wallet/hidden-amounts.ts'
import { type Days, eachDay } from './days.ts'

type Day = SalesAnswer['days'][number]

/** Sales by day as bars, and the same figures as a table. */
export function DayChart({ days, of }: { days: readonly Day[]; of: Days }) {
  const listText = useListText()
  const known = new Map(days.map((day) => [day.day, BigInt(day.salesKobo)]))
  const all = eachDay(of).map((day) => ({ key: day, label: '', amounts: [known.get(day) ?? 0n] }))
  const most = [...known.values()].reduce((max, each) => (each > max ? each : max), 0n)
  if (most === 0n)
    return (
      <p className="rounded-card bg-surface p-4 text-small text-ink-2 shadow-lift">
        {`No sales delivered in the last ${all.length} days. They appear here day by day.`}
      </p>
    )
  return (
    <BarChart
      looks={['solid']}
      groups={all}
      caption={`Sales of the last ${all.length} days, the most ${listText(formatNaira(most))} a day`}
      ends={[shortDay(of.from), 'Today']}
      table={{
        name: 'Sales by day',
        columns: ['Day', 'Sales', 'Cost', 'Margin'],
        rows: [...days].reverse().map(({ day, salesKobo, costKobo, marginKobo }) => ({
          key: day,
          head: shortDay(day),
          cells: [salesKobo, costKobo, marginKobo].map((each) => listText(formatNaira(BigInt(each)))),
        })),
      }}
    />
  )
}
