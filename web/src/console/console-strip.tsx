import { SANDBOX_BANNER } from '#contract/constants.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { useOnline } from '#web/lib/online.ts'

const STRIP = 'px-4 py-1 text-center text-caption font-medium'

/** At the top of every screen of the console: what kind of money this is, and whether there is a network. */
export function ConsoleStrip() {
  const { data } = useInstallation()
  const online = useOnline()
  return (
    <>
      {data?.mode === 'sandbox' ? (
        <p role="note" className={`${STRIP} bg-wait-tint text-wait`}>
          {SANDBOX_BANNER}
        </p>
      ) : null}
      <div role="status">
        {online ? null : <p className={`${STRIP} bg-surface`}>You are offline. Nothing can be read or changed now.</p>}
      </div>
    </>
  )
}
