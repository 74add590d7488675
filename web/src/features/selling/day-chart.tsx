import { formatNaira, formatNairaShort } from '#contract/money.ts'
import type { SalesAnswer } from '#contract/selling.ts'
import { type Days, eachDay, shortDay } from './days.ts'

type Day = SalesAnswer['days'][number]

const HEIGHT = 100
const BAR = 16
const STEP = 22
const NOTHING = { count: 0, costKobo: '0', salesKobo: '0', marginKobo: '0' }

/** Sales by day as bars, and the same figures as a table. */
export function DayChart({ days, of }: { days: readonly Day[]; of: Days }) {
  const known = new Map(days.map((day) => [day.day, day]))
  const all = eachDay(of).map((day) => known.get(day) ?? { day, ...NOTHING })
  const most = all.reduce((max, { salesKobo }) => (BigInt(salesKobo) > max ? BigInt(salesKobo) : max), 0n)
  return (
    <figure className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <figcaption className="text-small text-ink-2">
        Sales of the last {all.length} days{most === 0n ? '' : `, the most ${formatNairaShort(most)} a day`}
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${all.length * STEP} ${HEIGHT + 2}`}
        preserveAspectRatio="none"
        className="h-24 w-full"
      >
        {all.map(({ day, salesKobo }, place) => {
          const height = barHeight(BigInt(salesKobo), most)
          const x = place * STEP + (STEP - BAR) / 2
          return <rect key={day} x={x} y={HEIGHT - height} width={BAR} height={height + 2} className="fill-brand" />
        })}
      </svg>
      <div aria-hidden className="flex justify-between text-caption text-ink-3">
        <span>{shortDay(of.from)}</span>
        <span>Today</span>
      </div>
      <details>
        <summary className="flex min-h-12 cursor-pointer items-center text-small font-medium text-brand">
          The same as a table
        </summary>
        {days.length === 0 ? (
          <p className="text-small text-ink-2">No sale was delivered in these days.</p>
        ) : (
          <Table days={days} />
        )}
      </details>
    </figure>
  )
}

/** How high a bar is drawn, 0 to HEIGHT: a length in the picture, made by whole division, no money any more. */
function barHeight(sales: bigint, most: bigint): number {
  return most === 0n ? 0 : Number((sales * BigInt(HEIGHT)) / most)
}

function Table({ days }: { days: readonly Day[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
    <section aria-label="Sales by day" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-right text-small tabular">
        <thead>
          <tr className="text-ink-2">
            <th scope="col" className="py-1 pr-3 text-left font-medium">
              Day
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              Sales
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              Cost
            </th>
            <th scope="col" className="py-1 font-medium">
              Margin
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-3 text-left font-medium whitespace-nowrap">
                {shortDay(day.day)}
              </th>
              <td className="py-1.5 pr-3">{formatNaira(BigInt(day.salesKobo))}</td>
              <td className="py-1.5 pr-3">{formatNaira(BigInt(day.costKobo))}</td>
              <td className="py-1.5">{formatNaira(BigInt(day.marginKobo))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
