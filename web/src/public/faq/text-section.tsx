import type { ReactNode } from 'react'

/** A piece of text with a title that an address can name. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 text-ink-2">
      <h2 id={id} className="scroll-mt-28 text-h2 text-ink">
        {title}
      </h2>
      {children}
    </section>
  )
}
