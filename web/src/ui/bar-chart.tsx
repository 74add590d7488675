import type { ReactNode } from 'react'

/** Told apart by shape as well: what goes out is hollow. */
export type BarLook = 'solid' | 'in' | 'out'

export type BarGroup = {
  readonly key: string
  /** Below the bars; the first letter stays where there is no room for more. Empty for none. */
  readonly label: string
  /** One for each look, kobo, never negative. */
  readonly amounts: readonly bigint[]
}

type BarChartProps = {
  looks: readonly BarLook[]
  groups: readonly BarGroup[]
  /** What the bars show, above them. */
  caption: ReactNode
  /** Stands below the bars instead of a label for each group. */
  ends?: readonly [first: string, last: string]
  /** The same figures, for everybody who does not see bars. */
  table: { readonly name: string; readonly columns: readonly string[]; readonly rows: readonly TableRow[] }
  /** Instead of a table without rows. */
  nothing?: string
}

type TableRow = { readonly key: string; readonly head: string; readonly cells: readonly string[] }

const HEIGHT = 100
const BAR = 16
const GAP = 6

/** Amounts as bars side by side, and the same figures as a table. */
export function BarChart({ looks, groups, caption, ends, table, nothing = '' }: BarChartProps) {
  const most = groups.flatMap(({ amounts }) => amounts).reduce((max, each) => (each > max ? each : max), 0n)
  const step = looks.length * BAR + GAP
  return (
    <figure className="@container flex flex-col gap-2 rounded-card bg-surface shadow-lift p-4">
      <figcaption className="flex flex-col gap-2 text-small text-ink-2">{caption}</figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${groups.length * step} ${HEIGHT + 2}`}
        preserveAspectRatio="none"
        className="h-24 w-full"
      >
        {groups.flatMap(({ key, amounts }, place) =>
          looks.map((look, which) => (
            <Bar
              key={`${key} ${look}`}
              look={look}
              x={place * step + GAP / 2 + which * BAR}
              height={barHeight(amounts[which] ?? 0n, most)}
            />
          )),
        )}
      </svg>
      {ends === undefined ? (
        <Labels groups={groups} />
      ) : (
        <div aria-hidden className="flex justify-between text-caption text-ink-3">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
      <details>
        <summary className="flex min-h-12 cursor-pointer items-center text-small font-medium text-brand">
          Show as a table
        </summary>
        {table.rows.length === 0 ? <p className="text-small text-ink-2">{nothing}</p> : <Table {...table} />}
      </details>
    </figure>
  )
}

const FILLS: Readonly<Record<BarLook, string>> = {
  solid: 'fill-brand forced-colors:fill-[CanvasText]',
  in: 'fill-chart-in forced-colors:fill-[CanvasText]',
  out: 'fill-transparent stroke-chart-out forced-colors:stroke-[CanvasText]',
}

function Bar({ look, x, height }: { look: BarLook; x: number; height: number }) {
  return (
    <rect
      x={x + 1}
      y={HEIGHT - height}
      width={BAR - 2}
      height={height + 1}
      strokeWidth={look === 'out' ? 2 : 0}
      vectorEffect="non-scaling-stroke"
      className={FILLS[look]}
    />
  )
}

/** How high a bar is drawn, 0 to HEIGHT: a length in the picture, made by whole division, no money any more. */
function barHeight(amount: bigint, most: bigint): number {
  return most === 0n ? 0 : Number((amount * BigInt(HEIGHT - 1)) / most)
}

function Labels({ groups }: { groups: readonly BarGroup[] }) {
  return (
    <div aria-hidden className="flex text-caption text-ink-3">
      {groups.map(({ key, label }) => (
        <span key={key} className="min-w-0 flex-1 text-center">
          {label.slice(0, 1)}
          <span className="@max-[15rem]:hidden">{label.slice(1)}</span>
        </span>
      ))}
    </div>
  )
}

/** The mark of a look beside its name. */
export function BarMark({ look }: { look: BarLook }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 12 12" className="inline-block size-3 shrink-0">
      <rect x="1" y="1" width="10" height="10" strokeWidth={look === 'out' ? 2 : 0} className={FILLS[look]} />
    </svg>
  )
}

function Table({ name, columns, rows }: BarChartProps['table']) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content has to be reachable with the keyboard
    <section aria-label={name} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-right text-small tabular">
        <thead>
          <tr className="text-ink-2">
            {columns.map((column, place) => (
              <th
                key={column}
                scope="col"
                className={`py-1 font-medium ${place === 0 ? 'text-left' : 'pl-3 whitespace-nowrap'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, cells }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-medium whitespace-nowrap">
                {head}
              </th>
              {cells.map((cell, place) => (
                <td key={columns[place + 1]} className="py-1.5 pl-3 whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
