import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useGoBack } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { LogOutSlot } from '#web/ui/log-out-slot.tsx'
import { Head, HeadTitle } from '#web/ui/page.tsx'

type StepFrameProps = {
  title: string
  /** Where the arrow leads: one page back unless said otherwise. */
  onBack?: () => void
  /** What "Cancel" does; the button is absent without it. Leaving never ends a purchase. */
  onCancel?: () => void
  children: ReactNode
}

/** One step of a purchase: a way back to where the person came from, and one column. */
export function StepFrame({ title, onBack, onCancel, children }: StepFrameProps) {
  const goBack = useGoBack({ to: '/dashboard' })
  return (
    <>
      <Head>
        <button
          type="button"
          aria-label="Back"
          onClick={onBack ?? goBack}
          className="grid size-[48px] shrink-0 place-items-center rounded-control text-ink"
        >
          <ArrowLeft aria-hidden />
        </button>
        <HeadTitle title={title} />
        <span className="ml-auto flex">
          {onCancel === undefined ? null : (
            <Button tone="plain" slim onClick={onCancel}>
              Cancel
            </Button>
          )}
          <LogOutSlot />
        </span>
      </Head>
      <main className="page-enter mx-auto flex min-h-[calc(100dvh-62px)] w-full max-w-[480px] flex-col gap-4 px-4 pt-2 pb-8">
        {children}
      </main>
    </>
  )
}
