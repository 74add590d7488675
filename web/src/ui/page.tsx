import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useBrand } from '#web/installation/get-installation.ts'
import { BackTo, Link } from '#web/lib/routing.tsx'
import { LogOutSlot } from './log-out-slot.tsx'
import { ModeLine } from './mode-line.tsx'
import { OfflineStrip } from './offline-strip.tsx'

type PageProps = {
  title: string
  /** Where the back arrow leads on the first page of a tab. Elsewhere it goes one page back. No arrow without it. */
  back?: string
  /** Router state for `back`. */
  backState?: unknown
  /** Leaves space for the bottom bar. */
  hasBottomBar?: boolean
  /** On a wide window it has a table, or two columns. */
  isWide?: boolean
  children: ReactNode
}

/** A screen with its title, a way back and one column of at most 480 px, or the width of two. */
export function Page({ title, back, backState, hasBottomBar = false, isWide = false, children }: PageProps) {
  const width = isWide ? 'two-columns' : 'max-w-[480px]'
  return (
    <>
      <Head width={width}>
        {back === undefined ? <span className="w-2" /> : <BackLink to={back} state={backState} />}
        <HeadTitle title={title} />
        <LogOutSlot />
      </Head>
      <main
        className={`page-enter mx-auto flex w-full flex-col gap-4 px-4 pt-2 ${width} ${hasBottomBar ? 'pb-28 md:pb-8' : 'pb-8'}`}
      >
        {children}
      </main>
    </>
  )
}

/** The header of a screen. It stays visible while the page scrolls. `width` is the class of its column. */
export function Head({ width = 'max-w-[480px]', children }: { width?: string; children: ReactNode }) {
  return (
    <header className="sticky top-0 z-20 bg-bg">
      <OfflineStrip />
      <div className={`mx-auto flex min-h-[62px] w-full flex-wrap items-center gap-x-1 px-2 py-1 ${width}`}>
        {children}
      </div>
    </header>
  )
}

/** The title of a screen, with the mode line below it. */
export function HeadTitle({ title }: { title: string }) {
  return (
    <div className="min-w-0 flex-[1_1_7.5rem]">
      <PageTitle>{title}</PageTitle>
      <ModeLine />
    </div>
  )
}

/** A header without a title and without a back arrow. */
export function BareHead({ children }: { children?: ReactNode }) {
  return (
    <header>
      <OfflineStrip />
      <div className="mx-auto flex min-h-12 w-full max-w-[480px] items-center justify-between gap-2 px-4">
        <div className="min-w-0">
          <ModeLine />
        </div>
        {children}
      </div>
    </header>
  )
}

/** Only as large as its icon needs, and the same at every text size, which leaves space to the title. */
const ARROW = 'grid size-[48px] shrink-0 place-items-center rounded-control text-ink'

function BackLink({ to, state }: { to: string; state?: unknown }) {
  return (
    <BackTo to={to} state={state} aria-label="Back" className={ARROW}>
      <ArrowLeft aria-hidden />
    </BackTo>
  )
}

/** A back arrow with a fixed address, for screens whose previous page may be locked. */
export function ArrowTo({ to }: { to: string }) {
  return (
    <Link to={to} aria-label="Back" className={ARROW}>
      <ArrowLeft aria-hidden />
    </Link>
  )
}

/** False until the first screen is there: opening the app leaves the focus where the browser puts it. */
let moved = false

/** The h1 of a screen. Takes the focus when the screen is reached from another one, and names the document. */
export function PageTitle({
  children,
  drawn = children,
  className = 'min-w-0 text-[1.25rem] leading-tight hyphens-auto wrap-anywhere lg:text-h1',
}: {
  children: string
  /** The same words with markup. */
  drawn?: ReactNode
  className?: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const brand = useBrand()

  useEffect(() => {
    document.title = children === brand ? brand : `${children} · ${brand}`
  }, [children, brand])

  useEffect(() => {
    if (moved) {
      window.scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    moved = true
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {drawn}
    </h1>
  )
}
