import { UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ModeLine } from '#web/ui/mode-line.tsx'
import { ArrowTo, Head, PageTitle } from '#web/ui/page.tsx'
import { LogOutText } from './log-out-text.tsx'
import { ProfilePanel } from './profile-panel.tsx'

type KeypadScreenProps = { title: string; subtitle: string; back: string; locked: boolean; children: ReactNode }

/** The frame of `/pin` and `/setup-pin`. */
export function KeypadScreen({ title, subtitle, back, locked, children }: KeypadScreenProps) {
  const [panelOpen, setPanelOpen] = useState(false)
  return (
    <>
      <Head>
        <ArrowTo to={back} />
        <div className="min-w-0 flex-1">
          <ModeLine />
        </div>
        <LogOutText />
        <button
          type="button"
          aria-label="Profile"
          aria-haspopup="dialog"
          onClick={() => setPanelOpen(true)}
          className="grid size-[48px] shrink-0 place-items-center rounded-control text-ink"
        >
          <UserRound aria-hidden />
        </button>
      </Head>
      <main className="page-enter mx-auto flex min-h-[calc(100dvh-62px)] w-full max-w-[480px] flex-col px-4 pb-4">
        <div className="flex flex-col items-center gap-1 pt-2 pb-4 text-center">
          <PageTitle>{title}</PageTitle>
          <p className="text-ink-2">{subtitle}</p>
        </div>
        <div className="mt-auto">{children}</div>
      </main>
      {panelOpen ? <ProfilePanel locked={locked} onClose={() => setPanelOpen(false)} /> : null}
    </>
  )
}
