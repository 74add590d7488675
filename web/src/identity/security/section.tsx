import { type ReactNode, useId } from 'react'

/** One subject of the Security page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-card bg-surface shadow-lift px-4 py-4">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      {children}
    </section>
  )
}
