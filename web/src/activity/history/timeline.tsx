import { formatMoment } from '#contract/time.ts'
import type { TimelineStep } from '#contract/transactions.ts'

/** What happened, oldest first. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <section aria-labelledby="timeline" className="flex flex-col gap-2">
      <h2 id="timeline" className="text-h2">
        What happened
      </h2>
      <ol className="ml-1.5 flex flex-col border-l-2 border-line">
        {steps.map((step) => (
          <li key={`${step.at} ${step.title}`} className="relative pb-4 pl-5 last:pb-0">
            <span
              aria-hidden
              className="absolute top-1.5 -left-[7px] size-3 rounded-full border-2 border-brand bg-bg"
            />
            <p className="font-medium">{step.title}</p>
            {step.detail === null ? null : <p className="text-small text-ink-2">{step.detail}</p>}
            <p className="text-caption text-ink-3">{formatMoment(step.at)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
