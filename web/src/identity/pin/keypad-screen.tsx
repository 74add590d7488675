import { UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ArrowTo, PageTitle } from '#web/ui/page.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import { LogOutText } from './log-out-text.tsx'
import { ProfilePanel } from './profile-panel.tsx'

type KeypadScreenProps = { title: string; subtitle: string; back: string; locked: boolean; children: ReactNode }

/** The frame of `/pin` and `/setup-pin`. */
export function KeypadScreen({ title, subtitle, back, locked, children }: KeypadScreenProps) {
  const [panelOpen, setPanelOpen] = useState(false)
  return (
    <>
      <header>
        <SandboxBanner />
        <div className="mx-auto flex min-h-14 w-full max-w-[480px] items-center px-2">
          <ArrowTo to={back} />
          <span className="ml-auto">
            <LogOutText />
          </span>
          <button
            type="button"
            aria-label="Profile"
            aria-haspopup="dialog"
            onClick={() => setPanelOpen(true)}
            className="grid size-[48px] shrink-0 place-items-center rounded-control text-ink"
          >
            <UserRound aria-hidden />
          </button>
        </div>
      </header>
      <main className="page-enter mx-auto flex min-h-[calc(100dvh-5.25rem)] w-full max-w-[480px] flex-col px-4 pb-4">
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
