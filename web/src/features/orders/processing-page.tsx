import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { PROCESSING_WAIT_MAX_MS } from '#contract/constants.ts'
import { SandboxBanner } from '../../app/sandbox-banner.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { PageTitle } from '../../components/ui/page.tsx'
import { Spinner } from '../../components/ui/spinner.tsx'
import { messageOf } from '../../lib/api.ts'
import { useOrder } from './get-order.ts'
import { OrderResult } from './order-result.tsx'

export default function ProcessingPage() {
  const [query] = useSearchParams()
  const id = query.get('order')
  if (id === null || id === '') return <Navigate to="/dashboard" replace />
  return (
    <>
      <header>
        <SandboxBanner />
      </header>
      <main className="mx-auto flex min-h-[calc(100dvh-1.75rem)] w-full max-w-[480px] flex-col gap-4 px-4 pt-12 pb-6">
        <Processing id={id} />
      </main>
    </>
  )
}

/** Waits for the provider's final answer, at most PROCESSING_WAIT_MAX_MS; then shows whatever is true by then. */
function Processing({ id }: { id: string }) {
  const waited = useWaited(PROCESSING_WAIT_MAX_MS)
  const { data: order, error, refetch } = useOrder(id, waited ? 'watching' : 'waiting')
  if (order !== undefined && (waited || order.status !== 'pending')) return <OrderResult order={order} />
  if (error !== null && order === undefined)
    return (
      <>
        <PageTitle>We cannot show this transfer now</PageTitle>
        <p role="alert" className="text-ink-2">
          {messageOf(error)} What you approved goes on without this page, and your history shows it.
        </p>
        <div className="mt-auto flex flex-col gap-2">
          <Button wide onClick={() => void refetch()}>
            Try again
          </Button>
          <ButtonLink to="/history" tone="quiet" wide>
            Look in your history
          </ButtonLink>
        </div>
      </>
    )
  return (
    <div role="status" className="flex flex-1 flex-col items-center justify-center gap-3 pb-24 text-center">
      <span className="text-brand">
        <Spinner size={48} />
      </span>
      <PageTitle>Processing your request</PageTitle>
      <p className="text-ink-2">Please wait while we prepare your payment details...</p>
    </div>
  )
}

function useWaited(durationMs: number): boolean {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), durationMs)
    return () => clearTimeout(timer)
  }, [durationMs])
  return waited
}
