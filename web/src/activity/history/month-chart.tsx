import { longMonth, shortMonth } from '#contract/day-words.ts'
import { formatNaira } from '#contract/money.ts'
import { messageOf } from '#web/lib/api.ts'
import { signedNaira } from '#web/ui/amount.tsx'
import { BarChart, type BarLook, BarMark } from '#web/ui/bar-chart.tsx'
import { useListText } from '#web/wallet/hidden-amounts.ts'
import { useMonths } from './get-months.ts'

/** Money in and out by month. It keeps its space while loading, so nothing jumps. */
export function MonthChart() {
  const { data: months, error } = useMonths()
  const listText = useListText()
  const now = months?.at(-1)
  if (months === undefined || now === undefined) {
    return (
      <div className="min-h-78 rounded-card bg-surface shadow-lift p-4 text-small text-ink-2">
        {error === null ? null : messageOf(error)}
      </div>
    )
  }
  return (
    <BarChart
      looks={['in', 'out']}
      caption={
        <>
          <span className="font-medium">Money in and out, {longMonth(now.month)}</span>
          <span className="flex flex-wrap gap-x-6 gap-y-1">
            <Figure look="in" name="In" amount={listText(formatNaira(BigInt(now.inKobo)))} />
            <Figure look="out" name="Out" amount={listText(formatNaira(BigInt(now.outKobo)))} />
          </span>
        </>
      }
      groups={months.map(({ month, inKobo, outKobo }) => ({
        key: month,
        label: shortMonth(month),
        amounts: [BigInt(inKobo), BigInt(outKobo)],
      }))}
      table={{
        name: 'Money in and out by month',
        columns: ['Month', 'In', 'Out', 'Change'],
        rows: [...months].reverse().map(({ month, inKobo, outKobo }) => ({
          key: month,
          head: `${shortMonth(month)} ${month.slice(0, 4)}`,
          cells: [
            formatNaira(BigInt(inKobo)),
            formatNaira(BigInt(outKobo)),
            signedNaira((BigInt(inKobo) - BigInt(outKobo)).toString()),
          ].map(listText),
        })),
      }}
    />
  )
}

function Figure({ look, name, amount }: { look: BarLook; name: string; amount: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <BarMark look={look} />
      {name}
      <span className="font-head text-body font-semibold text-ink tabular">{amount}</span>
    </span>
  )
}
