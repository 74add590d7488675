import { type ReactNode, useId } from 'react'
import { Link } from '#web/lib/routing.tsx'

/** A titled card with a list in it. */
export function Lines({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card bg-surface shadow-lift">
      <h2 id={id} className="px-4 pt-3 pb-2 text-h2">
        {title}
      </h2>
      <ul className="border-t border-line">{children}</ul>
    </section>
  )
}

/** One line of it: what, what more, and on the right what identifies it. */
export function Line({ title, detail, aside }: { title: ReactNode; detail?: string; aside?: string }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-4 py-2 last:border-b-0">
      <div className="min-w-0 wrap-anywhere">
        <div className="tabular">{title}</div>
        {detail === undefined ? null : <p className="text-caption text-ink-2">{detail}</p>}
      </div>
      {aside === undefined ? null : <p className="tabular text-caption wrap-anywhere text-ink-2">{aside}</p>}
    </li>
  )
}

/** A titled card with facts in it. */
export function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card bg-surface shadow-lift px-4 py-3">
      <h2 id={id} className="pb-2 text-h2">
        {title}
      </h2>
      <dl className="flex flex-col">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-1">
            <dt className="text-ink-2">{name}</dt>
            <dd className="tabular font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Links to a screen of the console, by its address below /admin/. */
export function To({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link to={`/admin/${path}`} className="inline-flex min-h-12 items-center font-medium text-brand">
      {children}
    </Link>
  )
}
