import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#web/lib/routing.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { ModeLine } from '#web/ui/mode-line.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/ui/page.tsx'

type ScreenHeadProps = {
  readonly title: string
  /** Where the arrow leads, and what it is called. */
  readonly back?: { readonly to: string; readonly name: string }
  /** In front of the title. */
  readonly mark?: ReactNode
  /** Beside the title: states and buttons. */
  readonly children?: ReactNode
  /** What the operator has just done there. */
  readonly done?: string | null
  /** Why the screen shows nothing. */
  readonly error?: unknown
}

/** The head of a screen. Sticky on a wide window. */
export function ScreenHead({ title, back, mark, children, done = null, error = null }: ScreenHeadProps) {
  return (
    <>
      <div className="z-20 -mx-1 flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 bg-bg px-1 py-2 lg:sticky lg:top-0">
        {back === undefined ? null : (
          <Link
            to={back.to}
            aria-label={back.name}
            className="-ml-3 grid size-[48px] shrink-0 place-items-center rounded-control text-ink"
          >
            <ArrowLeft aria-hidden />
          </Link>
        )}
        {mark}
        <div className="min-w-0 flex-[1_1_12rem]">
          <PageTitle>{title}</PageTitle>
          <ModeLine />
        </div>
        {children}
      </div>
      {done === null ? null : (
        <Notice role="status">
          <p>{done}</p>
        </Notice>
      )}
      <ErrorNotice error={error} />
    </>
  )
}
