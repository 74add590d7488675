import { SANDBOX_LINE } from '#contract/constants.ts'
import { useInstallation } from '#web/installation/get-installation.ts'

/**
 * "Sandbox · practice money", below the title of every screen and in every sheet. Empty in live mode. It keeps its
 * height until the mode is known, so that nothing jumps.
 */
export function ModeLine({ className = 'text-ink-3' }: { className?: string }) {
  const { data } = useInstallation()
  if (data === undefined) return <p aria-hidden className="min-h-[1.25em] text-caption" />
  if (data.mode !== 'sandbox') return null
  return (
    <p role="note" className={`diamond text-caption leading-tight ${className}`}>
      {SANDBOX_LINE}
    </p>
  )
}
