import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** A question that opens. The address of its answer (`/faq#fees`) opens it too: a browser does that by itself. */
export function Question({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <details className="group border-b border-line last:border-b-0">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 px-4 py-3 font-medium -outline-offset-3 [&::-webkit-details-marker]:hidden">
        <h3 className="font-sans text-body font-medium">{title}</h3>
        <ChevronDown aria-hidden size={20} className="shrink-0 text-ink-3 group-open:[transform:rotate(180deg)]" />
      </summary>
      <div id={id} className="flex scroll-mt-28 flex-col gap-2 px-4 pb-4 text-ink-2">
        {children}
      </div>
    </details>
  )
}
