import type { OutgoingChannel } from '#contract/alert-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useSendTest } from './get-settings.ts'

/** Sends a test alert. `sent` is shown once the server accepts it; only the person can tell whether it arrived. */
export function TestButton({ channel, label, sent }: { channel: OutgoingChannel; label: string; sent: string }) {
  const test = useSendTest()
  return (
    <>
      <ErrorNotice error={test.error} />
      <Button tone="quiet" wide busy={test.isPending && 'Sending…'} onClick={() => test.mutate(channel)}>
        {label}
      </Button>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {test.isSuccess ? sent : ''}
      </p>
    </>
  )
}
