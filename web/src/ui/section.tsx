import { type ReactNode, useId } from 'react'

/** A card with its own heading. */
export function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="flex scroll-mt-20 flex-col gap-3 rounded-card bg-surface shadow-lift px-4 py-4"
    >
      <h2 id={titleId} className="text-h2">
        {title}
      </h2>
      {children}
    </section>
  )
}
