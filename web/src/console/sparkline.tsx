const HEIGHT = 24
const STEP = 4

type SparklineProps = {
  /** The meaning and totals of the bars, for screen readers. */
  readonly label: string
  readonly counts: readonly number[]
  /** The figures other than 0 as rows. */
  readonly table: {
    readonly columns: readonly [string, string]
    readonly rows: readonly { readonly head: string; readonly count: number }[]
    readonly nothing: string
  }
}

/** Counts as a row of small bars and as a table. A count of 0 is a line at the bottom. */
export function Sparkline({ label, counts, table }: SparklineProps) {
  const most = Math.max(1, ...counts)
  return (
    <div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${counts.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-8 w-full"
      >
        {counts.map((count, place) => {
          const height = count === 0 ? 1 : Math.max(2, (count * HEIGHT) / most)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
              key={place}
              x={place * STEP}
              y={HEIGHT - height}
              width={STEP - 1}
              height={height}
              className={count === 0 ? 'fill-line' : 'fill-brand forced-colors:fill-[CanvasText]'}
            />
          )
        })}
      </svg>
      <details>
        <summary className="flex min-h-12 cursor-pointer items-center text-caption font-medium text-brand">
          Show as a table
        </summary>
        {table.rows.length === 0 ? <p className="text-caption text-ink-2">{table.nothing}</p> : <Rows {...table} />}
      </details>
    </div>
  )
}

function Rows({ columns, rows }: SparklineProps['table']) {
  return (
    <table className="w-full text-caption tabular">
      <thead>
        <tr className="text-ink-2">
          <th scope="col" className="py-1 text-left font-medium">
            {columns[0]}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {columns[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, count }) => (
          <tr key={head} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {head}
            </th>
            <td className="py-1 text-right">{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
