import type { ReactNode } from 'react'
import { percentOf } from '#contract/money.ts'

/** The looks differ in shape too: `out` is hollow. */
export type BarLook = 'solid' | 'in' | 'out'

export type BarGroup = {
  readonly key: string
  /** Below the bars, cut to its first letter where there is no room for more. Empty for none. */
  readonly label: string
  /** One for each look, kobo, never negative. */
  readonly amounts: readonly bigint[]
}

type BarChartProps = {
  looks: readonly BarLook[]
  groups: readonly BarGroup[]
  /** Says above the bars what they show. */
  caption: ReactNode
  /** Stands below the bars instead of a label for each group. */
  ends?: readonly [first: string, last: string]
  /** The same figures, for people who do not see the bars. */
  table: { readonly name: string; readonly columns: readonly string[]; readonly rows: readonly TableRow[] }
}

type TableRow = { readonly key: string; readonly head: string; readonly cells: readonly string[] }

/** Amounts as bars side by side, and the same figures as a table. */
export function BarChart({ looks, groups, caption, ends, table }: BarChartProps) {
  const most = groups.flatMap(({ amounts }) => amounts).reduce((max, each) => (each > max ? each : max), 0n)
  return (
    <figure className="@container flex flex-col gap-2 rounded-card bg-surface shadow-lift p-4">
      <figcaption className="flex flex-col gap-2 text-small text-ink-2">{caption}</figcaption>
      <div aria-hidden className="flex h-28 border-b border-line pt-1">
        {groups.map(({ key, amounts }) => (
          <div key={key} className="flex min-w-0 flex-1 items-end justify-center gap-[3px]">
            {looks.map((look, which) => (
              <Bar key={look} look={look} percent={percentOf(amounts[which] ?? 0n, most)} />
            ))}
          </div>
        ))}
      </div>
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
        <Table {...table} />
      </details>
    </figure>
  )
}

const FILLS: Readonly<Record<BarLook, string>> = {
  solid: 'bg-brand forced-colors:bg-[CanvasText]',
  in: 'bg-chart-in forced-colors:bg-[CanvasText]',
  out: 'border-2 border-chart-out forced-colors:border-[CanvasText]',
}

/** A single bar in a group shrinks with the group: a chart may have 31 of them. */
const WIDTHS: Readonly<Record<BarLook, string>> = {
  solid: 'w-[70%] max-w-[11px]',
  in: 'w-[11px] max-w-[40%]',
  out: 'w-[11px] max-w-[40%]',
}

/** A bar; zero draws none, and the smallest amount is still visible. */
function Bar({ look, percent }: { look: BarLook; percent: number }) {
  if (percent === 0) return <span className={WIDTHS[look]} />
  return (
    <span
      className={`rounded-t-[4px] border-b-0 ${WIDTHS[look]} ${FILLS[look]}`}
      style={{ height: `max(3px, ${percent}%)` }}
    />
  )
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
  return <span aria-hidden className={`inline-block size-3 shrink-0 rounded-[3px] ${FILLS[look]}`} />
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
