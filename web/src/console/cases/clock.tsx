import type { CaseClock, ConsoleCase } from '#contract/console/cases.ts'
import { momentOf } from '#web/console/words.ts'
import { clockInWords } from './case-words.ts'

/** By when a case is answered, or what it waits for. What is overdue says so, and stands out besides. */
export function Clock({ of }: { readonly of: CaseClock }) {
  return <p className={`text-small tabular ${of.isOverdue ? 'font-semibold text-bad' : ''}`}>{clockInWords(of)}</p>
}

/** When the clock stood still, and who ended it. */
export function Pauses({ pauses, from: customer }: Pick<ConsoleCase, 'pauses' | 'from'>) {
  if (pauses.length === 0) return null
  return (
    <section aria-labelledby="pauses" className="flex flex-col gap-2">
      <h2 id="pauses" className="text-h2">
        Waited for the customer
      </h2>
      <ul className="flex flex-col gap-1 text-small tabular">
        {pauses.map(({ from, until, endedBy }) => (
          <li key={from}>
            {until === null
              ? `From ${momentOf(from)}, until they answer.`
              : `From ${momentOf(from)} until ${momentOf(until)}: ${endedBy === 'you' ? customer : 'support'} wrote.`}
          </li>
        ))}
      </ul>
    </section>
  )
}
