import type { Posting } from '#contract/console/proposals.ts'
import { nairaOf } from './naira-of.ts'

/** The postings: each account with its balance before and after. */
export function Postings({ postings }: { postings: readonly Posting[] }) {
  if (postings.length === 0) return null
  return (
    <div className="postings">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: a table shown as blocks loses its meaning without them */}
      <table role="table" className="w-full text-small tabular">
        <caption className="sr-only">What it posts</caption>
        <thead role="rowgroup">
          <tr role="row" className="border-b border-line text-left text-caption text-ink-2">
            <th role="columnheader" scope="col" className="py-1 pr-3 font-medium">
              Account
            </th>
            <th role="columnheader" scope="col" className="py-1 pr-3 text-right font-medium">
              Before
            </th>
            <th role="columnheader" scope="col" className="py-1 text-right font-medium">
              After
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {postings.map(({ account, beforeKobo, afterKobo }) => (
            <tr key={account} role="row">
              <td role="cell" className="py-1 pr-3 wrap-anywhere">
                {account}
              </td>
              <td role="cell" data-label="Before" className="py-1 pr-3 text-right whitespace-nowrap">
                {beforeKobo === null ? 'nothing recorded' : nairaOf(beforeKobo)}
              </td>
              <td role="cell" data-label="After" className="py-1 text-right font-medium whitespace-nowrap">
                {nairaOf(afterKobo)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
    </div>
  )
}
