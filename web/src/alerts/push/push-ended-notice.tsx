import { Link } from '#web/lib/routing.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePushState } from './get-push.ts'

/** Says that push no longer reaches this device, which nothing else can tell the person. */
export function PushEndedNotice() {
  const { data: state } = usePushState()
  if (state !== 'ended') return null
  return (
    <Notice tone="wait">
      <p>This device no longer receives alerts.</p>
      <Link to="/security/alerts" className="flex min-h-12 items-center self-start font-semibold underline">
        Turn them on again
      </Link>
    </Notice>
  )
}
