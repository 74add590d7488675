import { useId } from 'react'
import { ALERTS_KEPT_MS } from '#contract/alert-limits.ts'
import type { Line, LineSource } from '#contract/console/orders.ts'
import { HINTS_KEPT_MS } from '#contract/constants.ts'
import { DAY_MS } from '#contract/time.ts'
import { nairaOf } from '#web/console/naira-of.ts'
import { Postings } from '#web/console/postings.tsx'
import { momentOf } from '#web/console/words.ts'

const SOURCES: Readonly<Record<LineSource, string>> = {
  terms: 'Quote',
  approval: 'Approval',
  charge: 'Provider',
  payment: 'Money in',
  webhook: 'Webhook',
  request: 'Provider',
  step: 'Step',
  ledger: 'Ledger',
  code: 'BPC',
  receipt: 'Receipt',
  alert: 'Alert',
  alarm: 'Alarm',
  reconciliation: 'Reconciliation',
  case: 'Case',
}

/** The timeline of everything stored about an order or a deposit, oldest first, with a note on what is not stored. */
export function EverythingLine({ line, cut }: { line: readonly Line[]; cut: readonly string[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="text-h2">
        Timeline
      </h2>
      <p className="text-small text-ink-2">
        A provider’s answer that changed nothing leaves no entry: we only count how often the worker picked it up.
        Webhooks are stored for {HINTS_KEPT_MS / DAY_MS} days, alerts to the customer for {ALERTS_KEPT_MS / DAY_MS}.
      </p>
      {cut.length === 0 ? null : (
        <p className="text-small text-ink-2">There are more {cut.join(', ')} than fit here. These are the newest.</p>
      )}
      <ol className="rounded-tile bg-surface shadow-lift forced-colors:border">
        {line.map((each) => (
          <li
            key={each.id}
            className="grid gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 md:grid-cols-[11rem_1fr]"
          >
            <p className="tabular text-caption text-ink-2">
              <time dateTime={each.at}>{momentOf(each.at)}</time>
              <span className="block font-medium">{SOURCES[each.source]}</span>
            </p>
            <div className="flex min-w-0 flex-col gap-2">
              <p className="font-medium wrap-anywhere">{each.title}</p>
              <LineFacts facts={each.facts} />
              <Movements movements={each.movements} />
              <Postings postings={each.postings} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function LineFacts({ facts }: Pick<Line, 'facts'>) {
  if (facts.length === 0) return null
  return (
    <dl className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-[10rem_1fr]">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="tabular min-w-0 whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Movements({ movements }: Pick<Line, 'movements'>) {
  if (movements.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-small tabular">
      {movements.map(({ from, to, amountKobo }) => (
        <li key={`${from} ${to}`} className="wrap-anywhere">{`${from} → ${to}: ${nairaOf(amountKobo)}`}</li>
      ))}
    </ul>
  )
}
