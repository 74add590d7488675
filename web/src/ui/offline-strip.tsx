import { formatTime } from '#contract/time.ts'
import { lastAnswerAt } from '#web/lib/api.ts'
import { serverTimeOf } from '#web/lib/clock.ts'
import { cachedAt } from '#web/lib/offline-cache.ts'
import { useLine } from '#web/lib/online.ts'

/** At the top of every screen. Says how old the data on screen is while Jara cannot be reached. */
export function OfflineStrip() {
  const line = useLine()
  const at = line === 'open' ? null : (lastAnswerAt() ?? keptAt())
  return (
    <div role="status">
      {line === 'open' ? null : (
        <p className="bg-wait-tint px-4 py-2 text-center text-small font-medium text-wait">
          <span>
            {line === 'offline' ? 'You are offline. ' : 'We cannot reach Jara. '}
            {at === null ? '' : `What you see is from ${formatTime(at)} or earlier. `}
            Unlocking and payments need a connection.
          </span>
        </p>
      )}
    </div>
  )
}

/** The time of the newest stored answer, by the server's clock. */
function keptAt(): number | null {
  const at = cachedAt()
  return at === null ? null : serverTimeOf(at)
}
