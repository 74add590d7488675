import type { Posting } from '#contract/console/proposals.ts'
import { nairaOf } from './naira-of.ts'

/** What is posted: each account with what is in it before and after. */
export function Postings({ postings }: { postings: readonly Posting[] }) {
  if (postings.length === 0) return null
  return (
    <table className="w-full text-small tabular">
      <caption className="sr-only">What it posts</caption>
      <thead>
        <tr className="border-b border-line text-left text-caption text-ink-2">
          <th scope="col" className="py-1 pr-3 font-medium">
            Account
          </th>
          <th scope="col" className="py-1 pr-3 text-right font-medium">
            Before
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {postings.map(({ account, beforeKobo, afterKobo }) => (
          <tr key={account}>
            <td className="py-1 pr-3 wrap-anywhere">{account}</td>
            <td className="py-1 pr-3 text-right whitespace-nowrap">
              {beforeKobo === null ? 'nothing recorded' : nairaOf(beforeKobo)}
            </td>
            <td className="py-1 text-right font-medium whitespace-nowrap">{nairaOf(afterKobo)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
