import { FlaskConical, WifiOff } from 'lucide-react'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { formatTime } from '#contract/time.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { lastAnswerAt } from '#web/lib/api.ts'
import { serverTimeOf } from '#web/lib/clock.ts'
import { cachedAt } from '#web/lib/offline-cache.ts'
import { useLine } from '#web/lib/online.ts'

/** At the top of every screen: the kind of money, and whether Jara can be reached. */
export function SandboxBanner() {
  return (
    <>
      <ModeStrip />
      <OfflineStrip />
    </>
  )
}

const STRIP = 'flex min-h-7 items-center justify-center gap-2 px-4 py-1 text-center text-caption font-medium'

/** Practice money looks like practice money: drawn from the server's mode, on every screen. */
function ModeStrip() {
  const { data } = useInstallation()
  // Until the server has said its mode the strip keeps its height, so that nothing jumps.
  if (data === undefined) return <div aria-hidden className="min-h-7 bg-bg" />
  if (data.mode !== 'sandbox') return null
  return (
    <p role="note" className={`${STRIP} bg-wait-tint text-wait`}>
      <FlaskConical aria-hidden size={14} className="shrink-0" />
      {SANDBOX_BANNER}
    </p>
  )
}

/** Says how old the data on screen is while Jara cannot be reached. */
function OfflineStrip() {
  const line = useLine()
  const at = line === 'open' ? null : (lastAnswerAt() ?? keptAt())
  return (
    <div role="status">
      {line === 'open' ? null : (
        <p className={`${STRIP} border-y border-line bg-surface text-ink`}>
          <WifiOff aria-hidden size={14} className="shrink-0" />
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

/** When the newest answer came that this device kept, by the server's clock. */
function keptAt(): number | null {
  const at = cachedAt()
  return at === null ? null : serverTimeOf(at)
}
