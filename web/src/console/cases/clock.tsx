import type { CaseClock, ConsoleCase } from '#contract/console/cases.ts'
import { momentOf } from '#web/console/words.ts'
import { clockInWords } from './case-words.ts'

/** A case's deadline, or what it is waiting for. Overdue cases are named and highlighted. */
export function Clock({ of }: { readonly of: CaseClock }) {
  return <p className={`text-small tabular ${of.isOverdue ? 'font-semibold text-bad' : ''}`}>{clockInWords(of)}</p>
}

/** The pauses of the clock, and who ended each. */
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
