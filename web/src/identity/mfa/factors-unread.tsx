import { Spinner } from '#web/ui/spinner.tsx'
import { Unread } from '#web/ui/unread.tsx'
import { useFactors } from './get-factors.ts'

/** Stands where the account's factors will be, while they are being read or could not be. */
export function FactorsUnread() {
  const { data, error, refetch } = useFactors()
  if (data !== undefined) return null
  if (error !== null) return <Unread error={error} onTryAgain={refetch} />
  return (
    <p role="status" className="flex min-h-12 items-center gap-2 text-small text-ink-2">
      <Spinner /> Loading…
    </p>
  )
}
