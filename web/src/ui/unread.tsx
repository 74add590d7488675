import { messageOf } from '#web/lib/api.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

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
