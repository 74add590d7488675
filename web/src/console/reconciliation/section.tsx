import type { ReactNode } from 'react'

type SectionProps = { readonly id: string; readonly title: string; readonly children: ReactNode }

/** A part of the screen with its heading. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      {children}
    </section>
  )
}
