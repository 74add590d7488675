import { messageOf } from '#web/lib/api.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { Spinner } from './spinner.tsx'

/** Something could not be read: why, and another try. Nothing when there is no error. */
export function Unread({ error, onTryAgain }: { error: unknown; onTryAgain: () => Promise<unknown> }) {
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

type NotReadProps = { error: unknown; onTryAgain: () => Promise<unknown>; loading?: string }

/** In place of a list: that it is being read, or why it could not be. */
export function NotRead({ error, onTryAgain, loading = 'Loading…' }: NotReadProps) {
  if (error !== null) return <Unread error={error} onTryAgain={onTryAgain} />
  return (
    <p role="status" className="flex min-h-12 items-center gap-2 text-small text-ink-2">
      <Spinner /> {loading}
    </p>
  )
}
