import { messageOf } from '#web/lib/api.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { Spinner } from './spinner.tsx'

/** Says why something could not be read, with a button to try again. Empty without an error. */
export function LoadFailed({ error, onTryAgain }: { error: unknown; onTryAgain: () => Promise<unknown> }) {
  if (error === null) return null
  return (
    <Notice tone="bad" role="alert">
      <p>{messageOf(error)}</p>
      <Button tone="quiet" onClick={() => void onTryAgain()}>
        Try again
      </Button>
    </Notice>
  )
}

type LoadingOrFailedProps = { error: unknown; onTryAgain: () => Promise<unknown>; loading?: string }

/** Replaces a list while it loads, or if it could not be read. */
export function LoadingOrFailed({ error, onTryAgain, loading = 'Loading…' }: LoadingOrFailedProps) {
  if (error !== null) return <LoadFailed error={error} onTryAgain={onTryAgain} />
  return (
    <p role="status" className="flex min-h-12 items-center gap-2 text-small text-ink-2">
      <Spinner /> {loading}
    </p>
  )
}
