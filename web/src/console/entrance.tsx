import type { ReactNode } from 'react'
import { useBrand } from '#web/installation/get-installation.ts'
import { PageTitle } from '#web/ui/page.tsx'
import { ConsoleStrip } from './console-strip.tsx'

/** A screen before the console is open: one column, and nothing of what is behind it. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const brand = useBrand()
  return (
    <>
      <header>
        <ConsoleStrip />
      </header>
      <main className="mx-auto flex w-full max-w-[480px] flex-col gap-4 px-4 pt-6 pb-8 sm:pt-12">
        <p className="flex items-center gap-3 font-head text-h2 font-semibold text-brand">
          <img src="/favicon.svg" alt="" width={40} height={40} />
          {brand} console
        </p>
        <PageTitle>{title}</PageTitle>
        {children}
      </main>
    </>
  )
}
