import { Menu } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { useBrand, useInstallation } from '#web/installation/get-installation.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { useIsFrame } from '#web/ui/frame.ts'
import { ModeLine } from '#web/ui/mode-line.tsx'
import { OfflineStrip } from '#web/ui/offline-strip.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { useWallet } from '#web/wallet/get-wallet.ts'
import { AlertsBell } from './alerts-bell.tsx'

// Opened by a button, so it is fetched after the first paint and ready in time.
const fetchPanel = () => import('./side-panel.tsx')
const SidePanel = lazy(async () => ({ default: (await fetchPanel()).SidePanel }))

const LEVELS = { basic: 'Basic account', plus: 'Plus account' } as const

/**
 * Brand, mode, greeting and menu. The header is sticky, so it stays low: a long name is truncated here and shown in
 * full in the menu. On the wallet the greeting is the title of the page, and on a phone the header and the balance are
 * one piece of cloth.
 */
export function DashboardHeader({ hasTitle = true }: { hasTitle?: boolean }) {
  const [panelOpen, setPanelOpen] = useState(false)
  useEffect(() => {
    whenIdle(() => fetchPanel().catch(() => undefined))
  }, [])
  const brand = useBrand()
  const wallet = useWallet().data
  const name = useMe().data?.user.fullName || 'User'
  const greeting = useIsFrame() ? 'Hi' : `Hi, ${name}`
  return (
    <header className={`sticky top-0 z-20 bg-bg ${hasTitle ? 'wallet-head' : ''}`}>
      <OfflineStrip />
      <div
        className={`mx-auto flex min-h-[62px] w-full items-center gap-0.5 py-1 pr-1 pl-4 ${hasTitle ? 'wallet-head-row lg:pr-5 lg:pl-8' : 'max-w-[480px]'}`}
      >
        <div translate="no" className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
            <span className={hasTitle ? 'md:hidden' : 'text-brand'}>
              <Wordmark brand={brand} height={16} />
            </span>
            <KindOfMoney level={wallet?.level} look={hasTitle ? 'quiet' : 'text-ink-3'} />
          </div>
          {hasTitle ? (
            <PageTitle className="truncate text-h2 md:text-h1">{greeting}</PageTitle>
          ) : (
            <p className="truncate font-head text-h2 font-semibold">{greeting}</p>
          )}
        </div>
        <AlertsBell unseen={wallet?.unseenAlerts ?? 0} />
        <button
          type="button"
          aria-label="Menu"
          aria-haspopup="dialog"
          onClick={() => setPanelOpen(true)}
          className="grid size-[48px] shrink-0 place-items-center rounded-control"
        >
          <Menu aria-hidden />
        </button>
      </div>
      {panelOpen ? (
        <Suspense>
          <SidePanel onClose={() => setPanelOpen(false)} />
        </Suspense>
      ) : null}
    </header>
  )
}

/** "Practice money" in a sandbox. In live mode the level of the account. */
function KindOfMoney({ level, look }: { level: keyof typeof LEVELS | undefined; look: string }) {
  const isReal = useInstallation().data?.mode === 'live'
  if (!isReal) return <ModeLine className={look} />
  return <p className={`text-caption leading-tight ${look}`}>{level === undefined ? '\u00a0' : LEVELS[level]}</p>
}
