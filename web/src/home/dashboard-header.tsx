import { Menu } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { MyAvatar } from '#web/identity/profile/my-avatar.tsx'
import { useBrand } from '#web/installation/get-installation.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { useIsFrame } from '#web/ui/frame.ts'
import { PageTitle } from '#web/ui/page.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import { useWallet } from '#web/wallet/get-wallet.ts'
import { AlertsBell } from './alerts-bell.tsx'

// Behind a button: fetched once the screen is painted, so that it is there when it is asked for.
const fetchPanel = () => import('./side-panel.tsx')
const SidePanel = lazy(async () => ({ default: (await fetchPanel()).SidePanel }))

const LEVELS = { basic: 'Basic', plus: 'Plus' } as const

/**
 * Brand, greeting and menu, in two lines whatever the name and the size of the text: the head stays where it is while the page
 * moves, and must leave room for it. A name that is too long is cut here and whole in the menu. On the dashboard the greeting is
 * the title; a page with a title of its own says so.
 */
export function DashboardHeader({ hasTitle = true }: { hasTitle?: boolean }) {
  const [panelOpen, setPanelOpen] = useState(false)
  useEffect(() => {
    whenIdle(() => fetchPanel().catch(() => undefined))
  }, [])
  const brand = useBrand()
  const wallet = useWallet().data
  const level = wallet?.level
  const name = useMe().data?.user.fullName || 'User'
  const greeting = useIsFrame() ? 'Hi' : `Hi, ${name}`
  return (
    <header className="@container sticky top-0 z-20 bg-bg">
      <SandboxBanner />
      <div
        className={`mx-auto flex min-h-14 w-full items-center gap-3 pr-2 pl-4 ${hasTitle ? 'two-columns' : 'max-w-[480px]'}`}
      >
        {/* Where the text is large, the room is the name's. */}
        <span className="contents @max-[15rem]:hidden">
          <MyAvatar size="small" />
        </span>
        <div translate="no" className="min-w-0 flex-1 py-2">
          <p className="truncate text-caption">
            <span className="font-head font-semibold text-brand">{brand}</span>
            {level === undefined ? null : <span className="pl-2 text-ink-3">{LEVELS[level]} account</span>}
          </p>
          {hasTitle ? (
            <PageTitle className="truncate text-h2">{greeting}</PageTitle>
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
