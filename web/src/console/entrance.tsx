import type { ReactNode } from 'react'
import { useBrand } from '#web/installation/get-installation.ts'
import { ModeLine } from '#web/ui/mode-line.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { OfflineLine } from './offline-line.tsx'

/** A screen before the console is open: one column, and nothing of what is behind it. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const brand = useBrand()
  return (
    <>
      <header>
        <OfflineLine />
      </header>
      <main className="mx-auto flex w-full max-w-[480px] flex-col gap-4 px-4 pt-6 pb-8 sm:pt-12">
        <p translate="no" className="flex flex-wrap items-end gap-x-2 text-brand">
          <Wordmark brand={brand} height={28} />
          <span className="font-head text-h2 leading-none font-semibold text-ink-3">console</span>
        </p>
        <div>
          <PageTitle>{title}</PageTitle>
          <ModeLine />
        </div>
        {children}
      </main>
    </>
  )
}
