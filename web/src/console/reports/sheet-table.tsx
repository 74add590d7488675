import { type Cell, cellText, type ReportSheet } from '#contract/console/report-sheets.ts'

/** One table of a report. It scrolls inside if it is too wide. */
export function SheetTable({ sheet: { title, note, columns, rows, nothing } }: { sheet: ReportSheet }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h2 className="text-h2">{title}</h2>
      {note === null ? null : <p className="text-caption text-ink-2">{note}</p>}
      {rows.length === 0 ? (
        <p className="text-small">{nothing}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content has to be reachable with the keyboard
        <section aria-label={title} tabIndex={0} className="overflow-x-auto rounded-tile bg-surface shadow-lift">
          <table className="w-full text-right text-small tabular">
            <thead>
              <tr className="text-caption text-ink-2">
                {columns.map((column, place) => (
                  <th
                    key={column}
                    scope="col"
                    className={`px-3 py-2 align-bottom font-medium ${place === 0 ? 'text-left' : ''}`}
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ head, cells, isTotal = false }) => (
                <tr key={head} className={`border-t border-line ${isTotal ? 'font-medium' : ''}`}>
                  <th scope="row" className="px-3 py-2 text-left font-medium">
                    {head}
                  </th>
                  {cells.map((cell, place) => (
                    <td key={columns[place + 1]} className={`px-3 py-2 whitespace-nowrap ${lookOf(cell)}`}>
                      {cellText(cell)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function lookOf(cell: Cell): string {
  return cell === null ? 'text-ink-2' : ''
}
