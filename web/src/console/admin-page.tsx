import { ArrowLeft, UserRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useBrand, useInstallation } from '#web/installation/get-installation.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { ModeLine } from '#web/ui/mode-line.tsx'
import { OfflineStrip } from '#web/ui/offline-strip.tsx'
import { PageTitle } from '#web/ui/page.tsx'

/** The operators' door. Customers and visitors go back from here; operators go on to a page of their own. */
export default function AdminPage() {
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-x-hidden bg-card text-on-card">
      <header>
        <OfflineStrip />
      </header>
      <div aria-hidden data-backdrop="" className="absolute inset-0 -z-10 bg-backdrop" />
      <main className="mx-auto flex w-full max-w-[480px] flex-col gap-2 px-4 pt-6 sm:pt-12 sm:text-center">
        <PageTitle>Admin Dashboard</PageTitle>
        <ModeLine className="text-on-card-2 sm:justify-center" />
        <p className="text-on-card-2">This area is for operators</p>
      </main>
      <AdminPanel />
    </div>
  )
}

/** Slides in and, on the way back, out again: at the side of a phone, to the middle of a wider screen. */
function AdminPanel() {
  const navigate = useNavigate()
  const panel = useRef<HTMLElement>(null)
  const [leaving, setLeaving] = useState(false)
  const brand = useBrand()

  async function leave() {
    setLeaving(true)
    await lastFrame()
    // Without animations (Device Mode, an old browser) there is nothing to wait for.
    await Promise.allSettled(panel.current?.getAnimations().map((each) => each.finished) ?? [])
    await navigate('/dashboard')
  }

  return (
    <aside
      ref={panel}
      aria-label="Admin"
      className={`mt-4 ml-auto flex w-72 max-w-[85vw] flex-1 flex-col gap-3 rounded-tl-card bg-surface p-4 text-ink shadow-sheet sm:mx-auto sm:mt-8 sm:w-96 sm:flex-none sm:rounded-card sm:p-6 forced-colors:border ${leaving ? 'panel-leave' : 'panel-late'}`}
    >
      <p className="flex items-center gap-3 font-head text-h2 font-semibold text-brand">
        <img src="/favicon.svg" alt="" width={40} height={40} />
        {brand}
      </p>
      <AdminContact />
      <Button tone="quiet" wide disabled={leaving} onClick={() => void leave()}>
        <ArrowLeft aria-hidden size={20} /> Back to Dashboard
      </Button>
      <OperatorSignIn />
    </aside>
  )
}

/** A page apart from the app, so customers fetch none of it. Hidden where operators have an address of their own. */
function OperatorSignIn() {
  if (useInstallation().data?.hasConsole !== true) return null
  return (
    <a
      href="/admin/sign-in"
      className="inline-flex min-h-12 items-center justify-center text-small text-ink-2 underline underline-offset-4"
    >
      Operator sign-in
    </a>
  )
}

/** How to reach the operator: by email if set, otherwise by reporting a problem. */
function AdminContact() {
  const { data: installation } = useInstallation()
  const email = installation?.channels.support.email ?? null
  const look = 'flex min-h-14 items-center gap-3 rounded-control font-medium'
  const content = (
    <>
      <UserRound aria-hidden size={20} className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Admin
        <span className="block text-small font-normal text-ink-2">{email ?? 'Through Support'}</span>
      </span>
    </>
  )
  const link = installation?.links.supportEmail ?? null
  return link === null ? (
    <Link to="/support" className={look}>
      {content}
    </Link>
  ) : (
    <a href={link} className={look}>
      {content}
    </a>
  )
}

/** Resolves once the animation of the new class has begun. */
function lastFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
