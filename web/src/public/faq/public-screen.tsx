import type { ReactNode } from 'react'
import { DashboardHeader } from '#web/home/dashboard-header.tsx'
import { isKnownHere } from '#web/lib/device-account.ts'
import { Link } from '#web/lib/routing.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { ModeLine } from '#web/ui/mode-line.tsx'
import { Head, PageTitle } from '#web/ui/page.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

type PublicScreenProps = {
  title: string
  brand: string
  signedIn: boolean
  /** Visitors see the bar too: its links lead to the screens, past the sign-in. */
  hasVisitorBar?: boolean
  children: ReactNode
}

/** A page for everybody: the wallet's own header and bar for its people, a way in for everybody else. */
export function PublicScreen({ title, brand, signedIn, hasVisitorBar = false, children }: PublicScreenProps) {
  const hasBar = signedIn || hasVisitorBar
  return (
    <>
      {/* Signed in, every screen has it: require-session.tsx. */}
      {hasVisitorBar && !signedIn ? <BottomBar atSide /> : null}
      {signedIn ? <DashboardHeader hasTitle={false} /> : <PublicHeader brand={brand} />}
      <main
        className={`page-enter mx-auto flex w-full max-w-[480px] flex-col gap-6 px-4 pt-4 ${hasBar ? 'pb-28 md:pb-8' : 'pb-8'}`}
      >
        <PageTitle>{title}</PageTitle>
        {children}
      </main>
      {hasBar ? <BottomBar /> : null}
    </>
  )
}

function PublicHeader({ brand }: { brand: string }) {
  return (
    <Head>
      <Link to="/" className="flex min-h-12 items-center px-2 text-brand">
        <Wordmark brand={brand} />
      </Link>
      <div className="min-w-0 flex-1">
        <ModeLine />
      </div>
      <Link
        to={isKnownHere() ? '/pin' : '/signin'}
        className="flex min-h-12 items-center px-2 font-semibold text-brand"
      >
        Sign in
      </Link>
    </Head>
  )
}
