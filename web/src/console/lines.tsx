import { type ReactNode, useId } from 'react'
import { Link } from '#web/lib/routing.tsx'

/** A titled card with a list in it. */
export function Lines({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      <ul className="rounded-tile bg-surface shadow-lift forced-colors:border">{children}</ul>
    </section>
  )
}

/** One line of the list: title, detail, and on the right what identifies it. */
export function Line({ title, detail, aside }: { title: ReactNode; detail?: string; aside?: string }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-b border-line px-3.5 py-2 last:border-b-0">
      <div className="min-w-0 wrap-anywhere">
        <div className="tabular">{title}</div>
        {detail === undefined ? null : <p className="text-small leading-snug text-ink-3">{detail}</p>}
      </div>
      {aside === undefined ? null : <p className="tabular text-caption wrap-anywhere text-ink-3">{aside}</p>}
    </li>
  )
}

/** A titled card with facts in it. */
export function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border"
    >
      <h2 id={id} className="pb-1 text-[0.9375rem]">
        {title}
      </h2>
      <dl className="flex flex-col text-[0.9375rem]">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <dt className="text-ink-3">{name}</dt>
            <dd className="tabular ml-auto text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type FigureRowsProps = { readonly rows: readonly (readonly [label: string, value: string | number])[] }

/** Small figures with their labels. A value that does not fit moves below its label. */
export function FigureRows({ rows }: FigureRowsProps) {
  return (
    <dl className="text-small text-ink-2 tabular">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-3">
          <dt>{label}</dt>
          <dd className="ml-auto text-right text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Links to a screen of the console, by its address below /admin/. */
export function To({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link
      to={`/admin/${path}`}
      className="inline-flex min-h-12 items-center font-head font-semibold text-brand sm:min-h-8"
    >
      {children}
    </Link>
  )
}
